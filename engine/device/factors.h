#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strata::inline device {

/// The numbers that are multiplied. A GPU's matrix units take the narrow ones, and sum in fp32.
enum class Factors : std::uint8_t { F32, Tf32, F16, Bf16 };

/// As people write them, in the order of Factors.
constexpr std::string_view kFactorsNames[] = {"fp32", "tf32", "fp16", "bf16"};

constexpr std::string_view factorsName(Factors factors) {
  return kFactorsNames[static_cast<std::size_t>(factors)];
}

/// F32 for any other name.
constexpr Factors factorsNamed(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kFactorsNames); ++i)
    if (kFactorsNames[i] == name) return static_cast<Factors>(i);
  return Factors::F32;
}

}  // namespace strata::inline device
