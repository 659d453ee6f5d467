#pragma once

#include <QKeyCombination>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/words/messages.h"

namespace strata::inline studio {

using Docks = std::set<std::string_view>;

struct LayoutPreset {
  std::string_view name;
  Msg title;
  QKeyCombination key;
  std::optional<Docks> open;            ///< docks, without "Dock"; none: those open at first
  std::vector<std::string_view> front;  ///< of the tabs of their places, the most important first
  bool projector = false;               ///< large type, nothing beside the timeline
  /// Docks that stand elsewhere than at first: each behind another.
  std::vector<std::pair<std::string_view, std::string_view>> behind = {};
  bool oneWhereLow = false;  ///< in a low window one view is above the timeline and none below, whose lanes have names
};

/// The ready-made layouts; the first is that of a new window.
std::span<const LayoutPreset> layoutPresets();
/// nullptr: there is none.
const LayoutPreset* presetNamed(std::string_view name);

}  // namespace strata::inline studio
