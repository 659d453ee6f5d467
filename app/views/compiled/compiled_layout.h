#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/compiled_facts.h"
#include "app/words/messages.h"

namespace strata::inline views {

/// A list of lines with what stands beside them.
struct CodePane {
  Rect well, heads, rows;
  Rect resources = {};            ///< of two texts side by side, below the heads: what each takes
  Rect band;                      ///< x and width of the strip of colour
  Rect numbers;                   ///< of the lines of the source
  std::vector<Rect> counts = {};  ///< of the source: instructions of each compiled text, then what was counted
  Rect code;
  Rect remark = {};                           ///< below the well
  std::vector<std::string> remarkLines = {};  ///< what the text lacks, and what would bring it
  float rowHeight = 16;
  int first = 0, shown = 0, all = 0;  ///< rows, from 0

  Rect row(int index) const;
  std::optional<int> rowAt(Point at) const;
  /// The first row on top when it stands so many lines below where it rests.
  void scrollTo(int resting, float by);
};

/// A choice in a line of them.
struct CompiledChip {
  enum class What : std::uint8_t { Target, Intermediate, Machine, Beside };
  What what = What::Target;
  std::string words;
  Rect box = {};
  bool chosen = false;
  CompiledSource beside = {};  ///< of Beside; no variant: nothing
  std::string gpu = {};        ///< of a target: that has it, where times are modelled on that
  bool ofSession = false;      ///< OfferedTarget
};

/// Where everything of the view of compiled texts stands. The same for drawing and for hits; a part without room has no
/// height.
struct CompiledLayout {
  float scale = 1;
  Rect header;
  std::vector<CompiledChip> chips;
  CodePane source, code, against;
  Rect note, button;  ///< where there is no compiled text: why, and what a click does about it
};

CompiledLayout layOutCompiled(const Canvas& canvas, Rect area, const CompiledFacts& facts, const ViewChoices& choices);

/// The row on top of the source, counted from 0, where it is not scrolled: the chosen line is seen.
int restingSource(const CompiledFacts& facts, int shown, int line);
/// The same of a compiled text: what was made of the chosen line is seen.
int restingCode(const CompiledFacts& facts, const CodeFacts& code, int shown, int line);

TextStyle compiledCodeStyle(const Canvas& canvas, float scale);
TextStyle compiledHeadStyle(const Canvas& canvas, float scale);

/// What the button says, and the sentence above it.
Msg buttonWords(const CompiledFacts& facts);
std::string noteWords(const CompiledFacts& facts);

}  // namespace strata::inline views
