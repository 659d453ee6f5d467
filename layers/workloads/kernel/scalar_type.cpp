#include "layers/workloads/kernel/scalar_type.h"

#include <utility>

#include "engine/base/text_parts.h"
#include "layers/workloads/kernel/formula_text.h"

namespace strata::inline workloads {
namespace {

using Type = ScalarType;

constexpr std::pair<std::string_view, Type> kWords[] = {
    {"float", Type::Float},    {"double", Type::Double},  {"long", Type::Int64},      {"size_t", Type::Int64},
    {"int64_t", Type::Int64},  {"uint64_t", Type::Int64}, {"ptrdiff_t", Type::Int64}, {"int", Type::Int32},
    {"unsigned", Type::Int32}, {"short", Type::Int32},    {"char", Type::Int32},      {"bool", Type::Int32},
    {"int32_t", Type::Int32},  {"uint32_t", Type::Int32}, {"int16_t", Type::Int32},   {"uint16_t", Type::Int32},
    {"int8_t", Type::Int32},   {"uint8_t", Type::Int32},  {"uint", Type::Int32}};

bool hasWord(std::string_view text, std::string_view word) {
  while (!text.empty()) {
    const std::string_view name = nameAt(text);
    if (name == word) return true;
    text.remove_prefix(name.empty() ? 1 : name.size());
  }
  return false;
}

}  // namespace

ScalarType scalarTypeOf(std::string_view parameter) {
  if (parameter.find('&') != parameter.npos) return Type::Unknown;
  const std::size_t end = parameter.find_last_of(" \t");
  const std::string_view type = end == parameter.npos ? parameter : trimmed(parameter.substr(0, end));
  for (const auto& [word, meant] : kWords)
    if (hasWord(type, word)) return meant;
  return Type::Unknown;
}

bool isWhole(ScalarType type) {
  return type == Type::Int32 || type == Type::Int64;
}

Argument scalarArgument(ScalarType type, double value) {
  switch (type) {
    case Type::Int64: return static_cast<std::int64_t>(value);
    case Type::Float: return static_cast<float>(value);
    case Type::Double: return value;
    case Type::Int32:
    case Type::Unknown: break;
  }
  return static_cast<std::int32_t>(static_cast<std::int64_t>(value));
}

}  // namespace strata::inline workloads
