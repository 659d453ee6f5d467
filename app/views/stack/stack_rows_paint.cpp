#include "app/views/stack/stack_rows_paint.h"

#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"
#include "app/views/foreign.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kSmallestName = 7;  ///< letters below are not drawn

}  // namespace

const StoreyState* storeyState(const ViewState& state, Storey storey) {
  const auto found = std::ranges::find(state.session.storeys, storey, &StoreyState::storey);
  return found == state.session.storeys.end() ? nullptr : &*found;
}

std::string storeyIdentity(const ViewState& state, const StoreyInfo& info) {
  const StoreyState* known = storeyState(state, info.storey);
  if (!known) return {};
  if (known->name.empty())
    return known->available ? std::string(storeyWhat(state, info)) : std::string(text(Msg::NotAvailable));
  return known->version.empty() ? known->name : known->name + " " + known->version;
}

void drawStoreyName(Canvas& canvas, float s, const StackRow& row, const StoreyInfo& info, std::string_view detailText,
                    bool dim) {
  const float strip = std::min(5 * s, row.name.w / 8);
  canvas.fill({row.name.x, row.name.y, strip, row.name.h},
              dim ? mix(canvas.theme().row, info.color, 0.45f) : info.color);
  TextStyle title = look::strong(canvas, s), detail = look::dim(canvas, s);
  if (dim) title.color = canvas.theme().textDim;
  const float pad = std::min(8 * s, row.name.w / 12);
  const Rect box{row.name.x + strip + pad, row.name.y, std::max(0.f, row.name.w - strip - 1.5f * pad), row.name.h};
  const bool twoLines = row.name.h >= 38 * s;
  if (!twoLines) title.size = std::min(11 * s, row.name.h / 1.2f);
  if (title.size < kSmallestName) return;
  if (const float width = canvas.measure(info.title, title); width > box.w)
    title.size = std::max(kSmallestName, title.size * box.w / width * 0.99f);
  if (twoLines && !detailText.empty()) {
    const float half = row.name.h / 2;
    const Rect upper{box.x, row.name.y + half - 18 * s, box.w, 18 * s};
    drawLine(canvas, upper, info.title, title);
    drawLine(canvas, {box.x, upper.bottom(), box.w, 16 * s}, detailText, detail);
    return;
  }
  drawLine(canvas, box, info.title, title);
}

bool hasSecondLine(float s, const StackRow& row) {
  return row.side.h >= 38 * s;
}

float drawStoreySide(Canvas& canvas, float s, const StackRow& row, std::string_view loud, std::string_view after,
                     std::string_view second, bool dim) {
  TextStyle strong = look::strong(canvas, s), small = look::small(canvas, s);
  if (dim) strong.color = canvas.theme().textDim;
  const Rect box = row.side.inset(std::min(10 * s, row.side.w / 10), 0);
  const bool twoLines = hasSecondLine(s, row) && !second.empty();
  const Rect upper = twoLines ? Rect{box.x, box.y + box.h / 2 - 18 * s, box.w, 18 * s} : box;
  if (!hasSecondLine(s, row)) strong.size = small.size = std::min(small.size, row.side.h / 1.2f);
  if (strong.size < 7) return row.side.x;
  const float left = upper.w - canvas.measure(loud, strong) - 4 * s;
  if (canvas.measure(after, small) > left) after = after.substr(0, after.find(" · "));
  const float afterWidth = canvas.measure(after, small);
  const bool both = afterWidth <= left && !after.empty();
  if (both) drawLine(canvas, upper, after, small, Align::Right);
  drawLine(canvas, {upper.x, upper.y, upper.w - (both ? afterWidth + 4 * s : 0), upper.h}, loud, strong, Align::Right);
  if (twoLines) drawLine(canvas, {box.x, upper.bottom(), box.w, 16 * s}, second, small, Align::Right);
  const float words = canvas.measure(loud, strong) + (both ? afterWidth + 4 * s : 0);
  return box.right() - std::min(box.w, std::max(words, twoLines ? canvas.measure(second, small) : 0.f));
}

bool missing(const StoreyState* known) {
  return known && !known->available;
}

bool unreported(const ViewState& state, Storey storey) {
  const StoreyState* known = storeyState(state, storey);
  if ((known && !known->reason.empty()) || !state.session.snapshot || !state.session.snapshot->bounds()) return false;
  return state.session.snapshot->totals().slicesPerStorey[static_cast<std::size_t>(storey)] == 0;
}

void drawStoreyNote(Canvas& canvas, float s, const StackRow& row, std::string_view words, float right) {
  TextStyle note = look::dim(canvas, s);
  note.size = std::min(note.size, row.plot.h / 1.2f);
  const Rect room{row.plot.x, row.plot.y, right - row.plot.x, row.plot.h};
  if (note.size >= 7) drawLine(canvas, room.inset(10 * s, 0), words, note);
}

void drawUnspent(Canvas& canvas, float s, const StackRow& row, const ViewState& state, const StoreyInfo& info,
                 std::string_view loud) {
  const StoreyState* known = storeyState(state, info.storey);
  const bool none = missing(known);
  const float right = drawStoreySide(canvas, s, row, none ? text(Msg::NotAvailable) : loud, {},
                                     none ? std::string_view(known->remedy) : std::string_view{}, true);
  const std::string_view why = known && !known->reason.empty()  ? std::string_view(known->reason)
                               : unreported(state, info.storey) ? text(Msg::NotReported)
                                                                : storeyWhat(state, info);
  drawStoreyNote(canvas, s, row, why, right);
}

}  // namespace strata::inline views
