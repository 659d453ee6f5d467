#include "engine/protocol/experiment_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/protocol/json_fields.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline protocol {

namespace {

using Type = ParameterInfo::Type;

constexpr std::array<std::pair<Type, std::string_view>, 6> kTypes{{{Type::Integer, "integer"},
                                                                   {Type::Number, "number"},
                                                                   {Type::Choice, "choice"},
                                                                   {Type::Text, "text"},
                                                                   {Type::File, "file"},
                                                                   {Type::Picture, "picture"}}};

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

nlohmann::json toJson(const std::optional<ParameterInfo::UsedWith>& used) {
  if (!used) return nullptr;
  return {{"choice", used->choice}, {"values", used->values}};
}

nlohmann::json toJson(const ParameterInfo& info) {
  return {{"name", info.name},
          {"title", info.title},
          {"type", typeKey(info.type)},
          {"default", *info.defaultValue},
          {"follows", textOrNull(info.follows)},
          {"range", rangeToJson(info)},
          {"unit", textOrNull(info.unit)},
          {"choices", info.choices},
          {"help", info.help},
          {"used_with", toJson(info.usedWith)}};
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

ParameterInfo named(Type type, std::string name, std::string title, nlohmann::json defaultValue, std::string help) {
  ParameterInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.type = type;
  info.defaultValue = std::move(defaultValue);
  info.help = std::move(help);
  return info;
}

}  // namespace

ParameterInfo integerParameter(std::string name, std::string title, std::int64_t defaultValue, double min, double max,
                               std::string help) {
  ParameterInfo info = named(Type::Integer, std::move(name), std::move(title), defaultValue, std::move(help));
  info.min = min;
  info.max = max;
  return info;
}

ParameterInfo numberParameter(std::string name, std::string title, double defaultValue, double min, double max,
                              std::string help) {
  ParameterInfo info = named(Type::Number, std::move(name), std::move(title), defaultValue, std::move(help));
  info.min = min;
  info.max = max;
  return info;
}

ParameterInfo choiceParameter(std::string name, std::string title, std::vector<std::string> choices, std::string help) {
  ParameterInfo info = named(Type::Choice, std::move(name), std::move(title), choices.front(), std::move(help));
  info.choices = std::move(choices);
  return info;
}

ParameterInfo textParameter(std::string name, std::string title, std::string defaultValue, std::string help) {
  return named(Type::Text, std::move(name), std::move(title), std::move(defaultValue), std::move(help));
}

ParameterInfo fileParameter(std::string name, std::string title, std::string nothing, std::string help) {
  return withNothing(named(Type::File, std::move(name), std::move(title), "", std::move(help)), std::move(nothing));
}

ParameterInfo pictureParameter(std::string name, std::string title, std::string shipped, std::string nothing,
                               std::string help) {
  ParameterInfo info = named(Type::Picture, std::move(name), std::move(title), "", std::move(help));
  info.shipped = std::move(shipped);
  info.files = "*.pgm";
  return withNothing(std::move(info), std::move(nothing));
}

ParameterInfo withNothing(ParameterInfo info, std::string nothing) {
  info.nothing = std::move(nothing);
  return info;
}

ParameterInfo withFiles(std::string patterns, ParameterInfo info) {
  info.files = std::move(patterns);
  return info;
}

bool ParameterInfo::UsedWith::holds(const nlohmann::json& chosen) const {
  return std::ranges::any_of(values, [&](const std::string& value) { return chosen == value; });
}

ParameterInfo usedWith(std::string choice, std::vector<std::string> values, ParameterInfo info) {
  info.usedWith = {std::move(choice), std::move(values)};
  return info;
}

Result<std::vector<std::string>> chosenVariants(const ExperimentInfo& info, const std::vector<std::string>& asked) {
  std::vector<std::string> known;
  for (const VariantInfo& variant : info.variants) known.push_back(variant.name);
  for (const std::string& name : asked)
    if (std::ranges::find(known, name) == known.end())
      return Error{ErrorCode::Usage,
                   fmt::format("{} has no variant '{}'; {}", info.name, name, suggestion(name, known)), Storey::Model};
  return asked.empty() ? known : asked;
}

Result<ExperimentInfo> withKernels(ExperimentInfo info, const std::vector<OwnKernel>& kernels) {
  for (const OwnKernel& kernel : kernels) {
    if (std::ranges::find(info.variants, kernel.name, &VariantInfo::name) != info.variants.end())
      return Error{ErrorCode::Usage, fmt::format("{} has a variant '{}' already; give {} another name.", info.name,
                                                 kernel.name, kernel.file)};
    info.variants.push_back({kernel.name, kernel.file, {}, {}, {}, kernel.text, {}, kernel.like});
  }
  return info;
}

nlohmann::json toJson(const ExperimentInfo& info) {
  return {{"name", info.name},
          {"title", info.title},
          {"help", info.help},
          {"parameters", listToJson(info.parameters)},
          {"variants", listToJson(info.variants)},
          {"view", info.view}};
}

}  // namespace strata::inline protocol
