#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace strata::inline protocol {

/// Fields of JSON that others wrote: nothing here throws, whatever the type of the value; what is absent, null or of
/// another type is the fallback.
const nlohmann::json* field(const nlohmann::json& object, std::string_view key);
std::string textField(const nlohmann::json& object, std::string_view key, std::string_view fallback = "");
bool boolField(const nlohmann::json& object, std::string_view key, bool fallback = false);
std::optional<double> numberField(const nlohmann::json& object, std::string_view key);

/// A whole number that fits into T.
template <class T>
std::optional<T> integerValue(const nlohmann::json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (std::in_range<T>(number)) return static_cast<T>(number);
  } else if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (std::in_range<T>(number)) return static_cast<T>(number);
  }
  return std::nullopt;
}

template <class T>
T integerField(const nlohmann::json& object, std::string_view key, T fallback = 0) {
  const nlohmann::json* value = field(object, key);
  return value ? integerValue<T>(*value).value_or(fallback) : fallback;
}

/// The number, or null for what JSON cannot hold (infinity, not a number).
nlohmann::json numberOrNull(double value);
nlohmann::json numberOrNull(const std::optional<double>& value);
/// The text, or null for an empty one.
nlohmann::json textOrNull(std::string_view text);

/// One line of JSON; bytes that are no UTF-8 are replaced, never thrown about.
std::string jsonLine(const nlohmann::json& json);

}  // namespace strata::inline protocol
