#include "tests/views/sample_modelled.h"

#include <nlohmann/json.hpp>

#include "layers/hardware/gpu_model/demand_json.h"
#include "layers/hardware/gpu_model/gpu_machine.h"
#include "tests/views/sample_ladder.h"

namespace strata {
namespace {

ModelledRun modelled(const GpuFigures& gpu, const LaunchDemand& demand, const BlockNeeds& needs) {
  const std::uint32_t blocks = occupancy(deviceLimits(gpu.architecture).value(), needs).blocks;
  const ModelledTime time = modelTime(demand, ratesOf(gpu), blocks, constantsOf(gpu));
  ModelledRun run;
  run.gpu = gpu.name;
  run.gpuTitle = gpu.title;
  run.seconds = time.seconds;
  run.gflops = 1 / time.seconds;  // 1 GFLOP of work
  run.bound = boundKey(time.bound);
  for (std::size_t b = 0; b < time.only.size(); ++b)
    if (time.only[b] > 0) run.only.push_back({std::string(boundKey(static_cast<Bound>(b))), time.only[b]});
  std::ranges::sort(run.only, std::ranges::greater(), &ModelledRun::Part::seconds);
  run.launches = nlohmann::json::array({{{"kernel", "sample"},
                                         {"threads", needs.threads},
                                         {"registers", needs.registers},
                                         {"shared_bytes", needs.sharedBytes},
                                         {"blocks_per_unit", blocks},
                                         {"demand", toJson(demand)},
                                         {"seconds", time.seconds}}});
  return run;
}

}  // namespace

ViewState sampleModelled(const std::string& name) {
  ViewState state;
  const auto gpu = std::make_shared<const GpuFigures>(
      readGpuFigures(std::string(STRATA_SOURCE_DIR) + "/assets/gpus/" + name + ".json").value());
  state.session.gpu = gpu;
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  LaunchDemand demand;
  demand.blocks = 8400;
  demand.warpsPerBlock = 8;
  demand.instructions = 4e8;
  demand.multiplyAdds = 3e7;
  demand.firstLines = 5e8;
  demand.secondSectors = 2e7;
  demand.lastSectors = 1.5e7;
  demand.memorySectors = 1e7;
  demand.rounds = {0, 1e6, 0, 3e6};
  state.session.results[0].modelled = modelled(*gpu, demand, {256, 40, 0});
  demand.firstLines = 5e6;
  demand.instructions = 1e8;
  state.session.results[1].modelled = modelled(*gpu, demand, {256, 40, 8192});
  return state;
}

}  // namespace strata
