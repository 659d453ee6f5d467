#include "engine/interchange/rank_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/how_many.h"

namespace strata::inline interchange {

namespace {

Error notTogether(const Rank& one, const Rank& other, std::string_view why) {
  return {ErrorCode::Usage,
          fmt::format("Cannot open {} and {} as one session: {}. Open one of them; Compare puts another beside it.",
                      one.file, other.file, why),
          Storey::Other};
}

/// "worker#" of "worker12".
std::string withoutNumbers(std::string_view label) {
  std::string alike;
  for (const char letter : label) {
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit)
      alike += letter;
    else if (!alike.ends_with('#'))
      alike += '#';
  }
  return alike;
}

std::optional<std::int64_t> worldOf(std::span<const Rank> ranks) {
  const auto stated = std::ranges::find_if(ranks, [](const Rank& rank) { return rank.facts.worldSize.has_value(); });
  return stated == ranks.end() ? std::nullopt : stated->facts.worldSize;
}

/// Whether the times of two traces share a moment.
bool meet(const TimeRange& a, const TimeRange& b) {
  return a.begin <= b.end && b.begin <= a.end;
}

bool ofOneClock(const Rank& one, const Rank& other) {
  return &one == &other || (!one.facts.machine.empty() && one.facts.machine == other.facts.machine);
}

/// When something happens in the traces that have the clock of this one.
std::optional<TimeRange> timesOfClock(std::span<const Rank> ranks, const Rank& rank) {
  std::optional<TimeRange> times;
  for (const Rank& other : ranks) {
    const auto own = ofOneClock(rank, other) ? other.trace->bounds() : std::nullopt;
    if (own) times = times ? TimeRange{std::min(times->begin, own->begin), std::max(times->end, own->end)} : *own;
  }
  return times;
}

std::string namesOf(const std::vector<std::string>& labels) {
  std::string names;
  for (const std::string& label : labels) names.append(names.empty() ? "" : ", ").append(label);
  return names;
}

}  // namespace

Result<void> checkOneJob(std::span<const Rank> ranks) {
  const Rank& first = ranks.front();
  std::map<std::int64_t, const Rank*> seen;
  const Rank* sized = nullptr;
  for (const Rank& rank : ranks) {
    if (rank.facts.rank.has_value() != first.facts.rank.has_value())
      return notTogether(first, rank, "only one of them states its rank");
    if (!rank.facts.rank && withoutNumbers(rank.label) != withoutNumbers(first.label))
      return notTogether(first, rank, "nothing in them says that they are ranks of one job");
    if (const auto number = rank.facts.rank) {
      const auto [before, added] = seen.try_emplace(*number, &rank);
      if (!added) return notTogether(*before->second, rank, fmt::format("both are of rank {}", *number));
    }
    if (!rank.facts.worldSize) continue;
    if (sized && *sized->facts.worldSize != *rank.facts.worldSize)
      return notTogether(
          *sized, rank,
          fmt::format("one is of a job of {} ranks, the other of {}", *sized->facts.worldSize, *rank.facts.worldSize));
    sized = &rank;
  }
  return {};
}

std::string sessionsNotRanks(std::span<const Rank> ranks) {
  const auto hasResults = [](const Rank& rank) {
    const auto isResult = [](const SessionMessage& message) { return message.kind == MessageKind::Result; };
    return rank.trace->complete() && std::ranges::any_of(rank.trace->messages(), isResult);
  };
  if (ranks.size() < 2 || !std::ranges::all_of(ranks, hasResults)) return {};
  return fmt::format(
      "These are {} whole sessions, not ranks of one job: each has results of its own, which are left out here. Open "
      "one of them; Compare, or strata report {} --compare {}, puts another beside it.",
      ranks.size(), ranks[0].file, ranks[1].file);
}

std::string ranksText(std::span<const Rank> ranks) {
  const auto world = worldOf(ranks);
  const bool numbered = std::ranges::all_of(ranks, [](const Rank& rank) { return rank.facts.rank.has_value(); });
  if (!numbered || !world || static_cast<std::int64_t>(ranks.size()) >= *world)
    return howMany(ranks.size(), "rank", "ranks");
  std::vector<std::string> numbers;
  for (const Rank& rank : ranks) numbers.push_back(std::to_string(*rank.facts.rank));
  return fmt::format("ranks {} of {}", namesOf(numbers), *world);
}

RankClocks joinClocks(std::span<const Rank> ranks) {
  const auto states = [](const Rank& rank) { return rank.facts.baseNs != 0; };
  const auto stated = std::ranges::find_if(ranks, states);
  const Rank& reference = stated == ranks.end() ? ranks.front() : *stated;
  const auto axis = timesOfClock(ranks, reference);
  RankClocks clocks;
  clocks.stated = std::ranges::all_of(ranks, states);
  const auto isOnIt = [&](const Rank& rank) { return ofOneClock(reference, rank); };
  if (!clocks.stated && !reference.facts.machine.empty() && std::ranges::all_of(ranks, isOnIt)) {
    clocks.stated = true;
    clocks.shiftNs.assign(ranks.size(), 0);
    clocks.how = fmt::format("All times are of one clock, that of the machine {}.", reference.facts.machine);
    return clocks;
  }
  std::vector<std::string> moved, asWritten;
  for (const Rank& rank : ranks) {
    const auto own = timesOfClock(ranks, rank);
    std::int64_t shift = states(rank) ? rank.facts.baseNs - reference.facts.baseNs : 0;
    if (!states(rank) && !ofOneClock(rank, reference)) {
      const bool apart = axis && own && !meet(*axis, *own);
      if (apart) shift = axis->begin.ns - own->begin.ns;
      (apart ? moved : asWritten).push_back(rank.label);
    }
    clocks.shiftNs.push_back(shift);
  }
  if (clocks.stated) {
    clocks.how = "Times are joined by the wall clock of each rank's machine.";
    return clocks;
  }
  clocks.how = "Not every rank states the wall clock time that it counts from.";
  if (!asWritten.empty()) clocks.how += fmt::format(" As their files have it are the times of {}.", namesOf(asWritten));
  if (!moved.empty())
    clocks.how += fmt::format(" Aligned at the first event of {}: {}.", reference.label, namesOf(moved));
  return clocks;
}

}  // namespace strata::inline interchange
