#include "layers/hardware/gpu_model/demand_json.h"

#include <utility>

#include "engine/protocol/json_fields.h"

namespace strata::inline hardware {
namespace {

constexpr std::pair<const char*, double LaunchDemand::*> kNumbers[] = {
    {"blocks", &LaunchDemand::blocks},
    {"warps_per_block", &LaunchDemand::warpsPerBlock},
    {"instructions", &LaunchDemand::instructions},
    {"scalar_instructions", &LaunchDemand::scalars},
    {"fp32_instructions", &LaunchDemand::multiplyAdds},
    {"special_instructions", &LaunchDemand::specials},
    {"matrix_flop", &LaunchDemand::matrixFlop},
    {"l1_lines", &LaunchDemand::firstLines},
    {"l1_bytes", &LaunchDemand::firstBytes},
    {"shared_wavefronts", &LaunchDemand::sharedWavefronts},
    {"l2_sectors", &LaunchDemand::secondSectors},
    {"partial_writes", &LaunchDemand::partialWrites},
    {"last_cache_sectors", &LaunchDemand::lastSectors},
    {"memory_sectors", &LaunchDemand::memorySectors},
    {"barriers", &LaunchDemand::barriers},
    {"waiting_warps", &LaunchDemand::waitingWarps},
};

}  // namespace

nlohmann::json toJson(const LaunchDemand& demand) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, number] : kNumbers) json[name] = numberOrNull(demand.*number);
  json["rounds"] = demand.rounds;
  return json;
}

LaunchDemand launchDemandFromJson(const nlohmann::json& json) {
  LaunchDemand demand;
  for (const auto& [name, number] : kNumbers) demand.*number = numberField(json, name).value_or(0);
  if (const nlohmann::json* rounds = field(json, "rounds"); rounds && rounds->is_array())
    for (std::size_t i = 0; i < demand.rounds.size() && i < rounds->size(); ++i)
      if ((*rounds)[i].is_number()) demand.rounds[i] = (*rounds)[i].get<double>();
  return demand;
}

}  // namespace strata::inline hardware
