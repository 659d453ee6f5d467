#pragma once

#include <nlohmann/json.hpp>

#include "app/lessons/values.h"

namespace strata {

/// A run of two steps as an agent's results tell it: naive took 4 ms, tiled 1 ms, a third failed.
inline LessonRun madeRun() {
  LessonRun run;
  run.experiment = "matmul";
  run.parameters = KeptJson(nlohmann::json{{"n", 64}, {"type", "fp32"}});
  run.hello.device.backend = "cpu";
  run.hello.device.waveSize = 32;
  run.hello.device.computeUnits = 2;
  RunResult naive;
  naive.variant = "naive";
  naive.seconds = {0.004, 0.003, 0.005, 5, "host"};
  naive.gflops = 2;
  naive.storeyNs[static_cast<std::size_t>(Storey::Runtime)] = 1'000'000;
  naive.storeyNs[static_cast<std::size_t>(Storey::Hardware)] = 3'000'000;
  naive.figures.push_back({"arithmetic_intensity", 10.5, "FLOP/byte", Provenance::Modelled});
  ObservedPlace load{"naive.cuh", 22, "load", "global", 8, 256, 256};
  load.usedBytes = 1024;
  ObservedPlace second = load;
  second.sectors = 8;
  ObservedPlace shared{"naive.cuh", 30, "load", "shared", 4, 128};
  shared.wavefronts = 128;
  shared.worstWays = 32;
  naive.places = {load, second, shared};
  naive.modelled.emplace();
  naive.modelled->seconds = 0.002;
  naive.modelled->only = {{"load_unit", 0.0015}};
  *naive.modelled->launches = nlohmann::json::array({{{"threads", 1024}, {"registers", 37}}});
  RunResult tiled;
  tiled.variant = "tiled";
  tiled.seconds = {0.001, 0.001, 0.001, 5, "host"};
  RunResult failed = tiled;
  failed.variant = "broken";
  failed.status = RunResult::Status::Failed;
  run.results = {naive, tiled, failed};
  return run;
}

}  // namespace strata
