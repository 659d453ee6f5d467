#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <vector>

#include "kernels/microscope/source_line.h"

namespace strata::inline microscope {

/// "kernels/matmul/tiled.cuh" of a whole path to a kernel's text; empty for any other file.
std::string kernelTextOf(const char* path);

/// What was inlined into what, throughout a unit of debug information: read once, asked often.
class InlinedCalls {
 public:
  explicit InlinedCalls(Dwarf_Die* unit);

  /// The lines of kernels' texts (*.cuh) that call what is inlined at an address, the innermost first.
  std::vector<SourceLine> at(Dwarf_Addr address) const;

 private:
  struct Piece {
    Dwarf_Addr begin = 0, end = 0;
  };
  /// A piece of a program's text that has instructions; those in it follow it.
  struct Scope {
    std::vector<Piece> pieces;
    Dwarf_Addr entry = 0;
    std::size_t behind = 0;  ///< the first that is not in it
    SourceLine call;         ///< empty where it was not inlined, or not by a kernel's text
    bool has(Dwarf_Addr address) const;
  };

  void read(Dwarf_Die* unit, Dwarf_Die* parent, std::vector<Dwarf_Die>& functions);
  void addScope(Dwarf_Die* unit, Dwarf_Die* die, std::vector<Dwarf_Die>& functions);

  std::vector<Scope> m_scopes;
};

}  // namespace strata::inline microscope
