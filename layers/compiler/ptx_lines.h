#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// Kernels' texts (*.cuh) by the numbers that a PTX text gives its files, of a whole text: it names them at its end.
std::map<int, std::string> ptxFiles(std::string_view ptx);

/// An instruction of a PTX text.
struct PtxInstruction {
  int line = 0;                 ///< of the text, from 1
  std::string symbol;           ///< of the kernel it is in
  std::string_view text;        ///< "ld.global.f32 %f1, [%rd4];", without the predicate it waits for
  std::vector<TextPlace> from;  ///< BuildInstruction::from
};

/// Of a text with line numbers (-lineinfo), or a part of one, in its order. A line of a file that is no kernel's text,
/// and whose call is not said, belongs to where it was before; what was moved away from its line has none.
std::vector<PtxInstruction> ptxInstructions(std::string_view ptx, const std::map<int, std::string>& files);

/// What of a PTX text is the entry function `symbol`, behind the head every function needs, with its instructions.
BuildText ptxText(std::string_view ptx, std::string_view symbol);

}  // namespace strata::inline compiler
