#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace strata::inline operation {

// For reading the texts of numbers that are kept beside the kernels.

/// The part up to a character, which is taken off the rest with it.
inline std::string_view takePart(std::string_view& rest, char until) {
  const std::string_view part = rest.substr(0, rest.find(until));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

/// The number that the rest begins with, which is taken off it; none if that is no number or below zero.
template <class Number>
std::optional<Number> takeNumber(std::string_view& rest) {
  Number value{};
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc{} || value < Number{}) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return value;
}

/// A number and nothing else.
template <class Number>
std::optional<Number> wholeNumber(std::string_view text) {
  const auto value = takeNumber<Number>(text);
  return text.empty() ? value : std::nullopt;
}

}  // namespace strata::inline operation
