#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/variant_facts.h"
#include "app/facts/vendor_words.h"
#include "app/facts/warp_picture.h"
#include "app/views/kernel/kernel_parts.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"

namespace strata::inline views {
namespace {

constexpr float kFoot = 15, kCaptionShare = 0.26f;  ///< of a picture's height, at most

float letterSize(float scale) {
  return std::max(9.f, 10.5f * scale);
}

struct WarpPart {
  Rect below;  ///< the title
  std::vector<WarpRequest> requests;
  std::vector<Rect> boxes;
  bool noMean = false;  ///< there is no room for the line with the mean
  Rect foot = {};       ///< where it stands what has no room; no height: nowhere
};

/// At the foot, above which what is shown moves together as long as its words have room.
void addFoot(WarpPart& part, Rect inner, float scale) {
  const float foot = std::min(kFoot * scale, inner.h), share = (inner.h - foot) / std::max(1.f, inner.h);
  const float caption = part.boxes.empty() ? inner.h : part.boxes.front().h * share * kCaptionShare;
  if (caption < letterSize(scale) * 1.15f) return;
  part.foot = {inner.x, inner.bottom() - foot, inner.w, foot};
  for (Rect& box : part.boxes) box = {box.x, inner.y + (box.y - inner.y) * share, box.w, box.h * share};
}

bool hidesMean(const WarpPart& part, float scale, std::uint32_t waveSize) {
  return !part.boxes.empty() && part.requests.front().place->what != "branch" &&
         warpPicture(part.boxes.front(), scale, part.requests.front(), waveSize).second.h <= 0;
}

WarpPart layOutWarp(Rect box, float scale, const KernelFacts& facts) {
  const float title = std::min(20 * scale, box.h), pad = std::min(10 * scale, box.w * 0.04f);
  WarpPart part{{box.x, box.y + title, box.w, box.h - title}, facts.requests(), {}};
  const Rect inner = part.below.inset(pad, std::min(8 * scale, part.below.h * 0.1f));
  part.boxes = warpBoxes(inner, scale, part.requests.size());
  const bool all = part.boxes.size() == part.requests.size() && !hidesMean(part, scale, facts.waveSize);
  if (!all) addFoot(part, inner, scale);
  part.noMean = hidesMean(part, scale, facts.waveSize);
  return part;
}

/// Of accesses of the line, and of what they were on average; empty: all is shown.
std::string withoutRoom(const WarpPart& part) {
  const std::size_t left = part.requests.size() - part.boxes.size();
  if (left == 0) return part.noMean ? std::string(text(Msg::KernelMeanWithoutRoom)) : std::string();
  return fillText(part.noMean ? Msg::KernelBothWithoutRoom : Msg::KernelAccessesWithoutRoom, {std::to_string(left)});
}

std::string captionOf(const WarpRequest& request, const WarpPicture& picture, std::uint32_t waveSize) {
  if (request.place->what == "branch")
    return fillText(Msg::KernelWarpLanes, {std::to_string(picture.activeLanes), std::to_string(picture.lanes.size())});
  const std::string lanes = countedWords(static_cast<double>(picture.activeLanes), text(Msg::KernelLane));
  if (request.example().offsets.empty()) {
    if (const auto sectors = request.sums.sectorsPerRequest()) return sectorsText(*sectors, request.sums);
    return fillText(Msg::KernelTipLanes,
                    {formatOneDecimal(request.sums.activeLanes().value_or(0)), std::to_string(waveSize)});
  }
  if (request.place->space == "global")
    return fillText(
        Msg::KernelWarpGlobal,
        {lanes, countedWords(static_cast<double>(picture.sectors), text(Msg::KernelSector)),
         formatBytes(static_cast<double>(picture.fetchedBytes)), formatBytes(static_cast<double>(picture.usedBytes))});
  std::string words = fillText(
      Msg::KernelWarpShared,
      {lanes, countedWords(static_cast<double>(picture.banks), text(Msg::KernelBank)), std::to_string(picture.ways)});
  if (picture.phases > 1)
    words +=
        " · " + fillText(Msg::KernelWarpPhase, {std::to_string(picture.phase + 1), std::to_string(picture.phases)});
  return words;
}

/// "as 1,020 of 1,024 requests"
std::string likeWords(const WarpRequest& request) {
  const std::string all = formatCount(request.sums.requests + request.sums.branches);
  const std::uint64_t like = request.example().requests;
  std::string words = like == 0 ? fillText(Msg::KernelFirstRequest, {all})
                                : fillText(Msg::KernelLikeRequests, {formatCount(like), all});
  if (request.examples.size() > 1)
    words += " · " +
             fillText(Msg::KernelPattern, {std::to_string(request.shown + 1), std::to_string(request.examples.size())});
  return words;
}

/// What all requests were on average, and how many were as the drawn one.
std::string secondLine(const WarpRequest& request) {
  const PlaceSums& sums = request.sums;
  const std::string count = formatCount(sums.requests + sums.branches);
  if (request.example().offsets.empty()) return fillText(Msg::KernelAverage, {count});
  std::string words;
  if (const auto sectors = sums.sectorsPerRequest())
    words += fillText(Msg::KernelMeanSectors, {countedWords(std::round(*sectors * 10) / 10, text(Msg::KernelSector)),
                                               formatPartPercent(sums.usedShare().value_or(0))}) +
             " · ";
  if (const auto ways = sums.bankWays()) words += fillText(Msg::KernelMeanBanks, {formatOneDecimal(*ways)}) + " · ";
  return words + likeWords(request);
}

void drawPicture(Canvas& canvas, float scale, const WarpRequest& request, const WarpPicture& picture,
                 std::uint32_t waveSize) {
  const Theme& theme = canvas.theme();
  const Color lane = storeyInfo(Storey::Runtime).color, memory = storeyInfo(Storey::Hardware).color;
  const Color thread = mix(theme.well, theme.textDim, 0.55f);
  for (const WarpPicture::Lane& each : picture.lanes)
    for (const Point to : each.to) canvas.line({each.box.x + each.box.w / 2, each.box.bottom()}, to, thread, 0.8f);
  for (const WarpPicture::Lane& each : picture.lanes)
    canvas.fill(each.box, each.active ? lane : theme.meter, std::min(2.f, each.box.w / 4));
  for (const WarpPicture::Cell& cell : picture.cells) {
    const bool bank = request.place->space == "shared";
    const float radius = std::min({3.f, cell.box.w / 4, cell.box.h / 4});
    canvas.fill(cell.box, bank ? (cell.conflict ? theme.warning : memory) : mix(theme.well, memory, 0.3f), radius);
    for (const Rect& part : cell.used) canvas.fill(part, memory, part.w >= cell.box.w * 0.99f ? radius : 0);
  }
  const TextStyle style{letterSize(scale), Face::Regular, theme.textSoft};
  TextStyle dim = style;
  dim.color = theme.textDim;
  const std::string array = request.place->arrayText();
  drawLine(canvas, picture.caption, array + (array.empty() ? "" : " · ") + captionOf(request, picture, waveSize),
           style);
  drawLine(canvas, picture.second, secondLine(request), dim);
}

std::string titleWords(const KernelFacts& facts, const std::vector<WarpRequest>& requests) {
  if (requests.empty()) return {};
  const ObservedPlace& place = *requests.front().place;
  const std::string line = std::to_string(facts.line);
  if (place.what == "branch") return fillText(Msg::KernelWarpBranch, {line});
  return fillText(Msg::KernelWarpOf, {place.space, place.kind(), line});
}

/// "4 B in sm_90"; empty where nobody says how wide.
std::string titleWidth(const std::vector<WarpRequest>& requests) {
  if (requests.empty() || requests.front().place->widthOf.empty()) return {};
  const ObservedPlace& place = *requests.front().place;
  const std::string code = place.compiledWidth();
  const Msg width = code.empty() ? Msg::KernelByText : Msg::KernelByCompiler;
  return fillText(width, {std::to_string(place.example.bytes), code});
}

/// The widths are kept of one architecture's code.
bool isOfKeptCode(const ModelledGpu& gpu, const ObservedPlace& place) {
  return !place.widthOf.starts_with("sm_") || gpu.architecture.starts_with(place.widthOf);
}

std::string whyNoRequests(const KernelFacts& facts) {
  if (!facts.counts.empty()) return fillText(Msg::KernelChooseLine, {word(Term::Warp, facts.vocabulary)});
  if (facts.resultToCome) return std::string(text(Msg::KernelCountsToCome));
  if (facts.result && !ranWell(*facts.result)) {
    if (facts.result->error && !facts.result->error->withinLimit())
      return std::string(text(Msg::KernelNotCountedWrong));
    std::string why = firstLineOf(facts.result->message);
    if (why.ends_with('.')) why.pop_back();  // the sentence has its own
    if (!why.empty()) return fillText(Msg::KernelNotCounted, {why});
  }
  return std::string(text(facts.ofExperiment ? Msg::KernelNotObserved : Msg::KernelNotObservedHere));
}

/// Lines about the lane under the point; empty if there is none.
std::string laneTooltip(const WarpPicture& picture, const WarpExample& example, Point at) {
  for (std::size_t lane = 0; lane < example.offsets.size(); ++lane) {
    if (!picture.lanes[lane].box.contains(at)) continue;
    if (example.offsets[lane] < 0) return fillText(Msg::KernelTipIdle, {std::to_string(lane)});
    if (example.bytes == 0) return fillText(Msg::KernelTipTookPart, {std::to_string(lane)});
    return fillText(Msg::KernelTipLane, {std::to_string(lane), std::to_string(example.bytes),
                                         formatCount(static_cast<std::uint64_t>(example.offsets[lane]))});
  }
  return {};
}

}  // namespace

void drawKernelWarp(Canvas& canvas, Rect box, float scale, const KernelFacts& facts) {
  if (box.h <= 0 || box.w <= 0) return;
  const WarpPart part = layOutWarp(box, scale, facts);
  const bool observed = !facts.counts.empty();
  const std::string missing = withoutRoom(part);
  drawPartTitle(canvas, box, scale, withCapital(word(Term::Warp, facts.vocabulary)),
                part.foot.h > 0 || missing.empty() ? titleWords(facts, part.requests) : missing,
                observed ? provenanceKey(Provenance::Counted) : std::string_view{}, titleWidth(part.requests),
                notOfGpu(facts, part.requests).brief);
  const Rect well = part.below;
  if (well.h < 12) return;
  canvas.fill(well, canvas.theme().well, 5);
  canvas.stroke(well, canvas.theme().wellBorder, 1, 5);
  if (part.requests.empty()) {
    return drawTeachingNote(canvas, well.inset(std::min(12.f, well.w * 0.05f), 2), {}, {whyNoRequests(facts)});
  }
  for (std::size_t i = 0; i < part.boxes.size(); ++i)
    drawPicture(canvas, scale, part.requests[i], warpPicture(part.boxes[i], scale, part.requests[i], facts.waveSize),
                facts.waveSize);
  if (part.foot.h > 0) drawLine(canvas, part.foot, missing, {letterSize(scale), Face::Regular, canvas.theme().textDim});
}

std::optional<Hit> hitKernelWarp(Rect box, float scale, const ViewState& state, const KernelFacts& facts, Point at) {
  if (!box.contains(at)) return std::nullopt;
  const WarpPart part = layOutWarp(box, scale, facts);
  for (std::size_t i = 0; i < part.boxes.size(); ++i) {
    const WarpRequest& request = part.requests[i];
    if (!part.boxes[i].contains(at) || request.example().offsets.empty()) continue;
    Hit hit{state.sight.selection,
            laneTooltip(warpPicture(part.boxes[i], scale, request, facts.waveSize), request.example(), at)};
    const auto add = [&](std::string_view words) {
      hit.tooltip.append(hit.tooltip.empty() || words.empty() ? "" : "\n").append(words);
    };
    add(part.noMean ? secondLine(request) : likeWords(request));
    add(widthWords(request));
    add(notOfGpu(facts, {&request, 1}).whole);
    if (request.examples.size() < 2) return hit;
    add(text(Msg::KernelTipPattern));
    hit.choices = state.sight.choices;
    hit.choices->line = facts.line;
    hit.choices->pattern = static_cast<int>(request.shown + 1);
    return hit;
  }
  return std::nullopt;
}

std::string widthWords(const WarpRequest& request) {
  const ObservedPlace& place = *request.place;
  if (place.widthOf.empty()) return {};
  const std::string code = place.compiledWidth();
  return fillText(code.empty() ? Msg::KernelWidthOfText : Msg::KernelWidthCompiled,
                  {std::to_string(place.example.bytes), code});
}

NotOfGpu notOfGpu(const KernelFacts& facts, std::span<const WarpRequest> requests) {
  const auto& gpu = facts.modelledOn;
  if (!gpu || requests.empty()) return {};
  if (!gpu->ofNvidia)
    return {fillText(Msg::KernelNotOf, {gpu->architecture}),
            fillText(Msg::KernelTipOtherGpu,
                     {gpu->title, word(Term::Warp, facts.vocabulary), std::to_string(gpu->waveSize)})};
  const auto other =
      std::ranges::find_if(requests, [&](const WarpRequest& each) { return !isOfKeptCode(*gpu, *each.place); });
  if (other == requests.end()) return {};
  return {std::string(text(Msg::KernelForNvidia)),
          fillText(Msg::KernelTipKeptCode, {other->place->widthOf, gpu->title, gpu->architecture})};
}

}  // namespace strata::inline views
