#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/canvas/canvas.h"
#include "app/present/switches.h"
#include "app/words/messages.h"

// What slides of shows and of lessons have in common. Units are logical pixels of a canvas that is enlarged for the
// back row.

namespace strata::inline present {

inline constexpr float kSlideMargin = 22, kSlideFoot = 20;

/// How much everything is enlarged at this height of the screen in pixels.
float slideScale(float height);

/// The line at the foot: on the left what it is, or what went wrong, on the right the slide's number.
struct SlideFoot {
  std::string words;
  bool problem = false;
  std::size_t index = 0, count = 0;
  float letters = 12;
  std::string_view language = {};  ///< of a lesson
  bool picture = false;            ///< nobody can press keys there
};
void drawSlideFoot(Canvas& canvas, Rect box, const SlideFoot& foot, const Switches& switches);

using KeyWords = std::pair<Msg, Msg>;  ///< a key and what it does
/// Those of a kind of slides, in a lesson's language.
struct KeyList {
  std::span<const KeyWords> keys;
  std::string_view language = {};
};
/// A slide, and over it what the presenter has switched on.
void drawSwitched(Canvas& canvas, Rect area, const Switches& switches, std::optional<Point> pointer,
                  const KeyList& keys, const std::function<void()>& slide);

}  // namespace strata::inline present
