#include "engine/protocol/modelled_run.h"

#include <algorithm>
#include <cmath>

#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {

std::optional<double> ModelledRun::memoryBytes() const {
  constexpr double kSectorBytes = 32;
  if (!launches->is_array() || launches->empty()) return std::nullopt;
  double sectors = 0;
  for (const nlohmann::json& launch : *launches) {
    const nlohmann::json* demand = field(launch, "demand");
    const auto reach = demand ? numberField(*demand, "memory_sectors") : std::nullopt;
    if (!reach) return std::nullopt;
    sectors += *reach;
  }
  return kSectorBytes * sectors;
}

std::uint64_t ModelledRun::spillBytes() const {
  std::uint64_t most = 0;
  if (!launches->is_array()) return most;
  for (const nlohmann::json& launch : *launches)
    most = std::max(most, integerField<std::uint64_t>(launch, "spill_bytes"));
  return most;
}

nlohmann::json toJson(const ModelledRun& run) {
  nlohmann::json only = nlohmann::json::array();
  for (const ModelledRun::Part& part : run.only)
    only.push_back({{"bound", part.bound}, {"seconds", numberOrNull(part.seconds)}});
  return {{"gpu", run.gpu},
          {"gflops", numberOrNull(run.gflops)},
          {"gbytes_per_s", numberOrNull(run.gbytesPerSecond)},
          {"gpu_title", run.gpuTitle},
          {"seconds", numberOrNull(run.seconds)},
          {"bound", run.bound},
          {"only", std::move(only)},
          {"basis", textOrNull(run.basis)},
          {"code", textOrNull(run.code)},
          {"counted_lanes", run.countedLanes > 0 ? nlohmann::json(run.countedLanes) : nlohmann::json()},
          {"launches", *run.launches}};
}

std::optional<ModelledRun> modelledRunFromJson(const nlohmann::json& json) {
  const auto seconds = json.is_object() ? numberField(json, "seconds") : std::nullopt;
  if (!seconds || !std::isfinite(*seconds) || *seconds <= 0) return std::nullopt;
  ModelledRun run;
  run.gpu = textField(json, "gpu");
  run.gpuTitle = textField(json, "gpu_title");
  run.seconds = *seconds;
  run.gflops = numberField(json, "gflops");
  run.gbytesPerSecond = numberField(json, "gbytes_per_s");
  run.bound = textField(json, "bound");
  if (const nlohmann::json* only = field(json, "only"); only && only->is_array())
    for (const nlohmann::json& part : *only)
      if (const auto time = numberField(part, "seconds")) run.only.push_back({textField(part, "bound"), *time});
  run.basis = textField(json, "basis");
  run.code = textField(json, "code");
  run.countedLanes = integerField<std::uint32_t>(json, "counted_lanes");
  if (const nlohmann::json* launches = field(json, "launches")) run.launches = *launches;
  return run;
}

}  // namespace strata::inline protocol
