#include "engine/protocol/experiment_info.h"

#include <array>
#include <utility>

#include "engine/protocol/json_fields.h"

namespace strata {

namespace {

using Type = ParameterInfo::Type;

constexpr std::array<std::pair<Type, std::string_view>, 4> kTypes{
    {{Type::Integer, "integer"}, {Type::Number, "number"}, {Type::Choice, "choice"}, {Type::Text, "text"}}};

std::string_view typeKey(Type type) {
  for (const auto& [known, key] : kTypes)
    if (known == type) return key;
  return "text";
}

nlohmann::json rangeToJson(const ParameterInfo& info) {
  if (!(info.min < info.max)) return nullptr;
  if (info.type == Type::Integer) return {static_cast<std::int64_t>(info.min), static_cast<std::int64_t>(info.max)};
  return {info.min, info.max};
}

nlohmann::json toJson(const ParameterInfo& info) {
  return {{"name", info.name},
          {"title", info.title},
          {"type", typeKey(info.type)},
          {"default", info.defaultValue},
          {"follows", textOrNull(info.follows)},
          {"range", rangeToJson(info)},
          {"unit", textOrNull(info.unit)},
          {"choices", info.choices},
          {"help", info.help}};
}

nlohmann::json toJson(const VariantInfo& info) {
  return {{"name", info.name},
          {"title", info.title},
          {"idea", info.idea},
          {"kernel", textOrNull(info.kernel)},
          {"file", textOrNull(info.file)},
          {"made_for", info.madeFor ? nlohmann::json(madeForKey(*info.madeFor)) : nlohmann::json(nullptr)}};
}

template <class T>
nlohmann::json listToJson(const std::vector<T>& items) {
  nlohmann::json json = nlohmann::json::array();
  for (const T& item : items) json.push_back(toJson(item));
  return json;
}

}  // namespace

nlohmann::json toJson(const ExperimentInfo& info) {
  return {{"name", info.name},
          {"title", info.title},
          {"help", info.help},
          {"parameters", listToJson(info.parameters)},
          {"variants", listToJson(info.variants)}};
}

}  // namespace strata
