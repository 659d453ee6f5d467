#pragma once

#include <optional>

#include "engine/device/device_info.h"
#include "engine/protocol/run_result.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// One more sentence in the result's message.
void say(RunResult& result, const std::string& sentence);

/// Whether its products may have been those of matrix units: a GPU's, or such instructions of a processor (AMX, AVX-512
/// BF16), which libraries use.
bool mayUseMatrixUnits(const Cost& cost);

/// When the roofs that it is compared with were measured, and that the machine was busy then; whether caches can hold
/// its `bytes`.
void addRoofDetails(RunResult& result, const Roofs& roofs, double bytes, const DeviceInfo& device);

/// FLOP for each byte of the operands, arithmetic_intensity; what it multiplies where that is not fp32.
void addOperandFigures(RunResult& result, const Cost& cost);

/// The same, and what a step asks of memory: global_bytes, shared_bytes.
void addCostFigures(RunResult& result, const Cost& cost);

/// Of a step whose inside nobody states: what its lanes were seen to ask of global memory, global_bytes.
void addSeenBytes(RunResult& result);

/// Roofs (measured; that of matrix units as the device's figures have it), and the share of what they allow that was
/// reached (modelled, or as that roof where it is the limit); the shares of the data sheet's peaks (spec). Where nobody
/// knows the roof of matrix units, the message says so.
void addRoofFigures(RunResult& result, const Cost& cost, const std::optional<Roofs>& roofs, const DeviceInfo& device);

/// A result that has roofs and the share of them has these instead. False: it has these already, or none at all.
bool renewRoofFigures(RunResult& result, const Cost& cost, const Roofs& roofs, const DeviceInfo& device);

/// Registers, shared memory, spills and occupancy of the step's main kernel, as this problem launches it; what limits
/// it stands in the message. Nothing where `resourcesOf` does not know that kernel.
void addOccupancyFigures(RunResult& result, const LadderPlan& plan, const Step& step, const DeviceInfo& device,
                         const ResourceFinder& resourcesOf);

}  // namespace strata::inline workloads
