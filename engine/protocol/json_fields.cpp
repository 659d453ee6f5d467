#include "engine/protocol/json_fields.h"

#include <cmath>

namespace strata::inline protocol {

const nlohmann::json* field(const nlohmann::json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string textField(const nlohmann::json& object, std::string_view key, std::string_view fallback) {
  const nlohmann::json* value = field(object, key);
  return value && value->is_string() ? value->get<std::string>() : std::string(fallback);
}

bool boolField(const nlohmann::json& object, std::string_view key, bool fallback) {
  const nlohmann::json* value = field(object, key);
  return value && value->is_boolean() ? value->get<bool>() : fallback;
}

std::optional<double> numberField(const nlohmann::json& object, std::string_view key) {
  const nlohmann::json* value = field(object, key);
  if (!value || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

nlohmann::json numberOrNull(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

nlohmann::json numberOrNull(const std::optional<double>& value) {
  return value ? numberOrNull(*value) : nlohmann::json(nullptr);
}

nlohmann::json textOrNull(std::string_view text) {
  return text.empty() ? nlohmann::json(nullptr) : nlohmann::json(text);
}

std::string jsonLine(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace strata::inline protocol
