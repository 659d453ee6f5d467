#pragma once

#include <optional>

#include "engine/device/device_info.h"
#include "engine/protocol/run_result.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// What a step asks of memory and how often: arithmetic_intensity, global_bytes, shared_bytes.
void addCostFigures(RunResult& result, const Cost& cost);

/// Roofs (measured), and the share of what they allow that was reached (modelled); those of the data sheet (spec).
void addRoofFigures(RunResult& result, const Cost& cost, const std::optional<Roofs>& roofs, const DeviceInfo& device);

/// Registers, shared memory, spills and occupancy of the step's main kernel, as this problem launches it; what limits
/// it stands in the message. Nothing where `resourcesOf` does not know that kernel.
void addOccupancyFigures(RunResult& result, const LadderPlan& plan, const Step& step, const DeviceInfo& device,
                         const ResourceFinder& resourcesOf);

}  // namespace strata::inline workloads
