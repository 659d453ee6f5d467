#pragma once

#include <cstdint>
#include <span>

namespace strata::inline facts {

/// Mann and Whitney's test: by how many standard deviations the times of `b`, each `shift` longer, rank above what
/// chance lets expect beside those of `a`; negative: below. Both are in order. By the normal approximation, with times
/// that are the same counted as half above and the variance less what they take from it (Lehmann, Nonparametrics, 1975,
/// 1.4); 0 where all are the same.
double ranksAbove(std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::int64_t shift = 0);

/// In which part of all cases chance alone sets all times of one side above all of the other's, whichever way: exactly
/// two of as many as there are ways to draw so many of them.
double chanceOfAllAbove(std::uint64_t a, std::uint64_t b);

}  // namespace strata::inline facts
