#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/device.h"
#include "engine/trace/trace_recorder.h"
#include "kernels/matmul/matmul.h"

namespace strata {

/// What a matrix product works on; all in device memory, of the sizes the shape says.
struct MatmulOperands {
  MatmulShape shape;
  const Buffer& a;
  const Buffer& b;
  Buffer& c;
};

/// One routine of a library that computes C = A · B in fp32: ours or a vendor's.
class MatmulRoutine {
 public:
  virtual ~MatmulRoutine() = default;
  /// The variant's name: "tiled", "library".
  virtual std::string_view variant() const = 0;
  /// An Error Unavailable or Unsupported, with what to do, if it cannot run here.
  virtual Result<void> ready() const = 0;
  virtual Cost cost(const MatmulShape& shape) const = 0;
  /// Puts the product into the stream and returns; shows itself as a slice on the library storey.
  virtual Result<void> start(TraceRecorder& recorder, Stream& stream, const MatmulOperands& operands) const = 0;
};

/// The cost of a routine whose inside is not known: globalBytes is the operands' minimum.
Cost operandCost(const MatmulShape& shape);

using MatmulRoutines = std::vector<std::unique_ptr<MatmulRoutine>>;

/// The ladder of our own kernels and OpenBLAS, slowest first. `entry` gives the device code (matmulEntry of the kernels
/// built for this device).
MatmulRoutines cpuMatmulRoutines(KernelEntry (*entry)(std::string_view step));

}  // namespace strata
