#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/trace/session_message.h"

namespace strata::inline trace {

/// Counts what packets of another tool's trace hold that has no place here, by field of the packet.
class UnreadPackets {
 public:
  void note(std::uint32_t field) {
    if (field != 0) ++m_counts[field];
  }
  /// How many are rows of packets that zstd packed, and the problem that says so.
  std::uint64_t zstd() const;
  std::string zstdSentence() const;
  /// The message Import that says it, and whether there are events besides; `more` is left out, too.
  SessionMessage message(bool holdsEvents, std::map<std::string, std::uint64_t> more = {}) const;

 private:
  std::map<std::uint32_t, std::uint64_t> m_counts;
};

}  // namespace strata::inline trace
