#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/canvas/rich_text.h"
#include "app/lessons/markdown.h"

namespace strata::inline views {

/// No line ends within a value and its unit, a few words of code, or 16 × 16. `whole`: nor anywhere else.
std::string unbroken(std::string words, bool whole);

/// A block of a lesson's text as it is set.
std::vector<TextRun> markdownRuns(const Canvas& canvas, const MarkdownBlock& block, std::string_view language,
                                  float size);
/// The same of a sentence that stands in one line of a lesson's file, such as a hint.
std::vector<TextRun> sentenceRuns(const Canvas& canvas, std::string_view markdown, std::string_view language,
                                  float size);

}  // namespace strata::inline views
