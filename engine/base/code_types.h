#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace strata::inline base {

/// A type of CUDA's and HIP's C++ that is one word.
struct CodeType {
  std::string_view name;
  std::size_t bytes = 0;
  bool several = false;  ///< numbers, as a float4 has them
};

/// Of those that stand together, the one that tells the size is first (`ofBoth`).
inline constexpr CodeType kCodeTypes[] = {
    {"double", 8},        {"long", 8},          {"size_t", 8},        {"ptrdiff_t", 8},      {"int64_t", 8},
    {"uint64_t", 8},      {"short", 2},         {"char", 1},          {"bool", 1},           {"int8_t", 1},
    {"uint8_t", 1},       {"int16_t", 2},       {"uint16_t", 2},      {"half", 2},           {"__half", 2},
    {"_Float16", 2},      {"bfloat16", 2},      {"__nv_bfloat16", 2}, {"__hip_bfloat16", 2}, {"float", 4},
    {"int32_t", 4},       {"uint32_t", 4},      {"int", 4},           {"unsigned", 4},       {"uint", 4},
    {"half2", 4, true},   {"__half2", 4, true}, {"float2", 8, true},  {"int2", 8, true},     {"uint2", 8, true},
    {"float4", 16, true}, {"int4", 16, true},   {"uint4", 16, true},  {"double2", 16, true}};

/// nullptr: it is none, or its size is not known.
constexpr const CodeType* codeTypeOf(std::string_view word) {
  const auto* const found = std::ranges::find(kCodeTypes, word, &CodeType::name);
  return found == std::end(kCodeTypes) ? nullptr : found;
}

/// The one that tells the size of a type of several words, in whatever order: an "unsigned short" and a "short
/// unsigned" are a short. Either may be nullptr, for a word that says nothing.
constexpr const CodeType* ofBoth(const CodeType* one, const CodeType* other) {
  if (!one || !other) return one ? one : other;
  return one - kCodeTypes < other - kCodeTypes ? one : other;
}

}  // namespace strata::inline base
