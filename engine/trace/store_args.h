#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/chunked_vector.h"
#include "engine/trace/trace_args.h"

namespace strata::inline trace {

/// The arguments of all events; an event holds the number of its set, from 1.
class ArgTable {
 public:
  static constexpr std::size_t kMost = 1024;  ///< of one event; further ones are left out

  struct Set {
    std::uint32_t first = 0, count = 0;
  };

  struct View {
    ChunkedView<Set> sets;
    ChunkedView<Arg, kMost> args;
    std::span<const Arg> operator[](std::uint32_t set) const {
      return set == 0 || set > sets.size() ? std::span<const Arg>{}
                                           : args.run(sets[set - 1].first, sets[set - 1].count);
    }
  };

  /// Keeps the arguments of set `old` (0: none) and `more`; returns the number of the set that holds both. What `more`
  /// says anew replaces what `old` says under that key.
  std::uint32_t add(std::uint32_t old, std::span<const Arg> more);
  std::vector<Arg> copy(std::uint32_t set) const;
  View view() { return {m_sets.view(), m_args.view()}; }

 private:
  ChunkedVector<Set> m_sets;
  ChunkedVector<Arg, kMost> m_args;
};

}  // namespace strata::inline trace
