#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline workloads {

/// sum(k < n, A[i][k]): a term over a count.
struct FoldText {
  enum class Kind { Sum, Max, Min } kind = Kind::Sum;
  std::string counter, count, term;
  bool whole = false;  ///< it divides as whole numbers do
};

/// A formula as muParser takes it: a call of foldName(i)() stands for each of `folds`, A(i,k) for A[i][k], and
/// kWholeDivision for "/" where whole numbers are divided.
struct FormulaText {
  std::string arithmetic;
  std::vector<FoldText> folds;
  std::vector<std::size_t> places;  ///< of each letter of `arithmetic`, and of its end: where it is in the text
};
inline constexpr char kWholeDivision = '$';
std::string foldName(std::size_t index);

/// Usage where brackets do not match. `whole`: everywhere, not only in indices.
Result<FormulaText> splitFormula(std::string_view text, bool whole);

/// muParser's words of a formula's arithmetic, with the notation's own signs. The position that they name is in the
/// text then, counted from 1.
std::string inNotation(std::string words, int position, const FormulaText& of);

/// What stands between commas outside of all brackets, trimmed.
std::vector<std::string> argumentsIn(std::string_view text);

/// Where the bracket is closed that opens at `at`; npos: nowhere.
std::size_t closingOf(std::string_view text, std::size_t at);

/// The name that a text begins with; empty: none.
std::string_view nameAt(std::string_view text);

}  // namespace strata::inline workloads
