#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/device/device.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "kernels/operation/operation.h"
#include "layers/hardware/gpu_figures.h"
#include "layers/workloads/common/own_step.h"

namespace strata::inline workloads {

/// Where the roofs of a device come from.
enum class RoofUse : std::uint8_t {
  Kept,  ///< measured once, then remembered
  Anew,
  Off,
};

/// A request to run a ladder with everything decided.
struct LadderPlan {
  const Operation* operation = nullptr;
  Problem problem;
  std::uint64_t seed = 1;
  int repeat = 5;
  int streams = 1;
  MemoryKind hostMemory = MemoryKind::Pinned;
  bool coldCaches = false;
  RoofUse roofs = RoofUse::Kept;
  bool observeMemory = false;
  bool observeErrors = false;  ///< what is wrong with the kernels
  bool compileNow = false;     ///< while the program runs, from the kernels' text
  bool onlyModelled = false;   ///< no step is run in full, none is measured
  bool runSlow = false;        ///< steps that should take long, too
  bool fullCheck = true;       ///< against a full fp64 reference
  std::string modelGpu;        ///< a GPU that times are modelled on, kModelAuto or kModelNone
  std::vector<std::string> variants;
  bool everyVariant = false;  ///< none was asked for by name

  std::vector<std::shared_ptr<const OwnStep>> own;  ///< brought along by the request

  /// A step of the ladder or of the request; nullptr for a library's routine.
  const Step* step(std::string_view variant) const;
  const OwnStep* ownStep(std::string_view variant) const;
  std::string shapeText() const { return operation->shapeText(problem); }
  double flop() const { return operation->steps.front().cost(problem).flop; }
  /// A step's cost with the arithmetic that the operation asks for: what a step computes twice, or spares, makes no
  /// rate higher or lower.
  Cost rated(Cost cost) const {
    cost.flop = flop();
    return cost;
  }
};

/// Usage if a parameter or variant is wrong, or the parameters fit no operation.
/// `info` is the ladder's experiment, which knows
/// the defaults.
Result<LadderPlan> planLadder(const Operation& operation, const ExperimentInfo& info, const Request& request);

/// Values of model_gpu that name no GPU: kUsualGpu where the run is on a CPU, and else none.
inline constexpr std::string_view kModelAuto = "auto", kModelNone = "none", kUsualGpu = "a6000";
/// The GPU that times are modelled on in a run on this device; nullopt: on none.
Result<std::optional<GpuFigures>> modelGpu(const LadderPlan& plan, const DeviceInfo& device);

/// OutOfMemory, with what is needed and what there is, if the plan does not fit. `hostAvailable` is in bytes, 0 for
/// unknown.
Result<void> checkMemory(const LadderPlan& plan, const DeviceInfo& device, std::uint64_t hostAvailable);

}  // namespace strata::inline workloads
