#pragma once

#include <cstdint>
#include <memory>

#include "kernels/microscope/source_line.h"

namespace strata::inline microscope {

/// Reads the debug information of the running program.
class SourceLines {
 public:
  SourceLines();
  ~SourceLines();

  /// The line of a kernel's text (*.cuh) that the instruction just before `pc` belongs to: what was inlined from other
  /// files counts for the line that calls it.
  SourceLine of(std::uintptr_t pc) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata::inline microscope
