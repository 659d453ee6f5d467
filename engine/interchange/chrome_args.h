#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// Where a line of a Chrome trace stands.
struct ChromePlace {
  std::int64_t pid = 0, tid = 0;
};

/// Writes the "args" objects of a session's events: Kineto's names for what has one, all other arguments under their
/// own names.
class ChromeArgs {
 public:
  explicit ChromeArgs(const TraceSnapshot& snapshot);

  /// Device work stands at the `place` of its device and stream; `ownName` is the event's name where the line has
  /// another, else empty.
  void append(std::string& out, const TraceEvent& event, ChromePlace place, std::string_view ownName) const;

 private:
  enum class Key : std::uint8_t { Other, Taken, GridX, GridY, GridZ, BlockX, BlockY, BlockZ, Bytes };
  class Text;

  const TraceSnapshot& m_snapshot;
  std::vector<Key> m_keys;  ///< by name
};

}  // namespace strata::inline interchange
