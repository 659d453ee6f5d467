#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "kernels/conv2d/conv2d_shape.h"

namespace strata {

/// Tensors of a convolution, dense NCHW on the device; `bias` is nullptr where there is none, `workspace` where none is
/// asked for.
struct ConvolutionPlaces {
  const void* x = nullptr;
  const void* w = nullptr;
  const void* bias = nullptr;
  void* y = nullptr;
  void* workspace = nullptr;
};

/// One convolution of a vendor's library, in fp32, its algorithm chosen. Must not outlive its GpuDnn.
class GpuConvolution {
 public:
  virtual ~GpuConvolution() = default;
  virtual std::string algorithm() const = 0;
  virtual std::size_t workspaceBytes() const = 0;
  /// Queues it on the vendor's stream.
  virtual Result<void> start(void* stream, const ConvolutionPlaces& places) = 0;
};

/// A vendor's library of network operations, opened while the program runs. One thread.
class GpuDnn {
 public:
  virtual ~GpuDnn() = default;
  virtual std::string provider() const = 0;       ///< "cuDNN 9.19.0"
  virtual std::string_view function() const = 0;  ///< the call that does the work: "cudnnConvolutionForward"
  /// Asks the library for the algorithm it expects to be the fastest of those with room for their workspace
  /// (kMostConvolutionWorkspace); Unsupported where it has none.
  virtual Result<std::unique_ptr<GpuConvolution>> convolution(const Conv2dShape& shape) = 0;
};

constexpr std::size_t kMostConvolutionWorkspace = std::size_t{1} << 30;

/// Unavailable, with what mends it, if none of the files opens. The library's handle is made for the current device.
Result<std::unique_ptr<GpuDnn>> openCudnn(const std::vector<std::string>& files = {
                                              "libcudnn.so.9", "/usr/local/cuda/lib64/libcudnn.so.9"});
Result<std::unique_ptr<GpuDnn>> openMiopen(const std::vector<std::string>& files = {"libMIOpen.so.1",
                                                                                    "/opt/rocm/lib/libMIOpen.so.1"});

/// A handle or descriptor of such a library, destroyed by the library's function for it.
using DnnObject = std::unique_ptr<void, int (*)(void*)>;

inline DnnObject noDnnObject() {
  return {nullptr, nullptr};
}

}  // namespace strata
