#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/expression.h"
#include "app/lessons/lesson.h"
#include "app/lessons/values.h"
#include "engine/protocol/request.h"

namespace strata::inline lessons {

/// A budget beside what an answer took. Kind: that of the value, counted.
struct Spent {
  Budget budget;
  double value = 0;
  bool within() const;
};

/// What came of an answer.
struct Verdict {
  std::string reason;  ///< why it is wrong: as Budget and kWrongResult name it; empty: it is right
  std::string seen;    ///< in words: a finding's sentence, the compiler's, or that of a budget
  std::string says;    ///< what the puzzle says of answers that are wrong for that reason; may be empty
  int line = 0;        ///< of the answer's text; 0: of none
  std::vector<Spent> spent;
  bool right() const { return reason.empty(); }
};

/// Runs an answer beside what a page's task asks for.
using AnswerRun = std::function<Result<LessonRun>(const RunLine& line, const OwnKernel& answer)>;

/// The text as a variant in the place of the puzzle's step.
OwnKernel answerOf(const Puzzle& puzzle, std::string text);

/// What an answer is run for, in this order: first whether it does harm and is right, then what it costs.
RunLine watchedRun(const Page& page);
RunLine countedRun(const Page& page);

/// Of the run that watched that text; no value: nothing is wrong so far, and it may be counted.
std::optional<Verdict> faultOf(const Puzzle& puzzle, std::string_view text, const LessonRun& watched);
/// Of the run that counted it.
Verdict verdictOf(const Puzzle& puzzle, const Formulas& formulas, const LessonRun& counted);

/// Both runs, one after the other. `runs`: what was run is added. Errors are those of the runs.
Result<Verdict> judgeAnswer(const Page& page, const Formulas& formulas, const OwnKernel& answer, const AnswerRun& run,
                            std::vector<LessonRun>* runs = nullptr);

}  // namespace strata::inline lessons
