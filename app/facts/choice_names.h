#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "app/facts/view_state.h"

namespace strata::inline facts {

// As the command line, shows, settings and pages of lessons name them, in the order of their enumerators: names stay.
inline constexpr const char* kSpeedKindNames[] = {"measured", "modelled", "published"};
inline constexpr const char* kVocabularyNames[] = {"cuda", "hip", "opencl"};
inline constexpr const char* kCallLevelNames[] = {"op", "module", "annotation"};
inline constexpr const char* kDialectNames[] = {"cuda", "hip"};

template <class Choice, std::size_t N>
std::optional<Choice> choiceNamed(const char* const (&names)[N], std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Choice>(found - std::begin(names));
}

}  // namespace strata::inline facts
