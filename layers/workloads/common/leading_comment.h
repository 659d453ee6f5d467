#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata::inline workloads {

/// A line of a comment, without the marks of one and the space around it.
struct CommentLine {
  int number = 0;  ///< in the file, from 1
  std::string_view text;
};

/// The comments before the first line of code; #include and #pragma may stand between them. They point into `text`.
std::vector<CommentLine> leadingComment(std::string_view text);

/// The step that a kernel's leading comment names, "// like: tiled"; empty: none.
std::string likeNamedIn(std::string_view text);

}  // namespace strata::inline workloads
