#include "layers/workloads/ladder/random_values.h"

namespace strata::inline workloads {

std::uint64_t randomBits(std::uint64_t seed, std::uint64_t index) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15u;
  const auto mix = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  };
  return mix(mix(seed + kGolden) + (index + 1) * kGolden);
}

void fillUniform(std::span<float> values, std::uint64_t seed, std::uint64_t first) {
  constexpr float kStep = 1.0F / (1 << 23);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(randomBits(seed, first + i) >> 40) * kStep - 1.0F;
}

}  // namespace strata::inline workloads
