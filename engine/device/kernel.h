#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/device/factors.h"

namespace strata::inline backends {
class LaunchObserver;
}

namespace strata::inline device {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend constexpr bool operator==(Dim3, Dim3) = default;
};

struct LaunchShape {
  Dim3 grid, block;
  std::size_t sharedBytes = 0;  ///< dynamic shared memory
  /// A hint for the CPU device: so little work that waking another thread for it would take longer.
  bool brief = false;
};

/// What a kernel does to memory and arithmetic for given sizes: exact counts, not estimates.
struct Cost {
  double flop = 0;         ///< that the result needs; multiply and add count one each
  double globalBytes = 0;  ///< bytes its loads and stores ask of global memory
  double minBytes = 0;     ///< bytes of what it must read of the operands and write of the result, each once
  double sharedBytes = 0;  ///< bytes its loads and stores ask of shared memory
  Factors factors = Factors::F32;
  /// FLOP on top, of zeros around the data or beyond the last result: work for a kernel that computes them too, and
  /// nothing of what its speed is told by.
  double paddingFlop = 0;

  double flopWithPadding() const { return flop + paddingFlop; }

  Cost& operator+=(const Cost& other) {
    flop += other.flop;
    globalBytes += other.globalBytes;
    minBytes += other.minBytes;
    sharedBytes += other.sharedBytes;
    paddingFlop += other.paddingFlop;
    return *this;
  }
};

/// A kernel as this binary can start it. `function` is what the vendor's launch call takes (a __global__ symbol), or,
/// on the CPU, a CpuThreadFunction; see kernels/compat.
struct KernelEntry {
  std::string_view name;  ///< as profilers show it: "matmul_tiled<32>"
  const void* function = nullptr;
  /// Size of each parameter; the CPU device copies the arguments by it. Empty where the vendor's runtime knows.
  std::span<const std::uint32_t> parameterBytes{};
  /// Watches the launches of a kernel of the instrumented build (block_observer.h); on the CPU device only.
  LaunchObserver* observer = nullptr;
  bool waits = false;   ///< it waits by itself for the kernel before it (kernels/compat/kernel_overlap.h)
  bool loaded = false;  ///< `function` is a handle of code that was loaded while the program ran
};

/// How the CPU device calls one GPU thread: arguments as for cudaLaunchKernel, an array of pointers to them.
using CpuThreadFunction = void (*)(void** arguments);

}  // namespace strata::inline device
