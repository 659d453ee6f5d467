#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/finding_words.h"
#include "app/facts/variant_facts.h"
#include "app/facts/vendor_words.h"
#include "app/views/empty_note.h"
#include "app/views/kernel/kernel_lens.h"
#include "app/views/kernel/kernel_parts.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/base/fingerprint.h"

namespace strata::inline views {
namespace {

constexpr float kLeastReason = 150;  ///< wide, why a kernel failed

void drawNote(Canvas& canvas, Rect area, const ViewState& state, const KernelFacts& facts) {
  const Rect box = area.inset(area.w / 20, 0);
  if (facts.variant.empty())
    return drawEmptyNote(canvas, area, state, Msg::KernelEmpty, {Msg::KernelEmptyHint}, FilledBy::AnyRun);
  if (!facts.info) return drawTeachingNote(canvas, box, facts.variant, {text(Msg::KernelUnknown)});
  drawTeachingNote(canvas, box, facts.info->title, {fillText(Msg::KernelOfLibrary, {facts.variant}), facts.info->idea});
}

/// A kernel that is somebody else's, with what its launch tells.
void drawOthersKernel(Canvas& canvas, Rect area, const ViewState& state, const KernelFacts& facts) {
  const KernelLayout layout = layOutKernel(canvas, area, facts, state.sight.choices);
  const std::string whose = !facts.provider.empty() ? fillText(Msg::KernelOfOthers, {facts.provider})
                            : facts.info            ? fillText(Msg::KernelOfLibrary, {facts.variant})
                                                    : std::string(text(Msg::KernelNoSource));
  drawHeader(canvas, layout.header,
             {{std::string(text(Msg::KernelTitle)), look::title(canvas, layout.scale)},
              {facts.launch->name, look::mono(canvas, layout.scale), 1}});
  std::vector<std::string_view> quiet;
  if (facts.info) quiet.push_back(facts.info->idea);
  drawTeachingNote(canvas, layout.well, whose, quiet);
  drawKernelLaunch(canvas, layout.launch, layout.scale, state, facts);
  drawKernelOccupancy(canvas, layout.occupancy, layout.scale, state, facts);
}

bool cameWithRun(const KernelFacts& facts) {
  return facts.result && !facts.result->text.empty() && facts.result->text == facts.source;
}

/// With the fingerprint of a text that came with the run.
std::string fileWords(const KernelFacts& facts) {
  return cameWithRun(facts) || facts.cutOff
             ? fillText(Msg::KernelOwnText, {facts.variant + ".cu", fingerprint(facts.source)})
             : std::string(facts.file);
}

void drawHeaderLine(Canvas& canvas, const ViewState& state, const KernelLayout& layout, const KernelFacts& facts) {
  if (layout.header.h <= 0) return;
  const float s = layout.scale;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::KernelTitle)), look::title(canvas, s)},
                                  {facts.kernel, look::mono(canvas, s), 1},
                                  {facts.info->title, look::soft(canvas, s), 5}};
  const auto tag = [&](std::string words) {
    pieces.push_back({std::move(words), {10 * s, Face::Regular, {}}, 4, true, true});
  };
  if (facts.result && ranWell(*facts.result)) {
    pieces.push_back({speedText(*facts.result), look::mono(canvas, s), 2, true});
    tag(speedTag(*facts.result));
  }
  if (!facts.counts.empty())
    tag(std::string(text(Msg::KernelSectors)).append(" ").append(provenanceKey(Provenance::Counted)));
  const bool failed = facts.result && !ranWell(*facts.result);
  const bool namesIt = facts.kernel.empty() || facts.cutOff || (failed && cameWithRun(facts));
  pieces.push_back({fileWords(facts), look::dim(canvas, s), namesIt ? 1 : 6});
  if (facts.placesElsewhere() > 0)
    pieces.push_back(
        {fillText(Msg::KernelElsewhere, {std::to_string(facts.placesElsewhere())}), look::dim(canvas, s), 3});
  if (const std::string lensed = lensSummary(facts); !lensed.empty())
    pieces.push_back({lensed, look::small(canvas, s), 2, true});
  const auto warn = [&](std::string words) {
    HeaderPiece why{std::move(words), {11 * s, Face::Regular, canvas.theme().warning}, 2};
    why.least = kLeastReason * s;
    pieces.push_back(std::move(why));
  };
  if (failed) warn(troubleText(*facts.result));
  if (facts.cutOff) warn(std::string(text(Msg::KernelCutOff)));
  drawHeader(canvas, besideLensSwitch(canvas, layout, state), std::move(pieces));
}

/// A sentence for each place of the line.
std::string lineTooltip(const KernelFacts& facts, int line) {
  std::string lines;
  const auto add = [&](const std::string& words) { lines.append(lines.empty() ? "" : "\n").append(words); };
  KernelFacts there = facts;
  there.line = line;
  const std::string number = std::to_string(line);
  const std::vector<WarpRequest> requests = there.requests();
  for (const WarpRequest& request : requests) {
    const PlaceSums& sums = request.sums;
    if (request.place->what == "branch")
      add(fillText(Msg::KernelTipBranch, {number, formatCount(sums.branches), word(Term::Warp, facts.vocabulary)}));
    else
      add(fillText(request.place->arrays.empty() ? Msg::KernelTipPlace : Msg::KernelTipPlaceOf,
                   {request.place->space, request.place->kind(), number, formatCount(sums.requests),
                    word(Term::Warp, facts.vocabulary), request.place->arrayText()}));
    if (std::string width = widthWords(request); !width.empty()) add(width);
    if (const auto sectors = sums.sectorsPerRequest()) add(sectorsText(*sectors, sums));
    if (sums.bankWays())
      add(fillText(Msg::KernelTipBanks,
                   {formatOneDecimal(static_cast<double>(sums.wavefronts) / static_cast<double>(sums.sharedRequests)),
                    formatOneDecimal(static_cast<double>(sums.phases) / static_cast<double>(sums.sharedRequests)),
                    std::to_string(sums.worstWays)}));
    if (sums.sameAddress > 0) add(fillText(Msg::KernelTipAtomic, {std::to_string(sums.sameAddress)}));
    if (sums.turns > 0)
      add(fillText(Msg::KernelTipAtomicMean,
                   {formatOneDecimal(static_cast<double>(sums.turns) / static_cast<double>(sums.requests))}));
    if (sums.partialBranches > 0) add(fillText(Msg::KernelTipPartial, {formatCount(sums.partialBranches)}));
    add(fillText(Msg::KernelTipLanes,
                 {formatOneDecimal(sums.activeLanes().value_or(0)), std::to_string(facts.waveSize)}));
  }
  if (lines.empty()) return lines;
  if (const std::string notOf = notOfGpu(facts, requests).whole; !notOf.empty()) add(notOf);
  add(std::string(provenanceKey(Provenance::Counted)));
  return lines;
}

/// Opens the next text that has observed places.
Hit hitHeader(const ViewState& state, const KernelFacts& facts) {
  Hit hit{state.sight.selection, {}, state.sight.choices};
  for (const ObservedText& text : facts.elsewhere)
    hit.tooltip += fillText(Msg::KernelTipText, {text.file, std::to_string(text.places)}) + "\n";
  hit.tooltip += fillText(Msg::KernelTipOpen, {facts.nextFile});
  hit.choices->forgetKernel();
  hit.choices->variant = facts.variant;
  hit.choices->kernelFile = facts.nextFile;
  return hit;
}

/// Chooses the line and keeps the text where it is.
Hit hitLine(const Canvas& canvas, Rect area, const ViewState& state, const KernelFacts& facts,
            const KernelLayout& layout, int line) {
  const std::string counted = lineTooltip(facts, line);
  Hit hit{state.sight.selection, lensTooltip(facts, line), state.sight.choices};
  if (!counted.empty()) hit.tooltip.append(hit.tooltip.empty() ? "" : "\n").append(counted);
  KernelFacts then = facts;
  then.line = line;
  const int visible = layOutKernel(canvas, area, then, state.sight.choices).lineCount;
  hit.choices->variant = facts.variant;
  hit.choices->line = line;
  hit.choices->pattern = 0;
  hit.choices->kernelScroll = static_cast<float>(layout.firstLine - restingFirstLine(then, visible));
  hit.row = line;
  return hit;
}

void drawKernel(Canvas& canvas, Rect area, const ViewState& state) {
  const KernelFacts facts = kernelFacts(state);
  if (facts.lines.empty() && facts.launch) return drawOthersKernel(canvas, area, state, facts);
  if (facts.lines.empty()) return drawNote(canvas, area, state, facts);
  const KernelLayout layout = layOutKernel(canvas, area, facts, state.sight.choices);
  drawHeaderLine(canvas, state, layout, facts);
  drawLensSwitch(canvas, layout, state);
  drawKernelText(canvas, layout, facts, state.sight.pointer ? layout.lineAt(facts, *state.sight.pointer) : 0);
  drawKernelWarp(canvas, layout.warp, layout.scale, facts);
  drawKernelLaunch(canvas, layout.launch, layout.scale, state, facts);
  drawKernelOccupancy(canvas, layout.occupancy, layout.scale, state, facts);
}

std::optional<Hit> hitKernel(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const KernelFacts facts = kernelFacts(state);
  if (facts.lines.empty()) return std::nullopt;
  const KernelLayout layout = layOutKernel(canvas, area, facts, state.sight.choices);
  if (const int line = layout.lineAt(facts, at); line > 0) return hitLine(canvas, area, state, facts, layout, line);
  if (auto lens = hitLensSwitch(canvas, layout, state, at)) return lens;
  if (layout.header.contains(at) && !facts.nextFile.empty()) return hitHeader(state, facts);
  if (auto warp = hitKernelWarp(layout.warp, layout.scale, state, facts, at)) return warp;
  if (layout.launch.contains(at) && facts.finding) return Hit{state.sight.selection, findingText(*facts.finding)};
  if (layout.launch.contains(at) && facts.launch) {
    const TraceEvent& event = state.session.snapshot->event(facts.launch->event);
    return Hit{{facts.launch->event, event.call}, facts.launch->name};
  }
  if (layout.occupancy.contains(at) && facts.result && !facts.result->message.empty())
    return Hit{state.sight.selection, facts.result->message};
  return std::nullopt;
}

ViewChoices kernelScrolled(const Canvas& canvas, Rect area, const ViewState& state, float lines) {
  const KernelFacts facts = kernelFacts(state);
  const KernelLayout layout = layOutKernel(canvas, area, facts, state.sight.choices);
  const int resting = restingFirstLine(facts, layout.lineCount);
  const int last = std::max(1, static_cast<int>(facts.lines.size()) - layout.lineCount + 1);
  ViewChoices choices = state.sight.choices;
  choices.kernelScroll =
      std::clamp(choices.kernelScroll + lines, static_cast<float>(1 - resting), static_cast<float>(last - resting));
  return choices;
}

bool hasKernel(const ViewState& state) {
  const KernelFacts facts = kernelFacts(state);
  return facts.occupancy || (facts.info && !facts.lines.empty());
}

}  // namespace

const View& kernelView() {
  static const View kView{.name = "kernel",
                          .title = Msg::StudioKernel,
                          .shows = "a kernel's source with what was counted, its launch, its limits",
                          .absent = "it holds no run of a kernel whose source Strata has",
                          .order = 70,
                          .dock = ViewDock::Top,
                          .draw = drawKernel,
                          .hit = hitKernel,
                          .hasContent = hasKernel,
                          .complete = lookThroughLens,
                          .scrolled = kernelScrolled};
  return kView;
}

}  // namespace strata::inline views
