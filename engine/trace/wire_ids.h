#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

namespace strata::inline trace {

/// Maps ids of the stream, (run << 32) | id, to dense ones counted from 1. The first run's ids stay as they are;
/// further runs come behind. Ids that leap (a damaged stream, another tool's) still come out dense.
class WireIds {
 public:
  /// The dense id; 0 for 0.
  std::uint32_t dense(std::uint64_t wire);
  /// A dense id that no id of the stream has.
  std::uint32_t fresh();

 private:
  /// Ids from `first` on, without a gap, up to `last`.
  struct Stretch {
    std::uint32_t last = 0, dense = 0;
  };
  using Run = std::map<std::uint32_t, Stretch>;  ///< by first id

  std::unordered_map<std::uint32_t, Run> m_runs;
  Stretch* m_growing = nullptr;      ///< the one whose ids are at the top of the dense ones
  std::uint64_t m_growingFirst = 0;  ///< the wire id it starts with
  bool m_growingIsLast = false;      ///< of its run's
  std::uint32_t m_top = 0;
};

}  // namespace strata::inline trace
