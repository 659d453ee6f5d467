#pragma once

#include "engine/device/kernel.h"

namespace strata {

/// The conformance suite's kernels as this binary's GPU runs them.
struct GpuConformanceKernels {
  KernelEntry addOne, reverse, spin, coordinates, leaveEarly;
};
GpuConformanceKernels gpuConformanceKernels();

}  // namespace strata
