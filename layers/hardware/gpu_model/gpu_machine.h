#pragma once

#include <cstdint>

#include "layers/hardware/gpu_figures.h"
#include "layers/hardware/gpu_model/cache_replay.h"
#include "layers/hardware/gpu_model/gpu_model.h"

namespace strata::inline hardware {

/// A GPU's figures as the model takes them.
GpuRates ratesOf(const GpuFigures& gpu);

/// Where blocks run so many at a time to a unit, each with so much shared memory; what is asked for in all, in bytes,
/// is in the caches from before where it fits and they are warm.
ReplayMachine machineOf(const GpuFigures& gpu, std::uint32_t blocksPerUnit, std::uint64_t sharedBytesPerBlock,
                        double bytesInAll, bool warm);

const ModelConstants& constantsOf(const GpuFigures& gpu);

}  // namespace strata::inline hardware
