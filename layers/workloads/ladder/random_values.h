#pragma once

#include <cstdint>
#include <span>

namespace strata::inline workloads {

/// The `index`-th value of a stream of random bits (SplitMix64): the same on every machine, in any order.
std::uint64_t randomBits(std::uint64_t seed, std::uint64_t index);

/// Fills with values uniform in -1 … 1 (24 bits each), from the `first` of the stream on.
void fillUniform(std::span<float> values, std::uint64_t seed, std::uint64_t first = 0);

}  // namespace strata::inline workloads
