#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/backends/gpu/gpu_api.h"

namespace strata::test {

using namespace gpu;

/// What this program's GPU runtime was asked for and holds: gpu_runtime_fake.cpp and gpu_interop_fake.cpp, in the place
/// of the vendor's. It runs kernels of the type FakeKernel on the host, at once, and captures by the vendors' rules:
/// what may not be asked meanwhile fails and spoils the capture.
struct GpuRuntimeFake {
  using FakeKernel = void (*)(float* data, int count);

  /// An import, as the vendor's runtime saw it; its descriptor is the runtime's until the handle is destroyed.
  struct Imported {
    int type = 0, fd = -1;
    std::size_t bytes = 0;
    unsigned flags = 0;
  };

  /// Runs a kernel of any type in the place of a FakeKernel, where it is set; such launches are not captured.
  using Run = void (*)(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes);
  Run run = nullptr;
  int warpSize = 64, major = 0, minor = 0;

  std::vector<std::string> calls;  ///< launches, and all that has to do with graphs and shared memory
  int graphs = 0, executables = 0;
  bool refusesLaunches = false, refusesImports = false, refusesMappings = false;
  int ptxVersion = 90;                  ///< of every kernel's code; 0: it cannot be told
  int earlyLaunches = 0;                ///< of those, how many may begin before the kernel before them has ended
  std::size_t allowedShared = 0;        ///< dynamic, to the last kernel it was allowed to
  int attribute = 1;                    ///< what it answers to every question for an attribute
  std::array<std::uint8_t, 16> uuid{};  ///< HIP: as PCI domain, bus, device, each of four bytes
  std::vector<Imported> imports;
  std::map<void*, std::size_t> mappings;    ///< of imported memory
  std::map<void*, std::size_t> registered;  ///< host memory
  gpuError lastError = kSuccess;

  void note(const char* call) { calls.emplace_back(call); }
};
GpuRuntimeFake& gpuRuntimeFake();

}  // namespace strata::test
