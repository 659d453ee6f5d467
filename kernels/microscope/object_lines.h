#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/microscope/source_line.h"

namespace strata::inline microscope {

/// Whether an object's lines can be told; quicker than reading them.
bool hasDebugInformation(const std::string& path);

/// The line table of a linked object, for any processor that DWARF knows nothing special of.
class ObjectLines {
 public:
  /// A file without debug information has no lines.
  explicit ObjectLines(const std::string& path);
  ~ObjectLines();
  ObjectLines(const ObjectLines&) = delete;
  ObjectLines& operator=(const ObjectLines&) = delete;

  /// The lines of kernels' texts (*.cuh) that the instruction at an address was made of: its own, then those that call
  /// what is inlined there, outwards.
  std::vector<SourceLine> at(std::uint64_t address) const;
  bool empty() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata::inline microscope
