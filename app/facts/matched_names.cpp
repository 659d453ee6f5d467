#include "app/facts/matched_names.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "app/facts/short_name.h"
#include "app/facts/vendor_words.h"

namespace strata::inline facts {
namespace {

/// The digits that tell functions of one file and name, or modules of one type, apart.
struct Digits {
  std::size_t begin = 0, end = 0;
};

constexpr std::string_view kDigits = "0123456789";

std::optional<Digits> lineDigits(std::string_view name) {
  const std::size_t behind = name.find("): ");
  if (behind == name.npos) return std::nullopt;
  const std::size_t before = name.substr(0, behind).find_last_not_of(kDigits);
  const bool line = before != name.npos && before > 0 && name[before] == '(' && before + 1 < behind;
  return line ? std::optional(Digits{before + 1, behind}) : std::nullopt;
}

std::optional<Digits> numberOf(std::string_view name) {
  if (!name.starts_with("nn.Module: ")) return lineDigits(name);
  const std::size_t before = name.find_last_not_of(kDigits);
  return name[before] == '_' && before + 1 < name.size() ? std::optional(Digits{before + 1, name.size()})
                                                         : std::nullopt;
}

struct Numbered {
  std::uint64_t number = 0;
  NameId name = NameId::None;
};

using Group = std::array<std::vector<Numbered>, 2>;  ///< of one bare name, by side

/// For each of `few` its partner among `many`, which are no fewer: both in order, with the least sum of differences;
/// where there are too many to weigh, the first are paired.
std::vector<std::size_t> partners(std::span<const Numbered> few, std::span<const Numbered> many) {
  constexpr std::size_t kMostWeighed = 4'000'000;
  std::size_t spare = many.size() - few.size();
  if (few.size() * spare > kMostWeighed) spare = 0;
  constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  // least[i][s]: of the first i of the few, s of the many left out among those before.
  std::vector<std::vector<std::uint64_t>> least(few.size() + 1, std::vector<std::uint64_t>(spare + 1, kNever));
  std::ranges::fill(least[0], 0);
  const auto apart = [&](std::size_t i, std::size_t s) {
    const std::uint64_t a = few[i].number, b = many[i + s].number;
    return a < b ? b - a : a - b;
  };
  for (std::size_t i = 0; i < few.size(); ++i)
    for (std::size_t s = 0; s <= spare; ++s) {
      const std::uint64_t with = least[i][s] + apart(i, s);
      least[i + 1][s] = s == 0 ? with : std::min(with, least[i + 1][s - 1]);
    }
  std::vector<std::size_t> found(few.size());
  for (std::size_t i = few.size(), s = spare; i-- > 0;) {
    while (s > 0 && least[i + 1][s - 1] == least[i + 1][s]) --s;
    found[i] = i + s;
  }
  return found;
}

/// Gives each pair a number of its own, and each that is left over.
template <class Give>
void pairUp(Group& group, Give give) {
  for (std::vector<Numbered>& side : group) std::ranges::sort(side, {}, &Numbered::number);
  const std::size_t fewer = group[0].size() <= group[1].size() ? 0 : 1, more = 1 - fewer;
  const std::vector<std::size_t> found = partners(group[fewer], group[more]);
  for (std::size_t i = 0; i < found.size(); ++i)
    give(fewer, group[fewer][i].name, static_cast<std::uint32_t>(found[i] + 1));
  for (std::size_t i = 0; i < group[more].size(); ++i)
    give(more, group[more][i].name, static_cast<std::uint32_t>(i + 1));
}

std::set<std::string_view> namesOfWork(const UsedNames& first, const UsedNames& second) {
  std::set<std::string_view> work;
  for (const UsedNames* side : {&first, &second})
    for (const NameStatistics& of : side->names)
      if (isWork(of.kind)) work.insert(side->snapshot.name(of.name));
  return work;
}

}  // namespace

MatchedNames::MatchedNames(const UsedNames& first, const UsedNames& second) {
  const std::set<std::string_view> work = namesOfWork(first, second);
  std::map<std::string, Group> groups;
  for (std::size_t side = 0; side < 2; ++side) {
    const TraceSnapshot& snapshot = side == 0 ? first.snapshot : second.snapshot;
    for (std::size_t id = 0; id < snapshot.nameCount(); ++id) {
      const std::string_view name = snapshot.name(static_cast<NameId>(id));
      std::string key = commonName(name);
      if (const auto digits = numberOf(name)) {
        Numbered one{0, static_cast<NameId>(id)};
        std::from_chars(name.data() + digits->begin, name.data() + digits->end, one.number);
        key = bareName(key);
        groups[key][side].push_back(one);
      } else if (!work.contains(name)) {
        key = callName(key);
      }
      m_keys[side].emplace_back(std::move(key), 0);
    }
  }
  for (auto& [bare, group] : groups)
    pairUp(group, [&](std::size_t side, NameId name, std::uint32_t number) {
      m_keys[side][static_cast<std::size_t>(name)].second = number;
    });
  pairLeftOver(first, second);
}

void MatchedNames::pairLeftOver(const UsedNames& first, const UsedNames& second) {
  std::array<std::set<Key>, 2> used;
  for (const NameStatistics& of : first.names) used[0].insert(keyOf(0, of.name));
  for (const NameStatistics& of : second.names) used[1].insert(keyOf(1, of.name));
  std::map<std::string, std::array<std::vector<Key>, 2>> left;
  for (std::size_t side = 0; side < 2; ++side)
    for (const Key& key : used[side])
      if (key.second == 0 && !used[1 - side].contains(key)) left[bareName(key.first)][side].push_back(key);
  std::map<Key, Key> firstOf;  // of the second side's
  for (const auto& [bare, keys] : left)
    if (keys[0].size() == 1 && keys[1].size() == 1) firstOf.emplace(keys[1].front(), keys[0].front());
  for (Key& key : m_keys[1])
    if (const auto found = firstOf.find(key); found != firstOf.end()) key = found->second;
}

std::vector<NameId> MatchedNames::firstAlike(std::size_t side) const {
  std::vector<NameId> first;
  std::map<Key, NameId> known;
  for (const Key& key : m_keys[side])
    first.push_back(known.try_emplace(key, static_cast<NameId>(first.size())).first->second);
  return first;
}

std::string withBothNumbers(std::string_view one, std::string_view two) {
  const auto a = numberOf(one), b = numberOf(two);
  if (!a || !b || one.substr(0, a->begin) != two.substr(0, b->begin) || one.substr(a->end) != two.substr(b->end))
    return {};
  return std::string(one.substr(0, a->end)) + "/" + std::string(two.substr(b->begin));
}

}  // namespace strata::inline facts
