#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/toolkits.h"
#include "kernels/attention/attention_shape.h"
#include "kernels/conv2d/conv2d_shape.h"

namespace strata::inline library {

/// One operation of a vendor's library on tensors of known shapes, its algorithm chosen. Must not outlive its GpuDnn.
class GpuDnnOperation {
 public:
  virtual ~GpuDnnOperation() = default;
  virtual std::string_view function() const = 0;  ///< the call that does the work: "cudnnConvolutionForward"
  virtual std::string algorithm() const = 0;      ///< as the library names it
  virtual std::size_t workspaceBytes() const = 0;
  /// Where the operation's tensors lie on the device, inputs, then output; before start(). `workspace` is nullptr where
  /// none is asked for.
  virtual Result<void> place(std::span<void* const> tensors, void* workspace) = 0;
  /// Queues it on the vendor's stream.
  virtual Result<void> start(void* stream) = 0;
};

/// A vendor's library of network operations, opened while the program runs. One thread. An operation uses the algorithm
/// that the library expects to be the fastest of those with room for their workspace (kMostDnnWorkspace); Unsupported
/// where it has none.
class GpuDnn {
 public:
  virtual ~GpuDnn() = default;
  virtual std::string provider() const = 0;  ///< "cuDNN 9.19.0"
  virtual Result<std::unique_ptr<GpuDnnOperation>> convolution(const Conv2dShape& shape) = 0;
  virtual Result<std::unique_ptr<GpuDnnOperation>> attention(const AttentionShape& shape) = 0;
};

constexpr std::size_t kMostDnnWorkspace = std::size_t{1} << 30;

/// Unavailable, with what mends it, if none of the files opens. The library's handle is made for the current device.
Result<std::unique_ptr<GpuDnn>> openCudnn(
    const std::vector<std::string>& files = cudaToolkit().library({"libcudnn.so.9"}));
Result<std::unique_ptr<GpuDnn>> openMiopen(
    const std::vector<std::string>& files = rocmToolkit().library({"libMIOpen.so.1"}));

}  // namespace strata::inline library
