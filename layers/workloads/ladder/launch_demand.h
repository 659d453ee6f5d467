#pragma once

#include <cstdint>

#include "kernels/microscope/memory_counts.h"
#include "kernels/operation/executed_instructions.h"
#include "layers/hardware/gpu_figures.h"
#include "layers/hardware/gpu_model/gpu_model.h"
#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// A launch on its way into the model: what was counted of it, and what a compiler makes of its kernel.
struct AskedLaunch {
  CountedLaunch counted;
  const CompiledKernel* compiled = nullptr;
  std::uint32_t blocksPerUnit = 0;
  std::uint64_t sharedBytes = 0;  ///< of a block
};

/// The blocks whose memory accesses are replayed, each thread until it has made a few: those that run together first.
Sample tapingSample(const ObservedLaunch& launch, const GpuFigures& gpu, std::uint32_t blocksPerUnit);

bool usesMatrixUnits(const CompiledKernel& kernel);

/// What a launch asks of a GPU: instructions by what was counted, traffic by playing what was taped through its caches.
/// `bytesInAll`: of all operands; `warm`: they are in caches where they fit.
LaunchDemand demandOf(const GpuFigures& gpu, const AskedLaunch& launch, const CountedLaunch& taped, double bytesInAll,
                      bool warm);

}  // namespace strata::inline workloads
