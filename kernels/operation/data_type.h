#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/device/factors.h"

namespace strata::inline operation {

enum class DataType : std::uint8_t { F32, F16, BF16, I32, I8 };

constexpr std::size_t bytesOf(DataType type) {
  if (type == DataType::I8) return 1;
  return type == DataType::F16 || type == DataType::BF16 ? 2 : 4;
}

/// As people write it: "fp32".
constexpr std::string_view dataTypeName(DataType type) {
  switch (type) {
    case DataType::F32: return "fp32";
    case DataType::F16: return "fp16";
    case DataType::BF16: return "bf16";
    case DataType::I32: return "int32";
    case DataType::I8: return "int8";
  }
  return "fp32";
}

/// What a product of two such numbers multiplies.
constexpr Factors factorsOf(DataType type) {
  if (type == DataType::F16) return Factors::F16;
  return type == DataType::BF16 ? Factors::Bf16 : Factors::F32;
}

}  // namespace strata::inline operation
