#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/device/device_info.h"
#include "engine/protocol/run_result.h"
#include "layers/model/ladder_plan.h"
#include "layers/model/roofs.h"

namespace strata {

/// Registers and memory a kernel of this binary takes, as the vendor's compiler or runtime says.
struct KernelResources {
  std::uint32_t registers = 0;    ///< per thread
  std::uint64_t sharedBytes = 0;  ///< static, per block
  std::uint64_t localBytes = 0;   ///< per thread: spills, and arrays that are not in registers
};
/// By a kernel's name; nullopt where nobody knows. Empty for the CPU device.
using ResourceFinder = std::function<std::optional<KernelResources>(std::string_view kernel)>;

/// What a step asks of memory and how often: arithmetic_intensity, global_bytes, shared_bytes.
void addCostFigures(RunResult& result, const Cost& cost);

/// Roofs (measured), and the share of what they allow that was reached (modelled); those of the data sheet (spec).
void addRoofFigures(RunResult& result, const Cost& cost, const std::optional<Roofs>& roofs, const DeviceInfo& device);

/// Registers, shared memory, spills and occupancy of the step's main kernel; what limits it stands in the message.
void addOccupancyFigures(RunResult& result, const LadderPlan& plan, const LadderStep& step, const DeviceInfo& device,
                         const KernelResources& resources);

}  // namespace strata
