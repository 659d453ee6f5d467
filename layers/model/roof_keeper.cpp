#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/new_file.h"
#include "layers/model/roofs.h"

namespace strata {
namespace {

/// Kernels of another build may reach another roof.
std::string keyOf(const DeviceInfo& device) {
  constexpr std::string_view kKernels = "1";
  return device.backend + "/" + device.name + "/" + device.architecture + "/" + std::to_string(device.computeUnits) +
         "/" + std::string(kKernels);
}

nlohmann::json readFile(const std::filesystem::path& file) {
  std::ifstream stream(file);
  auto json = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  return json.is_object() ? json : nlohmann::json::object();
}

bool endsTheRun(const Error& error) {
  return error.code == ErrorCode::Stopped || error.code == ErrorCode::AgentDied;
}

}  // namespace

std::filesystem::path RoofKeeper::defaultFile() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return std::filesystem::path(cache) / "strata" / "roofs.json";
  if (const char* home = std::getenv("HOME"); home && *home)
    return std::filesystem::path(home) / ".cache" / "strata" / "roofs.json";
  return {};
}

std::optional<Roofs> RoofKeeper::kept(const DeviceInfo& device) const {
  const nlohmann::json all = readFile(m_file);
  const auto found = all.find(keyOf(device));
  if (found == all.end() || !found->is_object()) return std::nullopt;
  const auto number = [&](const char* name) {
    const auto field = found->find(name);
    return field != found->end() && field->is_number() ? field->get<double>() : 0.0;
  };
  const Roofs roofs{number("bytes_per_s"), number("flop_per_s"), found->value("copy_step", ""),
                    found->value("peak_step", ""), number("beaten_by")};
  if (!(roofs.bytesPerSecond > 0) || !(roofs.flops > 0)) return std::nullopt;
  return roofs;
}

void RoofKeeper::keep(const DeviceInfo& device, const Roofs& roofs) const {
  if (m_file.empty()) return;
  nlohmann::json all = readFile(m_file);
  all[keyOf(device)] = {{"bytes_per_s", roofs.bytesPerSecond},
                        {"flop_per_s", roofs.flops},
                        {"copy_step", roofs.copyStep},
                        {"peak_step", roofs.peakStep},
                        {"beaten_by", roofs.beatenBy}};
  std::error_code ignored;
  std::filesystem::create_directories(m_file.parent_path(), ignored);
  (void)writeWholeFile(m_file.string(), all.dump(1) + '\n');  // without it roofs are measured again
}

Result<std::optional<Roofs>> keptOrMeasured(const RoofKeeper& keeper, bool anew, WorkContext& context,
                                            const Routines& routines) {
  if (!anew)
    if (auto kept = keeper.kept(context.device.info())) return kept;
  auto measured = measureRoofs(context, routines);
  if (measured.ok()) {
    keeper.keep(context.device.info(), measured.value());
    return std::optional<Roofs>(std::move(measured).value());
  }
  if (endsTheRun(measured.error())) return measured.error();
  return std::optional<Roofs>();
}

Result<Roofs> confirmedRoofs(const RoofKeeper& keeper, const Roofs& roofs, double flops, WorkContext& context,
                             const Routines& routines) {
  if (flops <= std::max(roofs.flops, roofs.beatenBy)) return roofs;
  const auto measured = measureRoofs(context, routines);
  if (!measured.ok() && endsTheRun(measured.error())) return measured.error();
  Roofs best = roofs;
  if (measured.ok() && measured.value().flops > best.flops) {
    best.flops = measured.value().flops;
    best.peakStep = measured.value().peakStep;
  }
  if (measured.ok() && measured.value().bytesPerSecond > best.bytesPerSecond) {
    best.bytesPerSecond = measured.value().bytesPerSecond;
    best.copyStep = measured.value().copyStep;
  }
  if (flops > best.flops) best.beatenBy = flops;
  keeper.keep(context.device.info(), best);
  return best;
}

}  // namespace strata
