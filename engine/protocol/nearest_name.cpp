#include "engine/protocol/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace strata {

namespace {

bool sameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Letters to insert, delete or change to get from one text to the other; upper and lower case are equal.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    current[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = previous[j] + (sameLetter(a[i], b[j]) ? 0 : 1);
      current[j + 1] = std::min({change, previous[j + 1] + 1, current[j] + 1});
    }
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::string nearestName(std::string_view given, std::span<const std::string> candidates) {
  constexpr std::size_t kLongestName = 64;
  if (given.size() > kLongestName) return {};
  std::string best;
  std::size_t bestDistance = std::max<std::size_t>(1, (given.size() + 1) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = editDistance(given, candidate);
    if (distance >= bestDistance || distance >= candidate.size()) continue;
    bestDistance = distance;
    best = candidate;
  }
  return best;
}

std::string suggestion(std::string_view given, std::span<const std::string> candidates) {
  if (candidates.empty()) return "there are none here.";
  if (const std::string near = nearestName(given, candidates); !near.empty())
    return fmt::format("did you mean '{}'?", near);
  return fmt::format("known are: {}.", fmt::join(candidates, ", "));
}

}  // namespace strata
