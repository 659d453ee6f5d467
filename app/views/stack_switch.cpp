#include "app/views/stack_switch.h"

#include <algorithm>
#include <array>

#include "app/views/paint.h"
#include "engine/base/messages.h"

namespace strata {
namespace {

struct Choice {
  Rect box;
  bool allCalls = false;
  Msg words = Msg::StackFollow;
};

Rect line(const StackLayout& layout) {
  return {layout.header.x, layout.header.y, layout.header.w, std::max(0.f, layout.header.h - 6 * layout.scale)};
}

TextStyle styleOf(const Canvas& canvas, float scale) {
  return {11 * scale, Face::Regular, canvas.theme().textSoft};
}

/// Nothing where the header is too narrow for both.
std::array<Choice, 2> choices(const Canvas& canvas, const StackLayout& layout) {
  std::array<Choice, 2> both{Choice{{}, false, Msg::StackFollow}, Choice{{}, true, Msg::StackAllCalls}};
  const float s = layout.scale, pad = 7 * s;
  const Rect whole = line(layout);
  float right = whole.right(), total = 0;
  for (const Choice& choice : both) total += canvas.measure(text(choice.words), styleOf(canvas, s)) + 2 * pad;
  if (total > 0.45f * whole.w || whole.h < 12 * s) return both;
  for (auto choice = both.rbegin(); choice != both.rend(); ++choice) {
    const float width = canvas.measure(text(choice->words), styleOf(canvas, s)) + 2 * pad;
    choice->box = {right - width, whole.y, width, std::min(whole.h, 18 * s)};
    right -= width + 4 * s;
  }
  return both;
}

}  // namespace

void drawStackSwitch(Canvas& canvas, const StackLayout& layout, const ViewState& state) {
  for (const Choice& choice : choices(canvas, layout)) {
    if (choice.box.w <= 0) continue;
    const bool on = choice.allCalls == state.choices.allCalls;
    const bool under = state.pointer && choice.box.contains(*state.pointer);
    if (on || under) canvas.fill(choice.box, canvas.theme().button, 4);
    canvas.stroke(choice.box, on ? canvas.theme().accent : canvas.theme().tagBorder, 1, 4);
    TextStyle style = styleOf(canvas, layout.scale);
    if (on) style.color = canvas.theme().textStrong;
    drawLine(canvas, choice.box.inset(4 * layout.scale, 0), text(choice.words), style, Align::Center);
  }
}

std::optional<Hit> hitStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state, Point at) {
  for (const Choice& choice : choices(canvas, layout)) {
    if (choice.box.w <= 0 || !choice.box.contains(at)) continue;
    ViewChoices next = state.choices;
    next.allCalls = choice.allCalls;
    return Hit{state.selection, std::string(text(choice.allCalls ? Msg::StackAllCallsTip : Msg::StackFollowTip)), next};
  }
  return std::nullopt;
}

Rect besideStackSwitch(const Canvas& canvas, const StackLayout& layout) {
  Rect rest = line(layout);
  const Choice first = choices(canvas, layout).front();
  if (first.box.w > 0) rest.w = std::max(0.f, first.box.x - 8 * layout.scale - rest.x);
  return rest;
}

}  // namespace strata
