#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace strata::inline microscope {

/// A line of a kernel's text.
struct SourceLine {
  std::string file;  ///< "kernels/matmul/tiled.cuh"; empty where the program does not know
  int line = 0;

  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

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
