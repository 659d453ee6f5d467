#include "engine/modelfile/json_text.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace strata::inline modelfile {
namespace {
using Json = nlohmann::json;
}  // namespace

const Json* JsonFields::find(std::string_view key) const {
  if (!m_object.is_object()) return nullptr;
  const auto found = m_object.find(key);
  return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

Error JsonFields::damaged(std::string_view key, std::string_view what) const {
  return {ErrorCode::Usage, fmt::format("{}: {} {}", m_file, key, what)};
}

Error JsonFields::unsupported(std::string_view key, std::string_view what) const {
  return {ErrorCode::Unsupported, fmt::format("{}: {} {}", m_file, key, what)};
}

Result<std::int64_t> JsonFields::integer(std::string_view key) const {
  const Json* value = find(key);
  if (!value) return damaged(key, "is missing");
  const bool whole = value->is_number_integer() &&
                     (!value->is_number_unsigned() || std::in_range<std::int64_t>(value->get<std::uint64_t>()));
  if (!whole) return damaged(key, "is not a whole number of at most 63 bits");
  return value->get<std::int64_t>();
}

Result<std::int64_t> JsonFields::integerOr(std::string_view key, std::int64_t fallback) const {
  return find(key) ? integer(key) : fallback;
}

Result<float> JsonFields::numberOr(std::string_view key, float fallback) const {
  const Json* value = find(key);
  if (!value) return fallback;
  if (!value->is_number() || !(std::abs(value->get<double>()) < 1e38)) return damaged(key, "is not a number");
  return static_cast<float>(value->get<double>());
}

Result<bool> JsonFields::flagOr(std::string_view key, bool fallback) const {
  const Json* value = find(key);
  if (!value) return fallback;
  if (!value->is_boolean()) return damaged(key, "is neither true nor false");
  return value->get<bool>();
}

Result<std::string> JsonFields::textOr(std::string_view key, std::string fallback) const {
  const Json* value = find(key);
  if (!value) return fallback;
  if (!value->is_string()) return damaged(key, "is not text");
  return value->get<std::string>();
}

}  // namespace strata::inline modelfile
