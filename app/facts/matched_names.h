#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/facts/event_statistics.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// A session, and those of its names that are compared.
struct UsedNames {
  const TraceSnapshot& snapshot;
  std::span<const NameStatistics> names;
};

/// Which names of two sessions stand for the same: those with the same key do. A key is the name as the other vendor
/// has it (commonName), of what is no work of the device as callName says. Of the names that only one side uses, two
/// are the same where they alone have one bareName. Python's functions ("model.py(503): forward") and PyTorch's modules
/// ("nn.Module: Linear_12") have a key each: of one bare name those of two sessions are paired in order of their
/// numbers, as near as they come, and what is left over stands alone.
class MatchedNames {
 public:
  using Key = std::pair<std::string, std::uint32_t>;

  MatchedNames(const UsedNames& first, const UsedNames& second);
  const Key& keyOf(std::size_t side, NameId name) const { return m_keys[side][static_cast<std::size_t>(name)]; }
  /// For each name of a side the first of those with its key.
  std::vector<NameId> firstAlike(std::size_t side) const;

 private:
  void pairLeftOver(const UsedNames& first, const UsedNames& second);

  std::array<std::vector<Key>, 2> m_keys;  ///< by name
};

/// "model.py(20/24): forward", "nn.Module: Linear_3/4" of two names that differ in that number alone; empty: they do
/// not.
std::string withBothNumbers(std::string_view one, std::string_view two);

}  // namespace strata::inline facts
