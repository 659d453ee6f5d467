#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/lessons/lesson_sight.h"
#include "app/lessons/votes.h"

namespace strata::inline lessons {

/// A lesson given to a class: the class predicts by a show of hands, and whoever gives it says when the outcome is
/// seen. Votes are kept for the whole lesson. No window, no session.
class ClassLesson {
 public:
  explicit ClassLesson(std::shared_ptr<const Lesson> lesson);

  LessonPlayer& player() { return m_player; }
  const LessonPlayer& player() const { return m_player; }

  // Of the page's question, while it is open; else nothing.
  void raise(std::size_t row);  ///< a hand for that choice or place; of an order the item moves up
  void lower(std::size_t row);
  void lower(const Bet& bet);  ///< a hand less
  void take(const Bet& bet);   ///< what was clicked: a hand, the number aimed at, the order
  void step(double steps);     ///< of the number aimed at
  /// A digit or a point of the number aimed at, after those typed just before; off the scale, or in parts where a
  /// whole one is asked for: at nothing. False: no number is asked for.
  bool type(char sign);
  void guess();         ///< the number aimed at is one class member's
  void takeBack();      ///< the newest hand; where what was typed is no guess, its digits
  void clear();         ///< all of them; the outcome is hidden again
  bool typing() const;  ///< a sign goes on with a number
  bool open() const;    ///< hands may go up: the outcome was not seen

  /// The outcome of the page's question is known and not seen; of a puzzle a hint or the solution is not.
  bool mayReveal() const;
  void reveal();                                        ///< of a puzzle the next of them
  bool revealed() const;                                ///< the outcome of the page's question is seen
  const Votes* votes(std::string_view question) const;  ///< nullptr: it was never asked
  bool anyVotes() const;                                ///< on any question

  /// For who looks at it later: nothing to press, and no prediction where none was made.
  void forPictures();
  bool isForPictures() const { return m_forPictures; }

  void next();  ///< a puzzle is talked over, and tried in Studio
  /// What going on does here: Run, Reveal, or Next.
  LessonAct::Kind goingOn() const;
  /// `running`: the page's run is on its way.
  std::shared_ptr<const LessonSight> sight(bool running, const std::string& problem) const;

 private:
  const Question& question() const { return m_player.page().question; }
  bool isPuzzle() const { return m_player.page().kind == Page::Kind::Puzzle; }
  void revealOfPuzzle();
  void addToldTo(PuzzleSight& sight) const;
  void change(const std::function<void(Votes&)>& change);
  bool known() const;  ///< the outcome of the page's question, with no run ahead that tells it
  std::vector<QuestionSight> told() const;
  void addVotes(QuestionSight& asked, bool outcomeSeen) const;
  /// What was typed for that question, where it is no number of the scale; empty: nothing.
  std::string noGuess(const Question& question) const;

  LessonPlayer m_player;
  std::map<std::string, Votes, std::less<>> m_votes;  ///< by the question's name
  std::set<std::string, std::less<>> m_revealed;      ///< questions
  std::set<std::size_t> m_solved;                     ///< pages of puzzles whose solution is seen
  struct Typed {
    std::string question, signs;
    bool guessed = false;  ///< nothing comes behind them
  };
  std::optional<Typed> m_typed;  ///< so far; none: the next sign begins a number
  bool m_forPictures = false;
};

}  // namespace strata::inline lessons
