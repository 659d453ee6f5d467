#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace strata::inline cli {

/// The whole text as a number, finite; nothing if it is none.
template <typename Number>
std::optional<Number> numberOf(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::floating_point<Number>)
    if (!std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace strata::inline cli
