#include "app/views/stack/stack_switch.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/canvas/paint.h"
#include "app/facts/storey_shares.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

struct Choice {
  Msg words, tip;
  ViewChoices chosen;  ///< by a click
  bool on = false;
  Rect box = {};
};

struct LevelWords {
  Msg words, tip;
};
constexpr std::array kLevels{LevelWords{Msg::StackByOp, Msg::StackByOpTip},
                             LevelWords{Msg::StackByModule, Msg::StackByModuleTip},
                             LevelWords{Msg::StackByAnnotation, Msg::StackByAnnotationTip}};  ///< by CallLevel

/// Of all calls also their level, where the session has others than operations.
std::vector<Choice> choicesOf(const ViewState& state) {
  std::vector<Choice> all;
  if (state.sight.choices.allCalls && state.sight.shares && state.sight.shares->levels.size() > 1)
    for (const CallLevel level : state.sight.shares->levels) {
      const LevelWords& of = kLevels[static_cast<std::size_t>(level)];
      all.push_back({of.words, of.tip, state.sight.choices, state.sight.choices.level == level});
      all.back().chosen.level = level;
    }
  for (const bool allCalls : {false, true}) {
    all.push_back({allCalls ? Msg::StackAllCalls : Msg::StackFollow,
                   allCalls ? Msg::StackAllCallsTip : Msg::StackFollowTip, state.sight.choices,
                   state.sight.choices.allCalls == allCalls});
    all.back().chosen.allCalls = allCalls;
  }
  return all;
}

/// From the right end of the header; none where it is too narrow for all, or no mouse reaches them.
std::vector<Choice> placed(const Canvas& canvas, const StackLayout& layout, const ViewState& state) {
  if (!state.sight.takesClicks()) return {};
  std::vector<Choice> all = choicesOf(state);
  const float s = layout.scale;
  const auto widthOf = [&](const Choice& of) { return choiceWidth(canvas, text(of.words), 11 * s); };
  const Rect whole = layout.header;
  float right = whole.right(), total = 0;
  for (const Choice& choice : all) total += widthOf(choice);
  if (total > 0.45f * whole.w || whole.h < 12 * s) return {};
  for (auto choice = all.rbegin(); choice != all.rend(); ++choice) {
    const float width = widthOf(*choice);
    choice->box = {right - width, whole.y, width, std::min(whole.h, 18 * s)};
    right -= width + 4 * s;
  }
  return all;
}

}  // namespace

void drawStackSwitch(Canvas& canvas, const StackLayout& layout, const ViewState& state) {
  for (const Choice& choice : placed(canvas, layout, state)) {
    const bool under = state.sight.pointer && choice.box.contains(*state.sight.pointer);
    drawChoice(canvas, choice.box, text(choice.words), {11 * layout.scale, choice.on, under});
  }
}

std::optional<Hit> hitStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state, Point at) {
  for (const Choice& choice : placed(canvas, layout, state))
    if (choice.box.contains(at)) return Hit{state.sight.selection, std::string(text(choice.tip)), choice.chosen};
  return std::nullopt;
}

Rect besideStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state) {
  Rect rest = layout.header;
  const auto all = placed(canvas, layout, state);
  if (!all.empty()) rest.w = std::max(0.f, all.front().box.x - 8 * layout.scale - rest.x);
  return rest;
}

}  // namespace strata::inline views
