#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/expression.h"
#include "app/lessons/lesson.h"

namespace strata::inline lessons {

/// What a text needs to be told: formulas, what runs came to, and what the learner had predicted.
struct Telling {
  const Formulas* formulas = nullptr;
  FindValue find;
  std::function<std::string(std::string_view question)> bet;  ///< as words; empty: none was made
  std::string_view language = {};                             ///< of the lesson
  std::string_view noBet = {};  ///< Markdown, in the place of one that was not made; empty: says so
  bool withoutBets = false;     ///< a sentence that tells a bet that was not made is left out
  bool withoutValues = false;   ///< `noBet` stands in the place of values, too, and nothing is computed
};

/// Fills what stands in braces: {time(naive) / time(tiled): times} becomes "**6.4 ×** [measured](kind:measured)", and
/// {bet: slower} what was predicted. Below it the GPUs are named that values are modelled for. Formats: time, times,
/// percent, count, bytes, flops, rate, number; without one the unit chooses. Errors are those of the expressions, or
/// Usage for a brace that does not close.
Result<std::string> told(std::string_view words, const Telling& telling);

/// What stands in braces in a text, as written: to be checked before anything has run.
struct Braced {
  std::string expression, format;
  static constexpr std::string_view kBet = "bet";  ///< the expression of {bet: name}, whose format is the name
  bool isBet() const { return expression == kBet; }
};
Result<std::vector<Braced>> bracedIn(std::string_view text);
/// Each of them, or what is wrong with it, and at which byte of the text it begins.
struct PlacedBrace {
  std::size_t at = 0;
  Result<Braced> braced;
};
std::vector<PlacedBrace> bracesIn(std::string_view text);
/// `language`: of the lesson, whose numbers it has.
std::string formatted(const Value& value, std::string_view format, std::string_view language = {});

/// A kind as told writes it, such as "measured", in the lesson's words; what is no kind stays as it is.
std::string kindInWords(std::string_view kind, std::string_view language);

/// Computes an expression of a lesson at once.
Result<Value> computed(std::string_view expression, const Telling& telling);

/// The first outcome that came out; nullptr where none did: the lesson has no explanation for it.
Result<const Outcome*> outcomeOf(const Page& page, const Telling& telling);

}  // namespace strata::inline lessons
