#include "app/facts/above_roof.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/facts/wall_clock.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline facts {
namespace {

constexpr std::string_view kOnBusyMachine = "roofs_on_busy_machine";

/// "on 2026-11-26 at 02:10", by the clock of who looks at it. Older sessions note one time for both roofs.
std::string whenMeasured(const RunResult& result, std::string_view roof = {}) {
  const auto noted = [&](std::string_view name) { return integerField<std::int64_t>(*result.details, name); };
  std::int64_t seconds = roof.empty() ? 0 : noted(roof);
  if (seconds <= 0) seconds = noted("roofs_measured_at");
  const std::string when = seconds > 0 ? dateAndTimeOf(static_cast<std::time_t>(seconds)) : std::string();
  return when.empty() ? std::string(text(Msg::RoofKeptSometime)) : fillText(Msg::RoofKeptOn, {when});
}

bool measuredAnew(const RunResult& result) {
  return textField(*result.parameters, "roofs") == "anew";
}

bool isNoted(const RunResult& result, std::string_view name) {
  const nlohmann::json& noted = result.details[name];
  return noted.is_boolean() && noted.get<bool>();
}

}  // namespace

bool isAbove(double value, double roof) {
  constexpr double kBlur = 1.01;
  return value > roof * kBlur;
}

bool passesComputeRoof(const RunResult& result, double gflops) {
  const Figure* roof = result.figure("roof_flop_per_s");
  return roof && roof->value > 0 && isAbove(gflops * 1e9, roof->value);
}

RoofPassed roofPassed(const RunResult& result) {
  if (result.gflops && passesComputeRoof(result, *result.gflops)) return RoofPassed::Compute;
  for (const std::string_view name : {"share_of_roof", "share_of_copy_roof"})
    if (const Figure* share = result.figure(name); share && std::isfinite(share->value) && isAbove(share->value, 1))
      return RoofPassed::Memory;
  return RoofPassed::None;
}

std::string roofsMeasured(const RunResult& result) {
  return fillText(Msg::RoofMeasured, {whenMeasured(result)});
}

std::string busyRoofsText(const RunResult& result) {
  if (!isNoted(result, kOnBusyMachine)) return {};
  return fillText(Msg::RoofsBusy, {whenMeasured(result)});
}

std::string whyAboveRoof(const RunResult& result, RoofPassed passed) {
  if (passed == RoofPassed::None) return {};
  if (passed == RoofPassed::Compute && result.figure("roof_flop_per_s")->provenance != Provenance::Measured)
    return std::string(text(Msg::RoofOfSheet));
  const bool compute = passed == RoofPassed::Compute;
  std::string when = whenMeasured(result, compute ? "arithmetic_roof_measured_at" : "memory_roof_measured_at");
  if (isNoted(result, kOnBusyMachine)) when = fillText(Msg::RoofKeptBusily, {when});
  std::string kept = fillText(measuredAnew(result) ? Msg::RoofMadeAnew : Msg::RoofKept, {when});
  if (!compute && !isNoted(result, "fits_cache")) return kept;
  return fillText(Msg::RoofWhy, {kept, text(compute ? Msg::RoofAboveCompute : Msg::RoofAboveMemory)});
}

std::string aboveRoofText(std::span<const RunResult> results) {
  std::string names, why;
  for (const RunResult& result : results) {
    const RoofPassed passed = roofPassed(result);
    if (result.status != RunResult::Status::Ok || passed == RoofPassed::None) continue;
    names += (names.empty() ? "" : ", ") + result.variant;
    if (why.empty()) why = whyAboveRoof(result, passed);
  }
  return names.empty() ? names : fillText(Msg::RooflineFaster, {names}) + ". " + why;
}

}  // namespace strata::inline facts
