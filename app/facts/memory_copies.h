#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/memory_facts.h"

namespace strata::inline facts {

/// One copy, as the table shows it.
struct CopyRow {
  EventRef ref;
  std::string_view direction;   ///< "H→D"; empty where nobody said
  std::string_view hostMemory;  ///< "pinned", "pageable"; empty where no host memory took part or nobody said
  std::optional<double> bytes;
  Duration duration;
  std::optional<double> speed;  ///< copySpeed
  std::optional<double> share;  ///< of CopyTable::full
};

/// Speeds of one kind of host memory in one direction, bytes per second.
struct SpeedSpread {
  std::size_t copies = 0, inCache = 0;  ///< the latter tell no speed of memory and are left out
  double best = 0, median = 0, medianBytes = 0;
  EventRef bestCopy;

  bool seen() const { return copies + inCache > 0; }
};

/// Pinned beside pageable, in a direction where both occurred.
struct PinnedComparison {
  std::string direction;
  SpeedSpread pinned, pageable;
  /// Copies of unlike sizes say little of one another: a small one is mostly the cost of starting it.
  bool alike() const {
    return pinned.medianBytes <= 2 * pageable.medianBytes && pageable.medianBytes <= 2 * pinned.medianBytes;
  }
};

struct CopyTable {
  std::vector<CopyRow> rows;  ///< longest first
  std::uint64_t copies = 0;   ///< in the session, of the device that is shown; rows are the newest of each track
  bool ofSpec = false;        ///< shares are of the link's data sheet, else of the fastest copy of the same direction
  std::vector<PinnedComparison> comparisons;
  bool onlyInCache = false;  ///< a direction has no comparison as copies of one kind all stay in a cache
  bool sawPinned = false, sawPageable = false;
};

/// Of the newest kMostCopies copies of each track of the device that is shown.
CopyTable copyTable(const ViewState& state, const MemoryFacts& facts);

}  // namespace strata::inline facts
