#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/trace/copy_facts.h"
#include "engine/trace/storey_rules.h"
#include "engine/trace/trace_store.h"

namespace strata::inline trace {

/// Says of another tool's events in Strata's own arguments what their names and arguments say in that tool's.
class ForeignWords {
 public:
  explicit ForeignWords(TraceStore& store) : m_store(store) {}

  /// What `event` tells and does not have as arguments of these names: of a copy direction, kind of host memory and
  /// bytes; of a slice above operations its level.
  std::vector<Arg> missing(const TraceEvent& event, ForeignRole role);

 private:
  struct Told {
    CopyFacts own, other;  ///< in arguments of Strata's names, and in those of the tool
    bool bytes = false;
    std::optional<std::int64_t> otherBytes;
  };
  std::vector<Arg> missingOfCopy(const TraceEvent& copy);
  Told toldBy(const TraceEvent& copy);
  const CopyFacts& factsOf(NameId name);

  TraceStore& m_store;
  std::unordered_map<NameId, CopyFacts> m_facts;
};

}  // namespace strata::inline trace
