#pragma once

#include <array>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/kernel_facts.h"

namespace strata::inline views {

/// What stands beside the kernel's text at each line, from the left.
enum class CountColumn : std::uint8_t { Sectors, Used, Banks, Lanes };
inline constexpr std::size_t kCountColumns = 4;

/// Where everything of the kernel view stands. The same for drawing and for hits; a part without room has no height.
struct KernelLayout {
  float scale = 1;
  Rect header;
  Rect well;   ///< the text with its gutter
  Rect heads;  ///< names of the count columns, inside the well
  Rect rows;   ///< lines of the text, inside the well
  float rowHeight = 16;
  int firstLine = 1;                        ///< at the top of `rows`
  int lineCount = 0;                        ///< lines that are seen
  int broken = 0;                           ///< the chosen line, where it goes on in further rows; 0: it does not
  std::vector<std::size_t> breaks;          ///< bytes of it where its rows end, but the last
  Rect numbers;                             ///< x and width of the line numbers
  std::array<Rect, kCountColumns> columns;  ///< x and width; no width: not shown
  Rect code;                                ///< x and width of the text
  Rect warp, launch, occupancy;

  Rect row(int line) const;
  /// 0 if no line of the text is there.
  int lineAt(const KernelFacts& facts, Point at) const;
};

KernelLayout layOutKernel(const Canvas& canvas, Rect area, const KernelFacts& facts, const ViewChoices& choices);
/// The line at the top of the text when it is not scrolled: the chosen line is seen, or where the kernel begins.
int restingFirstLine(const KernelFacts& facts, int visible);

/// How far in the further rows of a broken line begin.
float furtherIn(const Canvas& canvas, std::string_view line, const TextStyle& style);

TextStyle kernelCodeStyle(const Canvas& canvas, const KernelLayout& layout);

}  // namespace strata::inline views
