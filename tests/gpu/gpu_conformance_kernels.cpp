#include "tests/gpu/gpu_conformance_kernels.h"

#include "kernels/compat/device.h"
#include "tests/backends/conformance_kernels.cuh"

namespace strata {

GpuConformanceKernels gpuConformanceKernels() {
  return {kernelEntry<add_one>("add_one"), kernelEntry<reverse_blocks>("reverse_blocks"), kernelEntry<spin>("spin"),
          kernelEntry<coordinates>("coordinates"), kernelEntry<leave_early>("leave_early")};
}

}  // namespace strata
