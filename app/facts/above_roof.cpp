#include "app/facts/above_roof.h"

#include <cmath>

#include "app/facts/wall_clock.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline facts {
namespace {

/// "on 2026-11-26 at 02:10", by the clock of who looks at it.
std::string whenMeasured(const RunResult& result) {
  const auto seconds = static_cast<std::time_t>(integerField<std::int64_t>(*result.details, "roofs_measured_at"));
  const std::string when = seconds > 0 ? dateAndTimeOf(seconds) : std::string();
  return when.empty() ? std::string(text(Msg::RoofKeptSometime)) : fillText(Msg::RoofKeptOn, {when});
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

std::string whyAboveRoof(const RunResult& result, RoofPassed passed) {
  if (passed == RoofPassed::None) return {};
  if (passed == RoofPassed::Compute && result.figure("roof_flop_per_s")->provenance != Provenance::Measured)
    return std::string(text(Msg::RoofOfSheet));
  return fillText(Msg::RoofKept, {whenMeasured(result),
                                  text(passed == RoofPassed::Compute ? Msg::RoofAboveCompute : Msg::RoofAboveMemory)});
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
