#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/provenance.h"

namespace strata {

/// Arguments that many events have alike: decoded once, found again by the bytes they came in.
class KnownArgs {
 public:
  struct Entry {
    std::string bytes;      ///< empty: nothing yet
    std::uint32_t set = 0;  ///< of the store
    Provenance provenance = Provenance::Measured;
  };

  /// Where these bytes' entry is, or another one that gives way to it.
  Entry& at(std::string_view bytes) {
    if (m_entries.empty()) m_entries.resize(kEntries);
    return m_entries[std::hash<std::string_view>{}(bytes) % kEntries];
  }
  void clear() { m_entries.clear(); }

 private:
  static constexpr std::size_t kEntries = 512;
  std::vector<Entry> m_entries;
};

}  // namespace strata
