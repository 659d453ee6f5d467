#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

// A puzzle as its page says it: a kernel with a hole, and what an answer is held to. Expressions are kept as written.

namespace strata::inline lessons {

inline constexpr std::string_view kAnswer = "mine";             ///< the variant that an answer runs as
inline constexpr std::string_view kHole = "// your line here";  ///< the line of the kernel that an answer replaces

/// A counted value that an answer keeps within.
struct Budget {
  std::string name;   ///< "reads a thread"
  std::string value;  ///< an expression over the counted run
  double most = 0;
  double best = 0;  ///< the stored solution's; the check holds it to that
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// What tells a wrong answer apart: beside the kinds of findings ("race") and the names of budgets one of these.
inline constexpr std::string_view kWrongResult = "result", kNotCompiled = "compiler", kNotRun = "run", kEmpty = "hole";

/// An answer that the lesson keeps.
struct KeptAnswer {
  std::string lines;   ///< for the hole
  std::string reason;  ///< of a wrong one: what tells it apart
  std::string says;    ///< what a learner reads whose answer has that reason
  int line = 0;        ///< of the lesson's file
};

/// A tensor of the picture, and which of its elements thread t touches: expressions over t. Beyond its ends is nothing.
struct PictureRow {
  bool written = false;
  std::string name;
  int length = 0;
  int columns = 0;  ///< of a matrix; 0: it is a vector
  std::vector<std::string> touched;
};

struct Puzzle {
  std::string step;    ///< in whose place the answer runs
  std::string kernel;  ///< the text with its hole
  std::vector<Budget> budgets;
  std::vector<std::string> hints;  ///< told one at a time
  KeptAnswer solution;
  std::vector<KeptAnswer> wrong;
  int threads = 0;  ///< of the picture; 0: there is none
  std::vector<PictureRow> picture;

  /// Of a learner's answer with that reason; empty: the puzzle says nothing of it.
  std::string_view says(std::string_view reason) const;
};

/// The kernel with those lines, as deep as the hole, in its place. The text as it is where there is no hole.
std::string filled(std::string_view kernel, std::string_view lines);
std::size_t holesIn(std::string_view kernel);

/// Elements that a thread touches, in the order of their expressions. Usage for what cannot be computed.
Result<std::vector<int>> touchedBy(const PictureRow& row, int thread);

}  // namespace strata::inline lessons
