#pragma once

#include <cstdint>
#include <memory>

#include "engine/device/device.h"

namespace strata::inline backends {

struct CpuDeviceOptions {
  std::uint64_t memoryBytes = 0;  ///< size of device memory; 0: three quarters of this machine's
  unsigned workers = 0;           ///< threads that run blocks; 0: one for each core this process may use
  unsigned waveSize = 0;          ///< lanes of a warp, 32 or 64; 0: what STRATA_CPU_WAVE says, else 32
};

/// The CPU as a device: memory in an arena of its own, streams as queues on threads, a kernel's blocks spread over the
/// cores and its GPU threads run as fibers. Kernels must be built with kernels/compat for the CPU (KernelEntry with
/// parameterBytes). The observer hears runtime calls named as CUDA's ("strataMalloc", "strataLaunchKernel", …) and, as
/// driver calls, the system calls made for them ("mmap", "mlock", "futex(FUTEX_WAKE)", …). Event::poll and
/// Event::since touch only memory and are not reported.
/// Index 0 is the only one; any other is an Error Unavailable. A wave size other than 32 or 64 is an Error Usage.
Result<std::unique_ptr<Device>> openCpuDevice(int index = 0, const CpuDeviceOptions& options = {});

}  // namespace strata::inline backends
