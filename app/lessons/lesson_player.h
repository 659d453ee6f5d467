#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/bet.h"
#include "app/lessons/lesson.h"
#include "app/lessons/place.h"
#include "app/lessons/told.h"
#include "app/lessons/verdict.h"

namespace strata::inline lessons {

/// A bet beside what came out.
struct Judged {
  Bet bet;
  Value truth;                     ///< of Number and Place
  std::size_t choice = 0;          ///< of Choice: which came out
  std::vector<std::size_t> order;  ///< of Order
  bool right = false;              ///< a number: off by closeFactor or closeDifference at most
  double factor = 1;               ///< of Number: how far off, at least 1; infinite where one of the two is 0
};

/// One of the runs that a page made or opened.
struct PageRun {
  std::size_t page = 0;
  const LessonRun* run = nullptr;
  friend bool operator==(const PageRun&, const PageRun&) = default;
};

/// What a page of that kind waits for, as a sentence names it; empty: for nothing.
std::string_view missingOf(Page::Kind kind, const std::string& language);

/// A lesson on its way: which page, what was predicted, what ran. No window, no session: hosts run what it asks for and
/// hand in the results.
class LessonPlayer {
 public:
  explicit LessonPlayer(std::shared_ptr<const Lesson> lesson);

  const Lesson& lesson() const { return *m_lesson; }
  std::size_t index() const { return m_index; }
  const Page& page() const { return m_lesson->pages[m_index]; }
  bool atEnd() const { return m_index + 1 == m_lesson->pages.size(); }

  /// Why the next page has to wait: a prediction is missing, or the run. Empty: it need not.
  std::string_view waitsFor() const;
  void next();  ///< nothing while something is missing
  void back();
  void go(std::size_t index);  ///< as far as the first page that waits
  void skip();                 ///< on without what is missing, as a teacher may

  /// Where the learner is, to go on from another time.
  LessonPlace place() const;
  /// To that page, with its predictions. False, and nothing happens: the lesson's plan is another.
  bool resume(const LessonPlace& place);

  void bet(Bet bet);  ///< on the page's question; Ask only, and not once it has been explained
  void withdraw();    ///< the bet on the page's question, where one may bet
  bool mayBet() const;
  const Bet* betOn(std::string_view question) const;
  std::string betInWords(std::string_view question) const;
  /// Texts leave room to write a bet by hand where none was made.
  void leaveBlanks() { m_blanks = true; }
  /// And to write values, too: texts tell none, and need no run.
  void leaveOutValues() { m_blanks = m_withoutValues = true; }
  /// Texts say nothing of a bet that was not made.
  void leaveOutBets() { m_withoutBets = true; }
  /// No value: nothing was predicted, or what it needs has not run.
  std::optional<Judged> judged(const Question& question) const;
  /// Questions between the explanation before and this one.
  std::vector<const Question*> questionsBefore(std::size_t page) const;
  /// Questions whose bets an explanation tells, and those before it that no explanation tells.
  std::vector<const Question*> questionsTold(std::size_t page) const;

  /// What a page's runs came to, one for each of its singleRuns, or its recording; those before of the same page are
  /// replaced.
  void addRuns(std::size_t page, std::vector<LessonRun> runs);
  bool hasRun(std::size_t page) const { return m_runsOf.contains(page); }
  const std::vector<LessonRun>& runsOf(std::size_t page) const;

  /// A run that the learner made on a page of Explore.
  void addTry(LessonRun run);
  std::size_t tries() const { return runsOf(m_index).size(); }
  bool goalReached() const;

  // Of a puzzle's page.
  /// What came of an answer; `runs` of a right one are the page's.
  void addVerdict(std::size_t page, Verdict verdict, std::vector<LessonRun> runs);
  const Verdict* verdict() const;  ///< of the newest answer; nullptr: none since the lesson was opened
  std::size_t answers() const;     ///< since then
  bool solved() const { return m_solved.contains(m_index); }
  std::size_t hintsTold() const;
  void tellHint();  ///< the next one

  /// The first of the runs that the explanation on a page speaks of and that has not run; nullptr: none.
  const Page* missingRun(std::size_t explanation) const;
  /// The run that the page's text or outcomes need and that has not run; nullptr: none.
  const Page* runNeeded() const;
  /// The page of the run whose kernels the page speaks of: what is explained before anything runs again is of the
  /// run behind, the rest of the one ahead, while there is one. nullptr: the lesson runs nothing.
  const Page* runInSight() const;
  /// The page of the run by whose values a hand goes on: the one in sight; where the learner runs what they like, the
  /// one before, since a solution is not to be told. nullptr: there is none of the experiment that the page speaks of.
  const Page* runToGoOnFrom() const;
  /// The view beside the page: its own, else that of the nearest page before it that names one; empty: none does.
  std::string viewInSight() const;
  /// Of the page, else of that run; empty: none, or a recording that has not been opened.
  std::string experimentInSight() const;

  /// The page's text for this device and these results. Unsupported, in words, where no explanation fits; Usage where
  /// what it explains has not run.
  Result<std::string> text() const;
  /// The runs whose values the text of an explanation tells, or was chosen by, as they ran.
  std::vector<PageRun> runsTold() const;
  Telling telling() const;

 private:
  bool waits() const;
  void turnTo(std::size_t page);
  Result<std::string> toldNow(std::vector<PageRun>* runs = nullptr) const;

  std::shared_ptr<const Lesson> m_lesson;
  std::size_t m_index = 0;
  bool m_blanks = false, m_withoutBets = false, m_withoutValues = false;
  std::set<std::size_t> m_explained;  ///< pages of explanations that were seen
  std::map<std::string, Bet, std::less<>> m_bets;
  std::map<std::size_t, std::vector<LessonRun>> m_runsOf;  ///< by page
  /// Of a puzzle, since the lesson was opened.
  struct Answered {
    std::optional<Verdict> newest;
    std::size_t answers = 0, hints = 0;
  };
  std::map<std::size_t, Answered> m_answered;  ///< by page
  std::set<std::size_t> m_solved;              ///< pages of puzzles
};

/// What a program without a window does for a page.
struct LessonHost {
  std::function<Result<LessonRun>(const RunLine&)> run;
  std::function<Result<LessonRun>(const std::string& path)> open;  ///< a recorded session
  AnswerRun answer = {};                                           ///< of a puzzle
};
/// All that the player's page runs or opens, handed to it; of Explore its solution. The error is that of the first that
/// failed.
Result<void> runPage(LessonPlayer& player, const LessonHost& host);

/// As a person reads it, in the lesson's language; empty for what is none of the choices.
std::string inWords(const Question& question, const Bet& bet, std::string_view language = {});
std::string inWords(const Question& question, const Judged& outcome, std::string_view language = {});

/// By how much a number may be off and be right: a twentieth of its scale where that is logarithmic, a tenth at least.
double closeFactor(const Question& question);
/// A scale that begins at 0 or below has no factors: what counts is the difference.
bool isByDifference(const Question& question);
/// The same there: a twentieth of the scale; of things that are counted a hundredth, or the nearest whole number.
double closeDifference(const Question& question);

/// Things are counted, as a unit in letters such as "sectors" and whole limits say, or a scale from nothing to a few.
bool asksWhole(const Question& question);

/// What came out, for whom no bet is asked of. Errors are those of the expressions; Unsupported where no choice holds.
Result<Judged> truthOf(const Question& question, const Telling& telling);

/// A bet beside what came out, as truthOf says it.
Judged judge(const Question& question, Bet bet, Judged outcome);

}  // namespace strata::inline lessons
