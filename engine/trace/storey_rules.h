#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/base/storey.h"

namespace strata::inline trace {

/// What an event of another tool's trace is, beside its storey.
enum class ForeignRole : std::uint8_t {
  Slice,       ///< host work
  Module,      ///< a part of a model around operations
  Annotation,  ///< what a person named around modules and operations
  Op,          ///< host work that opens a call: what happens within it was done for it
  Launch,      ///< an API call: its correlation leads to device work
  Kernel,      ///< device work, memory that is set to a value too
  Copy,        ///< device work: bytes moving
  Sync,        ///< a wait that is drawn at the device's stream, where the arrow of its correlation ends
  Cost,        ///< the profiler's own work
};

/// Tools that a file may name itself.
namespace tool {
inline constexpr std::string_view kKineto = "PyTorch (Kineto)", kRocprofv3 = "rocprofv3", kNsys = "Nsight Systems";
}

/// One line of the table that maps other tools' events to storeys; it holds for files of its tool alone. A pattern may
/// hold '*' for any text, '?' for any character and '#' for a digit; an empty one fits everything. The first line that
/// fits decides.
struct StoreyRule {
  std::string_view tool;    ///< whose events these are
  std::string_view thread;  ///< of "process/thread" as the trace names them
  std::string_view category;
  std::string_view name;
  Storey storey;
  ForeignRole role;
  std::string_view source;  ///< where it is written that this is so
};

std::span<const StoreyRule> storeyRules();

/// What shows whose file it is where the file does not say so: a category or a thread that only this tool has.
struct ToolMark {
  std::string_view tool, thread, category;
};
std::span<const ToolMark> toolMarks();

/// The line for an event in a file of `tool`; null if none fits: the event belongs to Storey::Other.
const StoreyRule* findStoreyRule(std::string_view tool, std::string_view thread, std::string_view category,
                                 std::string_view name);

/// Whether `text` fits `pattern`.
bool fitsPattern(std::string_view pattern, std::string_view text);

}  // namespace strata::inline trace
