#include "app/views/stack/storey_shares_paint.h"

#include <algorithm>
#include <array>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/range_said.h"
#include "app/facts/storey_shares.h"
#include "app/views/foreign.h"
#include "app/views/stack/stack_rows_paint.h"
#include "app/views/stack/stack_switch.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr auto kHardware = static_cast<std::size_t>(Storey::Hardware);

/// As long beside the share as the device's work is beside the calls' time; hatched, as it is no part of that time.
void drawDeviceWork(Canvas& canvas, const StackRow& row, const StoreyShares& shares) {
  const double ratio = shares.total.ns > 0 ? shares.work.time().seconds() / shares.total.seconds() : 1;
  const float height = row.plot.h * 0.14f;
  const Rect bar{row.plot.x, row.plot.bottom() - 1.5f * height, row.plot.w * static_cast<float>(std::min(1.0, ratio)),
                 height};
  drawHatch(canvas, bar, storeys()[kHardware].color);
  canvas.stroke(bar, storeys()[kHardware].color, 1);
}

void drawShare(Canvas& canvas, const StackLayout& layout, const StackRow& row, const StoreyShares& shares,
               std::size_t storey) {
  const Color color = storeys()[storey].color;
  const double share = shares.total.ns > 0 ? shares.self[storey].seconds() / shares.total.seconds() : 0;
  const Rect track = row.plot.inset(0, row.plot.h * 0.28f);
  canvas.fill(track, canvas.theme().meter, 4);
  // What took any time at all is a hair, not nothing.
  const float width = share > 0 ? std::max(2.f, track.w * static_cast<float>(share)) : 0;
  canvas.fill({track.x, track.y, std::min(width, track.w), track.h}, color, std::min(4.f, width / 2));
  const auto mean = [&](Duration all) {
    return formatDuration({shares.calls > 0 ? all.ns / static_cast<std::int64_t>(shares.calls) : 0});
  };
  const std::string own = fillText(Msg::ACall, {mean(shares.self[storey])});
  if (storey != kHardware || shares.work.count() == 0)
    return void(drawStoreySide(canvas, layout.scale, row, formatPercent(share), {}, own, false));
  drawDeviceWork(canvas, row, shares);
  drawStoreySide(canvas, layout.scale, row, formatPercent(share), own,
                 fillText(Msg::StackMeanDevice, {mean(shares.work.time())}), false);
}

std::string countOf(const StoreyShares& shares) {
  if (shares.timedOnly && shares.level == CallLevel::Op)
    return counted(shares.calls, Msg::StackOneTimedCall, Msg::StackTimedCalls);
  static constexpr std::array kOne{Msg::OneCall, Msg::StackOneModule, Msg::StackOneAnnotation};  // by CallLevel
  static constexpr std::array kMany{Msg::Calls, Msg::StackModules, Msg::StackAnnotations};
  const auto level = static_cast<std::size_t>(shares.level);
  return counted(shares.calls, kOne[level], kMany[level]);
}

std::vector<HeaderPiece> headerOf(const Canvas& canvas, float s, const ViewState& state) {
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::StackTitle)), look::title(canvas, s)},
                                  {std::string(text(Msg::StackSharesSubtitle)), look::soft(canvas, s), 3}};
  const StoreyShares* shares = state.sight.shares.get();
  if (!shares) return pieces;
  const std::string added =
      shares->calls < shares->inRange
          ? fillText(Msg::StackNewestCalls, {formatCount(shares->calls), formatCount(shares->inRange)})
          : countOf(*shares);
  pieces.push_back({added + " · " + formatDuration(shares->total), look::mono(canvas, s), 0});
  pieces.push_back({.text = std::string(text(saidOfRange(state, shares->range,
                                                         {shares->timedOnly ? Msg::StackOfRun : Msg::StackOfSession,
                                                          Msg::StackInMeasured, Msg::StackInSight, Msg::RangeBefore}))),
                    .style = look::soft(canvas, s),
                    .rank = 1,
                    .joined = true});
  if (shares->across > 0)
    pieces.push_back({.text = counted(shares->across, Msg::StackOneAcross, Msg::StackAcross),
                      .style = look::soft(canvas, s),
                      .rank = 1,
                      .joined = true});
  if (const WorkTotals& work = shares->work; work.count() > 0)
    pieces.push_back(
        {.text = fillText(Msg::StackSharesDevice, {formatDuration(work.time()), formatDuration(work.afterReturn)}),
         .style = look::mono(canvas, s),
         .rank = 2,
         .joined = true});
  if (const WorkTotals& none = shares->unassigned; none.count() > 0)
    pieces.push_back({.text = fillText(Msg::StackSharesUnassigned, {formatDuration(none.time())}),
                      .style = look::mono(canvas, s),
                      .rank = 2,
                      .joined = true});
  pieces.push_back({std::string(provenanceKey(Provenance::Measured)), {10 * s, Face::Regular, {}}, 1, true, true});
  return pieces;
}

std::string workTip(const StoreyShares& shares) {
  const WorkTotals &work = shares.work, &none = shares.unassigned;
  std::string lines;
  if (work.count() > 0)
    lines +=
        "\n" + fillText(Msg::StackSharesDeviceTip, {formatDuration(work.time()), formatDuration(work.afterReturn)});
  if (none.count() > 0)
    lines += "\n" + fillText(Msg::StackSharesUnassignedTip, {formatDuration(none.time()), formatCount(none.count()),
                                                             formatCount(shares.withoutLaunch)});
  return lines;
}

}  // namespace

void drawStoreyShares(Canvas& canvas, Rect area, const ViewState& state) {
  const StackLayout layout = layoutStack(area, nullptr);
  if (layout.header.h > 0) {
    drawHeader(canvas, besideStackSwitch(canvas, layout, state), headerOf(canvas, layout.scale, state));
    drawStackSwitch(canvas, layout, state);
  }
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const StackRow& row = layout.rows[i];
    if (row.area.h < 1 || row.area.w < 1) continue;
    const StoreyInfo& info = storeys()[i];
    canvas.fill(row.area, canvas.theme().row, std::min(6.f, row.area.h / 4));
    drawStoreyName(canvas, layout.scale, row, info, storeyIdentity(state, info), false);
    if (!state.sight.shares || state.sight.shares->calls == 0) continue;
    unreported(state, info.storey) ? drawUnspent(canvas, layout.scale, row, state, info, {})
                                   : drawShare(canvas, layout, row, *state.sight.shares, i);
  }
}

std::optional<Hit> hitStoreyShares(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const StackLayout layout = layoutStack(area, nullptr);
  if (auto hit = hitStackSwitch(canvas, layout, state, at)) return hit;
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    if (!layout.rows[i].area.contains(at)) continue;
    std::string lines(storeys()[i].title);
    lines.append("\n").append(storeyWhat(state, storeys()[i]));
    if (unreported(state, storeys()[i].storey)) {
      lines.append("\n").append(text(Msg::NotReported));
    } else if (state.sight.shares) {
      lines.append("\n").append(fillText(Msg::StackShareTip, {formatDuration(state.sight.shares->self[i])}));
      if (state.sight.shares->across > 0) lines.append("\n").append(text(Msg::StackAcrossTip));
      if (i == kHardware) lines += workTip(*state.sight.shares);
    }
    return Hit{state.sight.selection, lines};
  }
  return std::nullopt;
}

}  // namespace strata::inline views
