#include "app/views/storey_shares.h"

#include <algorithm>

#include "app/views/color_math.h"
#include "app/views/format.h"
#include "app/views/paint.h"
#include "app/views/stack_rows_paint.h"
#include "app/views/stack_switch.h"
#include "engine/base/messages.h"
#include "engine/trace/trace_query.h"

namespace strata {
namespace {

void drawShare(Canvas& canvas, const StackLayout& layout, const StackRow& row, const StoreyShares& shares,
               std::size_t storey) {
  const Color color = storeys()[storey].color;
  const double share = shares.total.ns > 0 ? shares.self[storey].seconds() / shares.total.seconds() : 0;
  const Rect track = row.plot.inset(0, row.plot.h * 0.28f);
  canvas.fill(track, canvas.theme().meter, 4);
  // What took any time at all is a hair, not nothing.
  const float width = share > 0 ? std::max(2.f, track.w * static_cast<float>(share)) : 0;
  canvas.fill({track.x, track.y, std::min(width, track.w), track.h}, color, std::min(4.f, width / 2));
  const Duration mean{shares.calls > 0 ? shares.self[storey].ns / static_cast<std::int64_t>(shares.calls) : 0};
  drawStoreySide(canvas, layout.scale, row, formatPercent(share), {},
                 fillText(Msg::StackMeanSelf, {formatDuration(mean)}), false);
}

std::vector<HeaderPiece> headerOf(const Canvas& canvas, float s, const StoreyShares* shares) {
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::StackTitle)), look::title(canvas, s)},
                                  {std::string(text(Msg::StackSharesSubtitle)), look::soft(canvas, s), 2}};
  if (!shares) return pieces;
  const std::string counted =
      shares->calls < shares->inRange
          ? fillText(Msg::StackNewestCalls, {formatCount(shares->calls), formatCount(shares->inRange)})
          : fillText(Msg::Calls, {formatCount(shares->calls)});
  pieces.push_back({counted + " · " + formatDuration(shares->total), look::mono(canvas, s), 0});
  pieces.push_back({std::string(provenanceKey(Provenance::Measured)), {10 * s, Face::Regular, {}}, 1, true, true});
  return pieces;
}

}  // namespace

StoreyShares storeySharesOf(const TraceSnapshot& snapshot, TimeRange range, std::size_t most) {
  StoreyShares shares;
  for (std::size_t i = snapshot.callCount(); i > 0; --i) {
    const CallId id{static_cast<std::uint32_t>(i)};
    const auto call = snapshot.call(id);
    if (!call || call->begin >= range.end || call->end <= range.begin || snapshot.event(call->top).open()) continue;
    if (++shares.inRange > most) continue;
    ++shares.calls;
    const auto times = storeyTimes(snapshot, id);
    for (std::size_t storey = 0; storey < kStoreyCount; ++storey) {
      shares.self[storey] += times[storey];
      shares.total += times[storey];
    }
  }
  return shares;
}

void drawStoreyShares(Canvas& canvas, Rect area, const ViewState& state) {
  const StackLayout layout = layoutStack(area, nullptr);
  if (layout.header.h > 0) {
    drawHeader(canvas, besideStackSwitch(canvas, layout), headerOf(canvas, layout.scale, state.shares.get()));
    drawStackSwitch(canvas, layout, state);
  }
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const StackRow& row = layout.rows[i];
    if (row.area.h < 1 || row.area.w < 1) continue;
    const StoreyInfo& info = storeys()[i];
    canvas.fill(row.area, canvas.theme().row, std::min(6.f, row.area.h / 4));
    drawStoreyName(canvas, layout.scale, row, info, storeyIdentity(storeyState(state, info.storey), info), false);
    if (state.shares && state.shares->calls > 0) drawShare(canvas, layout, row, *state.shares, i);
  }
}

std::optional<Hit> hitStoreyShares(const Canvas&, Rect area, const ViewState& state, Point at) {
  const StackLayout layout = layoutStack(area, nullptr);
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    if (!layout.rows[i].area.contains(at)) continue;
    std::string lines(storeys()[i].title);
    lines.append("\n").append(storeys()[i].what);
    if (state.shares) lines.append("\n").append(fillText(Msg::StackShareTip, {formatDuration(state.shares->self[i])}));
    return Hit{state.selection, lines};
  }
  return std::nullopt;
}

}  // namespace strata
