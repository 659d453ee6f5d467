#include "kernels/operation/tensor_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace strata::inline operation {
namespace {

std::uint16_t toBf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

float fromBf16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

// fp16: 5 bits of exponent with bias 15, 10 bits of fraction; fp32 has 8 with bias 127, and 23.
constexpr std::uint32_t kBiases = 127 - 15, kFewerBits = 23 - 10;

std::uint16_t toFp16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000);
  const float size = std::fabs(value);
  if (std::isnan(value)) return sign | 0x7E00;
  if (size >= 65520.0f) return sign | 0x7C00;  // rounds to infinity
  if (size < 0x1p-14f) {  // a multiple of 2⁻²⁴, as all fp32 from ½ to 1 are: the sum is rounded to one
    constexpr float kHalf = 0.5f;
    return sign |
           static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(size + kHalf) - std::bit_cast<std::uint32_t>(kHalf));
  }
  const std::uint32_t rebiased = (bits & 0x7FFF'FFFF) - (kBiases << 23);
  const std::uint32_t even = (rebiased >> kFewerBits) & 1;
  return sign | static_cast<std::uint16_t>((rebiased + (1u << (kFewerBits - 1)) - 1 + even) >> kFewerBits);
}

float fromFp16(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16, size = bits & 0x7FFFu;
  if (size >= 0x7C00) return size > 0x7C00 ? std::nanf("") : std::bit_cast<float>(sign | 0x7F80'0000);
  if (size < 0x0400) return (sign != 0 ? -0x1p-24f : 0x1p-24f) * static_cast<float>(size);
  return std::bit_cast<float>(sign | ((size << kFewerBits) + (kBiases << 23)));
}

}  // namespace

float roundTo(DataType type, float value) {
  switch (type) {
    case DataType::F16: return fromFp16(toFp16(value));
    case DataType::BF16: return fromBf16(toBf16(value));
    case DataType::I32: return std::nearbyint(value);
    case DataType::I8: return std::clamp(std::nearbyint(value), -128.0f, 127.0f);
    case DataType::F32: break;
  }
  return value;
}

void encodeValues(DataType type, std::span<const float> values, void* to) {
  auto* bytes = static_cast<std::byte*>(to);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bytesOf(type) == 2) {
      const std::uint16_t bits = type == DataType::F16 ? toFp16(values[i]) : toBf16(values[i]);
      std::memcpy(bytes + 2 * i, &bits, 2);
    } else if (type == DataType::I8) {
      bytes[i] = static_cast<std::byte>(static_cast<std::int8_t>(values[i]));
    } else if (type == DataType::I32) {
      const auto integer = static_cast<std::int32_t>(values[i]);
      std::memcpy(bytes + 4 * i, &integer, 4);
    } else {
      std::memcpy(bytes + 4 * i, &values[i], 4);
    }
  }
}

std::vector<float> decodeValues(DataType type, const void* from, std::size_t count) {
  const auto* bytes = static_cast<const std::byte*>(from);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (bytesOf(type) == 2) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, bytes + 2 * i, 2);
      values[i] = type == DataType::F16 ? fromFp16(bits) : fromBf16(bits);
    } else if (type == DataType::I8) {
      values[i] = static_cast<float>(static_cast<std::int8_t>(bytes[i]));
    } else if (type == DataType::I32) {
      std::int32_t integer = 0;
      std::memcpy(&integer, bytes + 4 * i, 4);
      values[i] = static_cast<float>(integer);
    } else {
      std::memcpy(&values[i], bytes + 4 * i, 4);
    }
  }
  return values;
}

}  // namespace strata::inline operation
