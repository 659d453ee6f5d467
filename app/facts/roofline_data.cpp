#include "app/facts/roofline_data.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/facts/above_roof.h"
#include "app/facts/figure_caption.h"
#include "app/facts/published_times.h"
#include "app/facts/speed_kind.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/json_fields.h"
#include "layers/hardware/gpu_figures.h"

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

/// FLOP for each byte, and which bytes.
struct Intensity {
  double value = 0;
  Provenance kind = Provenance::Modelled;
  IntensityBytes bytes = IntensityBytes::Requested;
};

/// Of a kernel that somebody brought only where they were counted: older sessions have its operands' there.
std::optional<Figure> bytesAskedFor(const RunResult& result) {
  std::optional<Figure> asked = usableFigure(result, "global_bytes");
  return asked && (result.text.empty() || asked->provenance == Provenance::Counted) ? asked : std::nullopt;
}

/// By the bytes asked for: the work is what a speed and its time say. Without those bytes: if each moved once.
std::optional<Intensity> intensityOf(const RunResult& result, double gflops, double seconds) {
  if (const std::optional<Figure> asked = bytesAskedFor(result); asked && usable(seconds))
    return Intensity{gflops * 1e9 * seconds / asked->value, asked->provenance, IntensityBytes::Requested};
  if (const std::optional<Figure> once = usableFigure(result, "arithmetic_intensity"))
    return Intensity{once->value, once->provenance, IntensityBytes::Once};
  return std::nullopt;
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
                             .bytes = IntensityBytes::Once,
                             .intensityKind = intensity->provenance,
                             .gflops = speed->value,
                             .speedKind = speed->provenance,
                             .phase = true});
  }
  return data.points.size() > before;
}

RooflinePoint pointOf(const ViewState& state, const RunResult& result, const Intensity& intensity, double gflops,
                      std::optional<Provenance> speedKind) {
  return {.result = &result,
          .name = result.variant,
          .intensity = intensity.value,
          .bytes = intensity.bytes,
          .intensityKind = intensity.kind,
          .gflops = gflops,
          .speedKind = speedKind,
          .chosen = result.variant == chosenVariant(state)};
}

void place(RooflineData& data, const ViewState& state, const RunResult& result) {
  if (!ranWell(result)) return leaveOut(data, result, troubleText(result));
  if (placePhases(data, result)) return;
  const Figure* once = result.figure("arithmetic_intensity");
  if (once && once->value == 0) return leaveOut(data, result, std::string(text(Msg::RooflineNoFlop)));
  if (!result.gflops || !usable(*result.gflops)) return leaveOut(data, result, std::string(text(Msg::RooflineNoSpeed)));
  const std::optional<Intensity> intensity = intensityOf(result, *result.gflops, result.seconds.median);
  if (!intensity) return leaveOut(data, result, std::string(text(Msg::RooflineNoIntensity)));
  RooflinePoint& point =
      data.points.emplace_back(pointOf(state, result, *intensity, *result.gflops, kindOf(result, "gflops")));
  point.library = ofLibrary(state, result);
}

/// FLOP/s and bytes/s of a GPU by its figures.
void addSheetRoofs(RooflineData& data, const GpuFigures& gpu) {
  data.bandwidth = {"roof_bytes_per_s", gpu.memoryBandwidth.value, "bytes/s", gpu.memoryBandwidth.kind};
  if (const GpuFigure peak = gpu.peak(data.factors); peak.known())
    data.compute = {"roof_flop_per_s", peak.value, "FLOP/s", peak.kind};
}

/// The last result's count: in sessions of before all had the same, those before it have lower ones.
void takeRoofs(RooflineData& data, const RunResult& result) {
  const std::optional<Figure> bandwidth = usableFigure(result, "roof_bytes_per_s");
  if (!bandwidth) return;
  data.bandwidth = bandwidth;
  data.compute = usableFigure(result, "roof_flop_per_s");
  data.measured = roofsMeasured(result);
  data.busy = busyRoofsText(result);
}

/// A run's results multiply the same. Sessions of before that was told: fp32.
Factors factorsOf(std::span<const RunResult> results) {
  for (const RunResult& result : results)
    if (const Factors told = factorsNamed(textField(*result.details, "factors")); told != Factors::F32) return told;
  return Factors::F32;
}

/// The CPU device multiplies narrow numbers as it does fp32, which was measured.
bool ofMatrixUnits(const RooflineData& data) {
  if (!data.compute || data.factors == Factors::F32) return false;
  return !data.gpuTitle.empty() || data.compute->provenance != Provenance::Measured;
}

/// By the bytes that reach the memory of the GPU that is modelled, so that its memory roof holds. None where the
/// session does not tell, or nothing reaches it.
std::optional<Intensity> intensityThere(const ModelledRun& run) {
  const std::optional<double> bytes = run.memoryBytes();
  if (!run.gflops || !bytes || *bytes <= 0) return std::nullopt;
  return Intensity{*run.gflops * 1e9 * run.seconds / *bytes, Provenance::Modelled, IntensityBytes::OfMemory};
}

/// A step where it would be, or where others found it to be, on the GPU that is modelled.
void placeElsewhere(RooflineData& data, const ViewState& state, const RunResult& result, SpeedKind kind) {
  const Figure* once = result.figure("arithmetic_intensity");
  if (once && once->value == 0) return leaveOut(data, result, std::string(text(Msg::RooflineNoFlop)));
  if (kind == SpeedKind::Modelled && !result.modelled)
    if (std::string why = firstLineOf(whyNotModelledShort(state, result)); !why.empty())
      return leaveOut(data, result, std::move(why));
  const PublishedTime* published = kind == SpeedKind::Published ? publishedFor(state, result) : nullptr;
  if (kind == SpeedKind::Published && !published)
    return leaveOut(data, result, std::string(text(Msg::ResultsPublishedNoRow)));
  if (!result.modelled && !result.message.empty()) return leaveOut(data, result, firstLineOf(result.message));
  const double modelled = result.modelled ? result.modelled->gflops.value_or(0) : 0;
  const double gflops = published ? published->gflops.value_or(0) : modelled;
  if (!usable(gflops) || !usable(modelled)) return leaveOut(data, result, std::string(text(Msg::RooflineNoSpeed)));
  std::optional<Intensity> intensity = intensityThere(*result.modelled);
  if (!intensity) intensity = intensityOf(result, modelled, result.modelled->seconds);
  if (!intensity) return leaveOut(data, result, std::string(text(Msg::RooflineNoIntensity)));
  const Provenance speedKind = published ? Provenance::Measured : Provenance::Modelled;
  RooflinePoint& point = data.points.emplace_back(pointOf(state, result, *intensity, gflops, speedKind));
  point.elsewhere = true;
}

/// Points whose bytes are other ones than the axis leads to expect.
void nameBytes(RooflineData& data) {
  const bool onlyOnce =
      std::ranges::all_of(data.points, [](const auto& point) { return point.bytes == IntensityBytes::Once; });
  for (const RooflinePoint& point : data.points) {
    if (point.bytes == IntensityBytes::Once && !onlyOnce) data.atMost.push_back(point.name);
    if (point.bytes == IntensityBytes::Requested && point.elsewhere && point.result->modelled->memoryBytes() == 0.0)
      data.held.push_back(point.name);
  }
}

std::string whyAboveElsewhere(const RooflineData& data, const RooflinePoint& point) {
  const bool above = data.compute && isAbove(point.gflops * 1e9, data.compute->value);
  return above ? std::string(text(Msg::RooflineMatrixWhy)) : std::string();
}

}  // namespace

std::string whyAbove(const RooflinePoint& point) {
  if (!point.phase) return whyAboveRoof(*point.result, roofPassed(*point.result));
  const bool above = passesComputeRoof(*point.result, point.gflops);
  return whyAboveRoof(*point.result, above ? RoofPassed::Compute : RoofPassed::None);
}

double RooflineData::attainable(double intensity) const {
  const double slope = bandwidth->value * intensity;
  return (compute ? std::min(compute->value, slope) : slope) * 1e-9;
}

std::optional<IntensityBytes> RooflineData::bytes() const {
  std::optional<IntensityBytes> all;
  for (const RooflinePoint& point : points) {
    if (!atMost.empty() && point.bytes == IntensityBytes::Once) continue;
    if (all && *all != point.bytes) return std::nullopt;
    all = point.bytes;
  }
  return all;
}

bool RooflineData::allows(const RooflinePoint& point) const {
  return !roofs() || !isAbove(point.gflops, attainable(point.intensity));
}

RooflineData rooflineData(const ViewState& state) {
  RooflineData data;
  const SpeedKind kind = shownSpeeds(state);
  const bool here = kind == SpeedKind::Measured;
  data.factors = factorsOf(state.session.results);
  if (!here) data.gpuTitle = anyModelled(state)->gpuTitle;
  if (!here && state.session.gpu) addSheetRoofs(data, *state.session.gpu);
  bool agree = true;
  for (const RunResult& result : state.session.results) {
    if (here) takeRoofs(data, result);
    if (const auto once = usableFigure(result, "arithmetic_intensity")) {
      agree = agree && (!data.ideal || data.ideal->value == once->value);
      data.ideal = once;
    }
    here ? place(data, state, result) : placeElsewhere(data, state, result, kind);
  }
  if (const ExperimentInfo* info = state.session.experiment.get())
    std::ranges::stable_sort(data.points, {},
                             [&](const auto& each) { return ladderPlace(*info, each.result->variant); });
  nameBytes(data);
  if (ofMatrixUnits(data)) data.unit = fillText(Msg::RooflineMatrixUnits, {factorsName(data.factors)});
  for (const RooflinePoint& point : data.points) {
    if (data.roofs() && data.allows(point)) continue;
    const std::string why = here ? whyAbove(point) : whyAboveElsewhere(data, point);
    if (why.empty() && !data.allows(point)) data.cached.push_back(point.name);
    if (why.empty()) continue;
    data.faster.push_back(point.name);
    if (data.fasterWhy.empty()) data.fasterWhy = why;
  }
  if (!agree) data.ideal.reset();
  if (!data.faster.empty()) data.busy.clear();  // why it is passed tells that, too
  if (state.sight.still) data.caption = figureCaption(state);
  return data;
}

}  // namespace strata::inline facts
