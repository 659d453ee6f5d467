#include "kernels/microscope/place_counts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace strata::inline microscope {
namespace {

/// Those of `tape` come behind, with places numbered as in `all`.
void append(LaunchTape& all, LaunchTape&& tape) {
  std::vector<std::uint16_t> numbers;
  numbers.reserve(tape.places.size());
  for (const LaunchTape::Place& place : tape.places) numbers.push_back(all.numberOf(place));
  for (std::vector<WarpTape>& block : tape.blocks)
    for (WarpTape& warp : block)
      for (WarpTape::Entry& entry : warp.entries)
        if (entry.place != WarpTape::Entry::kBarrier) entry.place = numbers[entry.place];
  std::ranges::move(tape.blocks, std::back_inserter(all.blocks));
}

}  // namespace

PlaceCounts& PlaceCounts::operator+=(const PlaceCounts& other) {
  what = other.what;
  space = other.space;
  compiled = other.compiled;
  requests += other.requests;
  lanes += other.lanes;
  askedBytes += other.askedBytes;
  sectors += other.sectors;
  lines += other.lines;
  usedBytes += other.usedBytes;
  wavefronts += other.wavefronts;
  phases += other.phases;
  worstWays = std::max(worstWays, other.worstWays);
  partial += other.partial;
  sameAddress = std::max(sameAddress, other.sameAddress);
  turns += other.turns;
  arrays.insert(other.arrays.begin(), other.arrays.end());
  for (const auto& [shape, pattern] : other.patterns) {
    RequestPattern& mine = patterns[shape];
    if (mine.requests == 0) mine.offsets = pattern.offsets;
    mine.requests += pattern.requests;
  }
  return *this;
}

std::vector<RequestPattern> PlaceCounts::typicalPatterns(std::size_t most) const {
  std::vector<RequestPattern> all;
  for (const auto& [shape, pattern] : patterns) all.push_back(pattern);
  std::ranges::stable_sort(all, std::greater(), &RequestPattern::requests);
  all.resize(std::min(all.size(), most));
  return all;
}

void WatchedLaunch::append(WatchedLaunch&& behind) {
  for (const auto& [place, counts] : behind.places) places[place] += counts;
  watched += behind.watched;
  microscope::append(tape, std::move(behind.tape));
}

}  // namespace strata::inline microscope
