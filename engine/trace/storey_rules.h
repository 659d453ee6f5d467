#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/base/storey.h"

namespace strata {

/// What an event of another tool's trace is, beside its storey.
enum class ForeignRole : std::uint8_t {
  Slice,   ///< host work
  Op,      ///< host work that opens a call: what happens within it was done for it
  Launch,  ///< an API call: its correlation leads to device work
  Kernel,  ///< device work
  Copy,    ///< device work: bytes moving
  Sync,    ///< a wait that is drawn at the device's stream, where the arrow of its correlation ends
  Cost,    ///< the profiler's own work
};

/// One line of the table that maps other tools' events to storeys. A pattern may hold '*' for any text and '?' for any
/// character; an empty one
/// fits everything. The first line that fits decides.
struct StoreyRule {
  std::string_view tool;  ///< whose events these are
  std::string_view lane;  ///< of "process/thread" as the trace names them
  std::string_view category;
  std::string_view name;
  Storey storey;
  ForeignRole role;
  std::string_view source;  ///< where it is written that this is so
};

std::span<const StoreyRule> storeyRules();

/// The line for an event; null if none fits: the event belongs to Storey::Other.
const StoreyRule* findStoreyRule(std::string_view lane, std::string_view category, std::string_view name);

/// Whether `text` fits `pattern`.
bool fitsPattern(std::string_view pattern, std::string_view text);

}  // namespace strata
