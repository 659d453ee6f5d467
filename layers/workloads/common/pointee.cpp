#include "layers/workloads/common/pointee.h"

#include <algorithm>
#include <utility>

#include "kernels/operation/code_words.h"

namespace strata::inline workloads {
namespace {

/// Those that go before others first: an "unsigned short" is a short.
constexpr std::pair<std::string_view, std::size_t> kBytesOf[] = {
    {"double", 8},  {"long", 8},     {"size_t", 8},   {"ptrdiff_t", 8},     {"int64_t", 8},  {"uint64_t", 8},
    {"short", 2},   {"char", 1},     {"bool", 1},     {"int8_t", 1},        {"uint8_t", 1},  {"int16_t", 2},
    {"half", 2},    {"__half", 2},   {"bfloat16", 2}, {"__nv_bfloat16", 2}, {"uint16_t", 2}, {"float", 4},
    {"int32_t", 4}, {"uint32_t", 4}, {"int", 4},      {"unsigned", 4},      {"uint", 4}};

bool hasWordOf(std::string_view code, std::string_view word) {
  for (std::size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1))
    if (isWordAt(code, at, word)) return true;
  return false;
}

}  // namespace

bool mayPointTo(std::string_view parameter, DataType type) {
  if (type == DataType::I8 || std::ranges::count(parameter, '*') > 1) return true;
  const std::string_view pointee = parameter.substr(0, parameter.find_first_of("*["));
  for (const auto& [name, bytes] : kBytesOf)
    if (hasWordOf(pointee, name)) return bytes == 1 || bytes == bytesOf(type);
  return true;
}

}  // namespace strata::inline workloads
