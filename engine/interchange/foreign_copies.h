#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/trace/copy_facts.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Says of another tool's copies in Strata's own arguments what their names and arguments say in that tool's.
class ForeignCopies {
 public:
  explicit ForeignCopies(TraceStore& store) : m_store(store) {}

  /// The direction, kind of host memory and bytes that `copy` tells and does not have as arguments of these names.
  std::vector<Arg> missing(const TraceEvent& copy);

 private:
  struct Told {
    CopyFacts own, other;  ///< in arguments of Strata's names, and in those of the tool
    bool bytes = false;
    std::optional<std::int64_t> otherBytes;
  };
  Told toldBy(const TraceEvent& copy);
  const CopyFacts& factsOf(NameId name);

  TraceStore& m_store;
  std::unordered_map<NameId, CopyFacts> m_facts;
};

}  // namespace strata::inline interchange
