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
/// The experiment that it names, "// experiment: matmul"; empty: none.
std::string experimentNamedIn(std::string_view text);
/// The text with both named in its leading comment: where another name stands this one does, and what is not said comes
/// before all else.
std::string namingPlace(std::string text, const std::string& experiment, const std::string& like);

}  // namespace strata::inline workloads
