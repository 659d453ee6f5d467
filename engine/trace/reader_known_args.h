#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/provenance.h"

namespace strata::inline trace {

/// Arguments that many events have alike: decoded once, found again by the bytes they came in. What bytes mean depends
/// on the names that were told before; `meaning` is a number for those.
class KnownArgs {
 public:
  struct Entry {
    std::uint64_t meaning = 0;  ///< 0: nothing is here
    std::string bytes;
    std::uint32_t set = 0;  ///< of the store
    Provenance provenance = Provenance::Measured;
    bool stopped = false;  ///< they say that the work was

    bool is(std::uint64_t wanted, std::string_view text) const { return meaning == wanted && bytes == text; }
  };

  /// Where these bytes' entry is, or another one that gives way to it.
  Entry& at(std::uint64_t meaning, std::string_view bytes) {
    return m_entries[(std::hash<std::string_view>{}(bytes) + meaning) % m_entries.size()];
  }

 private:
  std::array<Entry, 512> m_entries;
};

}  // namespace strata::inline trace
