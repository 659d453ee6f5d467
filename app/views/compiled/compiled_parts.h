#pragma once

#include <string>
#include <vector>

#include "app/canvas/paint.h"
#include "app/facts/view_state.h"
#include "app/views/compiled/compiled_layout.h"

// The parts of the view of compiled texts, each in a box of its own; nothing is drawn outside of it.

namespace strata::inline views {

/// What the hand or a choice lights up: a line of the source, 0 for none, and an instruction's line in its text.
struct Lit {
  int line = 0, hovered = 0, instruction = 0;
};

/// What a kernel takes of a compute unit, from the right end of a line or from its left.
std::vector<HeaderPiece> resourcePieces(const BuiltKernel& kernel, const TextStyle& style, bool right);

void drawCompiledSource(Canvas& canvas, const CompiledLayout& layout, const CompiledFacts& facts, const Lit& lit);
void drawCompiledCode(Canvas& canvas, const CodePane& pane, float scale, const CompiledFacts& facts,
                      const CodeFacts& code, const Lit& lit);

/// Lines for a person: how many instructions were made of a line, which, and what was counted there.
std::string sourceTip(const CompiledFacts& facts, int line);
/// The instruction, the line it was made of, and the lines that call it.
std::string instructionTip(const CodeFacts& code, const CodeRow& row);

}  // namespace strata::inline views
