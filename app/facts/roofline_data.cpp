#include "app/facts/roofline_data.h"

#include <algorithm>
#include <cmath>

#include "app/facts/variant_facts.h"
#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

std::optional<Figure> usableFigure(const RunResult& result, std::string_view name) {
  const Figure* figure = result.figure(name);
  return figure && usable(figure->value) ? std::optional(*figure) : std::nullopt;
}

void leaveOut(RooflineData& data, const RunResult& result, std::string why) {
  const auto same = std::ranges::find(data.leftOut, why, &RooflineLeftOut::why);
  if (same != data.leftOut.end()) return same->variants.push_back(result.variant);
  data.leftOut.push_back({{result.variant}, std::move(why)});
}

/// FLOP for each byte asked of memory: the work is what speed and time say. Without those bytes: if each moved once.
std::optional<Figure> intensityOf(const RunResult& result) {
  std::optional<Figure> once = usableFigure(result, "arithmetic_intensity");
  const std::optional<Figure> asked = usableFigure(result, "global_bytes");
  if (!asked || !usable(result.seconds.median)) return once;
  const double flop = *result.gflops * 1e9 * result.seconds.median;
  return Figure{"asked_intensity", flop / asked->value, "FLOP/byte", asked->provenance};
}

/// A model's run reads a prompt and generates: two points. True if the result tells of any.
bool placePhases(RooflineData& data, const RunResult& result) {
  const std::size_t before = data.points.size();
  for (const std::string_view phase : {"prompt", "generation"}) {
    const auto speed = usableFigure(result, std::string(phase) + "_gflop_per_s");
    const auto intensity = usableFigure(result, std::string(phase) + "_intensity");
    if (speed && intensity)
      data.points.push_back({.result = &result,
                             .name = phase,
                             .intensity = intensity->value,
                             .intensityKind = intensity->provenance,
                             .gflops = speed->value,
                             .speedKind = speed->provenance,
                             .phase = true});
  }
  return data.points.size() > before;
}

void place(RooflineData& data, const ViewState& state, const RunResult& result) {
  if (!ranWell(result)) return leaveOut(data, result, troubleText(result));
  if (placePhases(data, result)) return;
  const Figure* once = result.figure("arithmetic_intensity");
  if (once && once->value == 0) return leaveOut(data, result, std::string(text(Msg::RooflineNoFlop)));
  if (!result.gflops || !usable(*result.gflops)) return leaveOut(data, result, std::string(text(Msg::RooflineNoSpeed)));
  const std::optional<Figure> intensity = intensityOf(result);
  if (!intensity) return leaveOut(data, result, std::string(text(Msg::RooflineNoIntensity)));
  data.points.push_back({.result = &result,
                         .name = result.variant,
                         .intensity = intensity->value,
                         .intensityKind = intensity->provenance,
                         .gflops = *result.gflops,
                         .speedKind = kindOf(result, "gflops"),
                         .library = ofLibrary(state, result),
                         .chosen = result.variant == chosenVariant(state)});
}

}  // namespace

double RooflineData::attainable(double intensity) const {
  return std::min(compute->value, bandwidth->value * intensity) * 1e-9;
}

bool passesComputeRoof(const RunResult& result, double gflops) {
  const auto roof = usableFigure(result, "roof_flop_per_s");
  return roof && gflops * 1e9 > roof->value * 1.01;
}

RooflineData rooflineData(const ViewState& state) {
  RooflineData data;
  bool agree = true;
  for (const RunResult& result : state.session.results) {
    if (!data.bandwidth) data.bandwidth = usableFigure(result, "roof_bytes_per_s");
    if (!data.compute) data.compute = usableFigure(result, "roof_flop_per_s");
    if (const auto once = usableFigure(result, "arithmetic_intensity")) {
      agree = agree && (!data.ideal || data.ideal->value == once->value);
      data.ideal = once;
    }
    place(data, state, result);
  }
  for (const RooflinePoint& point : data.points)
    if (passesComputeRoof(*point.result, point.gflops)) data.faster.push_back(point.name);
  if (!agree) data.ideal.reset();
  return data;
}

}  // namespace strata::inline facts
