#include "kernels/microscope/memory_counts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/device/bank_phases.h"

namespace strata::inline microscope {
namespace {

constexpr std::uintptr_t kLineBytes = 128, kWordBytes = 4, kBanks = 32;

std::uint32_t countDifferent(std::vector<std::uintptr_t>& values) {
  std::ranges::sort(values);
  return static_cast<std::uint32_t>(std::distance(values.begin(), std::unique(values.begin(), values.end())));
}

std::size_t lanesOfPhase(const WarpStep& step, bool inPairs) {
  std::array<std::int64_t, kMostLanes> addresses{};
  addresses.fill(-1);
  for (std::size_t i = 0; i < step.lanes.size(); ++i)
    addresses[step.numbers[i]] = static_cast<std::int64_t>(step.lanes[i].address);
  const Access& access = step.lanes.front();
  return lanesPerPhase(access.bytes, inPairs && access.kind == Access::Kind::Load, addresses);
}

/// Different words in the most wanted bank.
std::uint32_t conflictWays(std::vector<std::uintptr_t>& words) {
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::array<std::uint32_t, kBanks> wanted{};
  for (const std::uintptr_t word : words) ++wanted[word % kBanks];
  return *std::ranges::max_element(wanted);
}

}  // namespace

std::vector<std::uintptr_t> sectorsOf(const WarpStep& step) {
  std::vector<std::uintptr_t> sectors;
  for (const Access& access : step.lanes)
    for (std::uintptr_t s = access.address / kSectorBytes; s * kSectorBytes < access.address + access.bytes; ++s)
      if (sectors.empty() || sectors.back() != s) sectors.push_back(s);
  std::ranges::sort(sectors);
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
  return sectors;
}

GlobalRequest globalRequest(const WarpStep& step) {
  // With the room that they had: there are as many requests as accesses.
  thread_local std::vector<std::uintptr_t> lines;
  thread_local std::vector<std::pair<std::uintptr_t, std::uintptr_t>> pieces;
  lines.clear();
  pieces.clear();
  for (const Access& access : step.lanes) {
    const std::uintptr_t end = access.address + access.bytes;
    for (std::uintptr_t l = access.address / kLineBytes; l * kLineBytes < end; ++l) lines.push_back(l);
    pieces.emplace_back(access.address, end);
  }
  GlobalRequest request{static_cast<std::uint32_t>(sectorsOf(step).size()), countDifferent(lines), 0};
  std::ranges::sort(pieces);
  std::uintptr_t seen = 0;
  for (const auto& [begin, end] : pieces) {
    const std::uintptr_t from = std::max(begin, seen);
    if (end > from) request.usedBytes += static_cast<std::uint32_t>(end - from);
    seen = std::max(seen, end);
  }
  return request;
}

SharedRequest sharedRequest(const WarpStep& step, bool inPairs) {
  SharedRequest request;
  const std::size_t perPhase = lanesOfPhase(step, inPairs);
  thread_local std::vector<std::uintptr_t> words;
  for (std::size_t i = 0; i < step.lanes.size();) {
    const std::size_t phase = step.numbers[i] / perPhase;
    words.clear();
    for (; i < step.lanes.size() && step.numbers[i] / perPhase == phase; ++i) {
      const Access& access = step.lanes[i];
      for (std::uintptr_t w = access.address / kWordBytes; w * kWordBytes < access.address + access.bytes; ++w)
        words.push_back(w);
    }
    const std::uint32_t ways = conflictWays(words);
    ++request.phases;
    request.wavefronts += ways;
    request.ways = std::max(request.ways, ways);
  }
  return request;
}

std::uint32_t lanesOnOneAddress(const WarpStep& step) {
  std::uint32_t most = 0;
  for (const Access& access : step.lanes)
    most = std::max(most, static_cast<std::uint32_t>(std::ranges::count(step.lanes, access.address, &Access::address)));
  return most;
}

std::vector<std::int64_t> laneOffsets(const WarpStep& step, std::uint32_t waveSize) {
  const std::uintptr_t lowest = std::ranges::min_element(step.lanes, {}, &Access::address)->address;
  std::vector<std::int64_t> offsets(waveSize, -1);
  for (std::size_t i = 0; i < step.lanes.size(); ++i)
    offsets[step.numbers[i]] = static_cast<std::int64_t>(step.lanes[i].address - lowest / kLineBytes * kLineBytes);
  return offsets;
}

}  // namespace strata::inline microscope
