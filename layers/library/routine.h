#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/device.h"
#include "engine/trace/trace_recorder.h"
#include "kernels/operation/operation.h"

namespace strata::inline library {

/// Where a tensor of an operation lies: `offset` bytes into a buffer of the device.
struct TensorPlace {
  Buffer* buffer = nullptr;
  std::size_t offset = 0;

  void* data() const { return static_cast<std::byte*>(buffer->data()) + offset; }
};

/// What a piece of the device's memory holds.
struct NamedMemory {
  std::string name;  ///< "A"
  std::span<const std::byte> where;
};

/// A routine tied to the tensors of one problem; run it as often as you like. The places must outlive it.
class BoundRoutine {
 public:
  virtual ~BoundRoutine() = default;
  /// Puts the work into the stream and returns; shows itself as a slice on the library storey, with its provider, and
  /// its algorithm and workspace where there are any. Allocates nothing.
  virtual Result<void> start(TraceRecorder& recorder, Stream& stream) = 0;
  virtual std::size_t workspaceBytes() const { return 0; }
  /// As far as its pieces have names.
  virtual std::vector<NamedMemory> workspace() const { return {}; }
};

/// One way to compute an operation on this agent's device: a step of our own or a vendor's routine.
class Routine {
 public:
  virtual ~Routine() = default;
  virtual const Operation& operation() const = 0;
  virtual std::string_view variant() const = 0;  ///< "tiled", "library"
  virtual std::string provider() const = 0;      ///< whose work it is: "Strata", "OpenBLAS"
  /// nullptr for a vendor's routine.
  virtual const Step* step() const { return nullptr; }
  /// Whether it can run here; else an Error Unavailable or Unsupported with what to do. Asked before anything runs.
  virtual Result<void> supports(const DeviceInfo& device, const Problem& problem) const = 0;
  virtual Cost cost(const Problem& problem) const = 0;
  /// Greatest relative Frobenius error against fp64 that is right for its way of computing.
  virtual double limit(const Problem& problem) const { return operation().limit(problem); }
  /// Allocates workspace, chooses an algorithm, lays out arguments. `tensors` as in Operation::tensors(problem), each
  /// of its size at least.
  virtual Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                                     std::span<const TensorPlace> tensors) const = 0;
};

/// All an agent has, in any order.
using Routines = std::vector<std::shared_ptr<const Routine>>;

/// The device code of a kernel by name: findKernel (kernels/operation/kernel_table.h) of the agent's binary.
using KernelFinder = std::function<KernelEntry(std::string_view kernel)>;

/// Where the code of a kernel that was built with the program comes from, in words for the trace.
struct CodeOrigin {
  std::string compiler;  ///< "nvcc 13.0"
  std::string targets;   ///< "sm_90 sm_100"
  std::string loaded;    ///< "machine code", "PTX, translated by the driver"
};
/// Asked once the device is open.
using OriginFinder = std::function<CodeOrigin(const KernelEntry& kernel)>;

/// The steps of all operations: here Strata is the library. A step whose kernels `find` does not know is
/// Unsupported. With `origin`, the first start of each says on the compiler storey where its code comes from.
Routines strataRoutines(const KernelFinder& find, const OriginFinder& origin = {});

/// Cost of a routine whose inside is not known: FLOP and factors of the operation's first step; bytes are those that
/// have to be moved.
Cost operandCost(const Operation& operation, const Problem& problem);

}  // namespace strata::inline library
