#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "engine/base/text_parts.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/nearest_name.h"
#include "engine/protocol/number_as_written.h"
#include "engine/protocol/workload.h"

namespace strata::inline protocol {

namespace {

using Type = ParameterInfo::Type;

std::string shown(const nlohmann::json& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  constexpr std::size_t kLongest = 80;
  std::string text = jsonLine(value);
  if (text.size() > kLongest) text = "a long text";
  return text;
}

std::string bound(const ParameterInfo& info, double value) {
  return info.type == Type::Integer ? fmt::format("{:.0f}", value) : fmt::format("{:g}", value);
}

std::string expected(const ParameterInfo& info) {
  if (info.type == Type::Text) return "a text";
  if (info.type == Type::File || info.type == Type::Picture) return "a file's name";
  if (info.type == Type::Choice) return fmt::format("one of {}", fmt::join(info.choices, ", "));
  std::string text = info.type == Type::Integer ? "a whole number" : "a number";
  if (info.min < info.max) text += fmt::format(" from {} to {}", bound(info, info.min), bound(info, info.max));
  return info.unit.empty() ? text : fmt::format("{} ({})", text, info.unit);
}

bool inRange(const ParameterInfo& info, double value) {
  return !(info.min < info.max) || (value >= info.min && value <= info.max);
}

/// A whole number, also where it was written as 256.0; nullopt for anything else or beyond 64 bits.
std::optional<nlohmann::json> wholeNumber(const nlohmann::json& value) {
  if (const auto integer = integerValue<std::int64_t>(value)) return nlohmann::json(*integer);
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  constexpr double kBeyond = 9.2e18;
  if (!(std::abs(number) < kBeyond) || std::floor(number) != number) return std::nullopt;
  return nlohmann::json(static_cast<std::int64_t>(number));
}

/// The choice as it is written, or else the one that differs in capitals alone; nullopt where there is none.
std::optional<nlohmann::json> chosen(const std::vector<std::string>& choices, const nlohmann::json& value) {
  if (!value.is_string()) return std::nullopt;
  const auto wanted = value.get<std::string>();
  if (std::ranges::find(choices, wanted) != choices.end()) return std::optional(value);
  const auto alike = [](const std::string& choice) { return lowered(choice); };
  const auto found = std::ranges::find(choices, lowered(wanted), alike);
  return found == choices.end() ? std::nullopt : std::optional<nlohmann::json>(*found);
}

/// The value in the type of the parameter, or nullopt where it does not fit.
std::optional<nlohmann::json> accepted(const ParameterInfo& info, const nlohmann::json& value) {
  switch (info.type) {
    case Type::Integer: {
      const auto number = wholeNumber(value);
      return number && inRange(info, number->get<double>()) ? number : std::nullopt;
    }
    case Type::Number:
      if (!value.is_number() || !inRange(info, value.get<double>())) return std::nullopt;
      return value.get<double>();
    case Type::Text:
    case Type::File:
    case Type::Picture: break;
    case Type::Choice: return chosen(info.choices, value);
  }
  return value.is_string() ? std::optional(value) : std::nullopt;
}

/// "; write 0.8": where a number came as a text.
std::string betterWritten(const ParameterInfo& info, const nlohmann::json& value) {
  const bool whole = info.type == Type::Integer;
  if (!value.is_string() || (!whole && info.type != Type::Number)) return {};
  const std::string written = numberAsWritten(value.get<std::string>(), whole);
  return written.empty() ? written : "; write " + written;
}

class Resolver {
 public:
  Resolver(const ExperimentInfo& info, const nlohmann::json& given) : m_info(info), m_given(given) {}

  Result<nlohmann::json> resolve() {
    STRATA_TRY(refuseUnknown());
    for (const bool following : {false, true})  // blame the followed one first
      for (const ParameterInfo& parameter : m_info.parameters)
        if (follows(parameter) == following) STRATA_TRY(take(parameter));
    return std::move(m_values);
  }

 private:
  Result<void> take(const ParameterInfo& parameter) {
    const nlohmann::json* value = valueOf(parameter, m_info.parameters.size());
    const auto fitting = value ? accepted(parameter, *value) : std::nullopt;
    if (!fitting) return misfit(parameter, value);
    m_values[parameter.name] = *fitting;
    return {};
  }

  const nlohmann::json* givenValue(const ParameterInfo& parameter) const {
    const nlohmann::json* value = field(m_given, parameter.name);
    return value && !value->is_null() ? value : nullptr;
  }

  bool follows(const ParameterInfo& parameter) const {
    return !givenValue(parameter) && parameter.defaultValue->is_null() && !parameter.follows.empty();
  }

  Result<void> refuseUnknown() const {
    if (!m_given.is_object()) return Error{ErrorCode::Usage, "Parameters must be names with values."};
    std::vector<std::string> names;
    for (const ParameterInfo& parameter : m_info.parameters) names.push_back(parameter.name);
    for (const auto& [name, value] : m_given.items())
      if (!find(name))
        return Error{ErrorCode::Usage,
                     fmt::format("{} has no parameter '{}'; {}", m_info.name, name, suggestion(name, names))};
    return {};
  }

  const ParameterInfo* find(std::string_view name) const {
    for (const ParameterInfo& parameter : m_info.parameters)
      if (parameter.name == name) return &parameter;
    return nullptr;
  }

  /// Given, or the default, or what the parameter followed has, at most `hops` steps away.
  const nlohmann::json* valueOf(const ParameterInfo& parameter, std::size_t hops) const {
    if (const nlohmann::json* value = givenValue(parameter)) return value;
    if (!parameter.defaultValue->is_null()) return &*parameter.defaultValue;
    const ParameterInfo* followed = find(parameter.follows);
    return followed && hops > 0 ? valueOf(*followed, hops - 1) : nullptr;
  }

  Error misfit(const ParameterInfo& parameter, const nlohmann::json* value) const {
    std::string text =
        fmt::format("Parameter {} of {} must be {}, and ", parameter.name, m_info.name, expected(parameter));
    text += value ? fmt::format("{} was given", shown(*value)) : std::string("nothing was given");
    if (value && follows(parameter)) text += fmt::format(" (it follows {})", parameter.follows);
    if (value) text += betterWritten(parameter, *value);
    const bool explain = parameter.type == Type::Choice && !parameter.help.empty();
    return {ErrorCode::Usage, text + (explain ? ". " + parameter.help : ".")};
  }

  const ExperimentInfo& m_info;
  const nlohmann::json& m_given;
  nlohmann::json m_values = nlohmann::json::object();
};

}  // namespace

bool takes(const ParameterInfo& parameter, const nlohmann::json& value) {
  return accepted(parameter, value).has_value();
}

Result<nlohmann::json> resolveParameters(const ExperimentInfo& info, const nlohmann::json& given) {
  return Resolver(info, given).resolve();
}

}  // namespace strata::inline protocol
