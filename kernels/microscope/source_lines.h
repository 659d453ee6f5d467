#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/base/mutex.h"
#include "kernels/microscope/object_lines.h"
#include "kernels/microscope/source_line.h"

namespace strata::inline microscope {

/// Reads the debug information of the running program: its own once and for all, that of objects it has loaded once for
/// each reader. Any thread.
class SourceLines {
 public:
  /// The line of a kernel's text (*.cuh) that the instruction just before `pc` belongs to: what was inlined from other
  /// files counts for the line that calls it.
  SourceLine of(std::uintptr_t pc) const;
  /// The same for a GPU thread, whose stack is too small for a reader of debug information.
  SourceLine ofFiber(std::uintptr_t pc) const;

 private:
  mutable Mutex m_mutex;
  mutable std::map<std::string, ObjectLines> m_loaded STRATA_GUARDED_BY(m_mutex);  ///< by path
};

}  // namespace strata::inline microscope
