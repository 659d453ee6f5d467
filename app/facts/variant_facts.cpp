#include "app/facts/variant_facts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/canvas/format.h"
#include "app/facts/above_roof.h"
#include "app/facts/event_text.h"
#include "app/facts/own_kernels.h"
#include "app/facts/published_times.h"
#include "app/facts/selections.h"
#include "app/facts/speed_kind.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"
#include "layers/hardware/gpu_model/gpu_machine.h"

namespace strata::inline facts {
namespace {

std::string seconds(double value) {
  return formatDuration({std::llround(value * 1e9)});
}

void addLine(std::string& lines, std::string_view words, std::optional<Provenance> kind = {}) {
  if (words.empty()) return;
  if (!lines.empty()) lines += '\n';
  lines.append(words);
  if (kind) lines.append(" ").append(provenanceKey(*kind));
}

void addFigure(std::string& lines, Msg words, const Figure* figure) {
  if (figure) addLine(lines, fillText(words, {formatPercent(figure->value)}), figure->provenance);
}

}  // namespace

bool usable(double value) {
  return std::isfinite(value) && value > 0;
}

std::string_view chosenVariant(const ViewState& state) {
  if (findResult(state, state.sight.choices.variant) || findVariantInfo(state, state.sight.choices.variant))
    return state.sight.choices.variant;
  const RunResult* result = resultOfCall(state.session.results, state.sight.selection.call);
  return result ? std::string_view(result->variant) : std::string_view();
}

std::string_view shownVariant(const ViewState& state, const Selection* named) {
  if (const std::string_view chosen = chosenVariant(state); !chosen.empty()) return chosen;
  const CallId call = named ? named->call : kernelSelection(state).call;
  if (const RunResult* before = resultOfCall(state.session.results, call)) return before->variant;
  for (const RunResult& result : state.session.results)
    if (ranWell(result) && !ofLibrary(state, result)) return result.variant;
  return state.session.results.empty() ? std::string_view{} : state.session.results.front().variant;
}

const RunResult* resultOfCall(const std::vector<RunResult>& results, CallId call) {
  const auto number = static_cast<std::uint32_t>(call);
  const auto found = std::ranges::find_if(results, [number](const RunResult& result) {
    return number != 0 && result.firstCall <= number && number <= result.lastCall;
  });
  return found == results.end() ? nullptr : &*found;
}

const RunResult* findResult(const ViewState& state, std::string_view variant) {
  const auto found = std::ranges::find(state.session.results, variant, &RunResult::variant);
  return found == state.session.results.end() ? nullptr : &*found;
}

const VariantInfo* findVariantInfo(const ViewState& state, std::string_view variant) {
  if (!state.session.experiment || variant.empty()) return nullptr;
  const auto found = std::ranges::find(state.session.experiment->variants, variant, &VariantInfo::name);
  return found == state.session.experiment->variants.end() ? nullptr : &*found;
}

std::size_t ladderPlace(const ExperimentInfo& info, std::string_view variant) {
  const auto found = std::ranges::find(info.variants, variant, &VariantInfo::name);
  return static_cast<std::size_t>(found - info.variants.begin());
}

std::shared_ptr<const ExperimentInfo> withOwnKernels(std::shared_ptr<const ExperimentInfo> experiment,
                                                     const std::vector<RunResult>& results,
                                                     const std::vector<OwnKernel>& sent) {
  if (!experiment) return experiment;
  std::shared_ptr<ExperimentInfo> more;
  const auto known = [&](const std::string& variant) {
    const std::vector<VariantInfo>& variants = (more ? more : experiment)->variants;
    return std::ranges::find(variants, variant, &VariantInfo::name) != variants.end();
  };
  for (const RunResult& result : results) {
    if (result.text.empty() || known(result.variant)) continue;
    if (!more) more = std::make_shared<ExperimentInfo>(*experiment);
    const auto observed = std::ranges::find_if(result.places, [&](const ObservedPlace& place) {
      const bool asWritten = place.file.find('/') == std::string::npos;
      return asWritten || place.file.ends_with("/" + result.variant + ".cuh");  // that of older sessions
    });
    const std::string file = observed == result.places.end() ? result.variant + ".cu" : observed->file;
    more->variants.push_back({result.variant, {}, {}, result.variant, file, result.text, {}, result.like});
  }
  for (const OwnKernel& kernel : sent) {
    if (known(kernel.name)) continue;
    if (!more) more = std::make_shared<ExperimentInfo>(*experiment);
    more->variants.push_back({kernel.name, {}, {}, kernel.name, kernel.file, kernel.text, {}, kernel.like});
  }
  return more ? more : experiment;
}

bool ofLibrary(const ViewState& state, const RunResult& result) {
  const VariantInfo* info = findVariantInfo(state, result.variant);
  return info && info->kernel.empty();
}

std::string_view libraryOfShares(std::span<const RunResult> results) {
  const auto whole = std::ranges::find(results, std::optional(1.0), &RunResult::shareOfLibrary);
  return whole == results.end() ? std::string_view{} : whole->variant;
}

std::string shareHead(std::string_view library) {
  return fillText(Msg::ResultsShareOf, {library.empty() ? text(Msg::ResultsLibrary) : library});
}

std::string shareHead(const ViewState& state) {
  const std::string_view shown = libraryOfShares(state.session.results);
  return shareHead(shown.empty() ? state.session.library : shown);
}

std::string_view madeForWord(const ViewState& state, const RunResult& result) {
  const VariantInfo* info = findVariantInfo(state, result.variant);
  if (!info || !info->madeFor) return {};
  switch (*info->madeFor) {
    case MadeFor::Both: return text(Msg::MadeForBoth);
    case MadeFor::Gpus: return text(Msg::MadeForGpus);
    case MadeFor::Processors: return text(Msg::MadeForProcessors);
  }
  return {};
}

bool ranWell(const RunResult& result) {
  return result.status == RunResult::Status::Ok && !result.torn();
}

bool launchedNothing(const SessionFacts& session) {
  if (session.lost) return !session.part || session.part->length().ns <= 0;
  const auto neverBegun = [](const RunResult& result) {
    const bool refused = result.status == RunResult::Status::NotRun || result.status == RunResult::Status::Unsupported;
    return result.neverRan() || (refused && !result.modelled && !result.leftOut());
  };
  return std::ranges::any_of(session.results, &RunResult::neverRan) && std::ranges::all_of(session.results, neverBegun);
}

std::string_view otherRunOf(const SessionFacts& session, CallId call) {
  const auto found = std::ranges::find_if(
      session.otherRuns, [call](const RunCalls& run) { return call >= run.first && call <= run.last; });
  return found == session.otherRuns.end() ? std::string_view() : std::string_view(found->title);
}

std::optional<Provenance> kindOf(const RunResult& result, std::string_view field) {
  const auto found = result.kinds.find(std::string(field));
  return found == result.kinds.end() ? std::nullopt : std::optional(found->second);
}

std::string speedText(const RunResult& result) {
  if (result.gflops) return formatFlopRate(*result.gflops);
  if (result.gbytesPerSecond) return formatByteRate(*result.gbytesPerSecond * 1e9);
  return result.seconds.repeats > 0 ? seconds(result.seconds.median) : std::string();
}

std::optional<Provenance> speedKind(const RunResult& result) {
  return kindOf(result, result.gflops ? "gflops" : result.gbytesPerSecond ? "gbytes_per_s" : "seconds");
}

Msg speedWord(bool ofBytes, Provenance kind) {
  return ofBytes && kind != Provenance::Measured ? Msg::ResultsBytesKind : Msg::ResultsBarKind;
}

std::string speedTag(const RunResult& result) {
  const auto kind = speedKind(result);
  if (!kind) return {};
  const Msg word = speedWord(!result.gflops && result.gbytesPerSecond, *kind);
  return std::string(text(word)) + " " + std::string(provenanceKey(*kind));
}

std::string troubleText(const RunResult& result) {
  if (ranWell(result)) return {};
  std::string why = firstLineOf(result.message);
  const bool saysItself =
      result.torn() || result.status == RunResult::Status::NotRun || result.status == RunResult::Status::Stopped;
  if (saysItself || result.leftOut()) return why;
  const Msg word = result.status == RunResult::Status::Failed ? Msg::VariantFailed : Msg::VariantUnsupported;
  return why.empty() ? std::string(text(word)) : std::string(text(word)) + ": " + why;
}

std::string whyNotModelled(const ViewState& state, const RunResult& result) {
  if (ofLibrary(state, result)) return std::string(text(Msg::ResultsNotModelled));
  return result.text.empty() ? result.message : std::string(text(Msg::OwnNotModelled));
}

std::string whyNotModelledShort(const ViewState& state, const RunResult& result) {
  if (result.text.empty() || ofLibrary(state, result)) return whyNotModelled(state, result);
  return std::string(text(Msg::OwnNotModelledShort));
}

std::string boundWords(std::string_view bound) {
  static constexpr std::pair<std::string_view, Msg> kWords[] = {
      {"memory", Msg::BoundMemory},      {"last_cache", Msg::BoundLastCache},  {"l2", Msg::BoundL2},
      {"load_unit", Msg::BoundLoadUnit}, {"arithmetic", Msg::BoundArithmetic}, {"matrix", Msg::BoundMatrix},
      {"issue", Msg::BoundIssue},        {"latency", Msg::BoundLatency},       {"launch", Msg::BoundLaunch},
      {"alone", Msg::BoundAlone},
  };
  for (const auto& [key, word] : kWords)
    if (key == bound) return std::string(text(word));
  return std::string(bound);
}

std::string variantTooltip(const ViewState& state, const RunResult& result) {
  std::string lines = result.variant;
  if (const VariantInfo* info = findVariantInfo(state, result.variant)) {
    if (!info->title.empty()) lines.append(" · ").append(info->title);
    addLine(lines, info->idea);
  }
  if (const auto madeFor = madeForWord(state, result); !madeFor.empty())
    addLine(lines, fillText(Msg::VariantMadeFor, {madeFor}));
  addLine(lines, troubleText(result));
  if (result.gflops) addLine(lines, formatFlopRate(*result.gflops), kindOf(result, "gflops"));
  if (result.gbytesPerSecond)
    addLine(lines, formatByteRate(*result.gbytesPerSecond * 1e9), kindOf(result, "gbytes_per_s"));
  const RunResult::Seconds& s = result.seconds;
  if (s.repeats > 0)
    addLine(lines,
            fillText(Msg::VariantSpread,
                     {seconds(s.median), seconds(s.min), seconds(s.max), std::to_string(s.repeats), s.clock}),
            kindOf(result, "seconds"));
  if (const Figure* launched = result.figure("time_as_launched"))
    addLine(lines, fillText(Msg::VariantAsLaunched, {seconds(launched->value)}), launched->provenance);
  if (result.shareOfLibrary)
    addLine(lines, fillText(Msg::ShareOfLibrary, {formatPercent(*result.shareOfLibrary)}),
            kindOf(result, "share_of_library"));
  addFigure(lines, Msg::ShareOfRoof, result.figure("share_of_roof"));
  addLine(lines, whyAboveRoof(result, roofPassed(result)));
  if (!result.text.empty() && !result.modelled && anyModelled(state)) addLine(lines, whyNotModelled(state, result));
  if (const auto& modelled = result.modelled) {
    addLine(lines,
            modelled->gpuTitle + ": " +
                fillText(Msg::ModelBound, {seconds(modelled->seconds), boundWords(modelled->bound)}),
            Provenance::Modelled);
    for (const ModelledRun::Part& part : modelled->only)
      addLine(lines, fillText(Msg::ModelOnly, {boundWords(part.bound), seconds(part.seconds)}));
    if (state.session.gpu)
      addLine(lines, fillText(Msg::ModelTogether, {formatNumber(constantsOf(*state.session.gpu).overlap)}));
    if (!modelled->basis.empty()) addLine(lines, fillText(Msg::ModelBasis, {modelled->basis}));
    if (!modelled->code.empty()) addLine(lines, fillText(Msg::ModelCode, {modelled->code}));
    if (const std::uint64_t bytes = modelled->spillBytes(); bytes > 0)
      addLine(lines, fillText(Msg::ModelSpills, {std::to_string(bytes)}));
    if (modelled->countedLanes > 0) addLine(lines, fillText(Msg::ModelLanes, {std::to_string(modelled->countedLanes)}));
    addLine(lines, publishedBeside(state, result));
    if (const PublishedTime* published = publishedFor(state, result); published && !published->where.empty())
      addLine(lines, fillText(Msg::PublishedWhere, {published->where}));
  }
  if (result.error)
    addLine(lines,
            fillText(Msg::VariantCheck, {result.error->metric, formatNumber(result.error->value, 2),
                                         formatNumber(result.error->limit, 2)}),
            kindOf(result, "error"));
  return lines;
}

std::string variantInWords(const RunResult& result) {
  if (!ranWell(result)) return result.variant + ": " + troubleText(result);
  std::string lines;
  addLine(lines, speedText(result), speedKind(result));
  if (result.shareOfLibrary)
    addLine(lines, fillText(Msg::ShareOfLibrary, {formatPercent(*result.shareOfLibrary)}),
            kindOf(result, "share_of_library"));
  addFigure(lines, Msg::ShareOfRoof, result.figure("share_of_roof"));
  for (auto at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at)) lines.replace(at, 1, ", ");
  return result.variant + ": " + lines;
}

void chooseVariant(ViewChoices& choices, const ViewState& state, const std::string& variant) {
  choices.variant = variant;
  if (variant != shownVariant(state)) choices.forgetKernel();
}

Hit hitVariant(const ViewState& state, const RunResult& result, std::string tooltip) {
  Hit hit{state.sight.selection, std::move(tooltip), state.sight.choices};
  chooseVariant(*hit.choices, state, result.variant);
  const CallId call{result.medianCall};
  if (state.session.snapshot && state.session.snapshot->call(call))
    hit.selection = selectionOf(*state.session.snapshot, call);
  return hit;
}

}  // namespace strata::inline facts
