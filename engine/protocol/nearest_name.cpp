#include "engine/protocol/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace strata::inline protocol {

namespace {

bool sameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Letters to insert, delete, change or swap with their neighbour to get from one text to the other; upper and lower
/// case are equal.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforeLast, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = last[j] + (sameLetter(a[i], b[j]) ? 0 : 1);
      row[j + 1] = std::min({change, last[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && sameLetter(a[i], b[j - 1]) && sameLetter(a[i - 1], b[j]))
        row[j + 1] = std::min(row[j + 1], beforeLast[j - 1] + 1);
    }
    beforeLast = std::exchange(last, row);
  }
  return last[b.size()];
}

/// In their order.
std::vector<std::string_view> eachOnce(std::span<const std::string> names) {
  std::vector<std::string_view> all;
  for (const std::string& name : names)
    if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
  return all;
}

}  // namespace

std::string nearestName(std::string_view given, std::span<const std::string> candidates) {
  constexpr std::size_t kLongestName = 64;
  if (given.size() > kLongestName) return {};
  std::string best;
  std::size_t bestDistance = std::max<std::size_t>(1, given.size() / 3) + 1;
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
  constexpr std::size_t kMost = 24;
  const std::vector<std::string_view> names = eachOnce(candidates);
  const auto first = std::span(names).first(std::min(kMost, names.size()));
  const std::size_t more = names.size() - first.size();
  return fmt::format("choose from: {}{}.", fmt::join(first, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace strata::inline protocol
