#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/learned.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_picture.h"
#include "app/lessons/lesson_player.h"
#include "app/lessons/markdown.h"
#include "app/lessons/progress.h"
#include "app/lessons/votes.h"

namespace strata::inline lessons {

/// What a hand does on a lesson's page.
struct LessonAct {
  enum class Kind : std::uint8_t {
    Next,
    Back,
    Run,      ///< what the page runs, or the recording that it opens
    Bet,      ///< `bet` is the prediction now; of a class it is one hand's
    Reveal,   ///< what came out, to a class
    Start,    ///< the lesson numbered `lesson` of the list
    Leave,    ///< to the list of lessons
    Restart,  ///< at page 1, without predictions
    Edit,     ///< the puzzle's kernel, where kernels are written
    Hint,     ///< the puzzle's next one
  };
  Kind kind = Kind::Next;
  Bet bet;
  std::size_t lesson = 0;
  friend bool operator==(const LessonAct&, const LessonAct&) = default;
};

/// A class's hands as they are drawn.
struct VoteSight {
  std::vector<Tally> tallies;   ///< of choices or places
  std::vector<double> guesses;  ///< of a number
  std::optional<double> aim;    ///< a number that is no guess yet
  std::size_t hands = 0, right = 0;
};

/// A question as it is drawn.
struct QuestionSight {
  Question question;
  std::optional<Bet> bet;
  std::optional<Judged> judged;    ///< what came out is known; to a class: is seen
  std::optional<VoteSight> votes;  ///< of a class
  std::string asked;               ///< in the words of its page
  std::string language;            ///< of the lesson, as LessonSight has it
  std::string typed;               ///< of a number, that is no prediction; empty: all that was typed is one
  bool mayGrow = false;            ///< what was typed is the beginning of one
};

/// A puzzle as it is drawn.
struct PuzzleSight {
  std::string kernel;              ///< with its hole
  std::string solution;            ///< lines that stand in the hole, once a class has been shown them; empty: none
  std::vector<std::string> hints;  ///< those told
  bool moreHints = false;
  std::vector<std::string> hintsToCome;  ///< to a class, as the next: their room is kept
  std::string solutionToCome;
  std::vector<Budget> budgets;
  std::optional<Verdict> verdict;  ///< of the newest answer
  bool solved = false;             ///< now or another time
  struct Row {
    PictureRow tensor;
    std::vector<std::vector<int>> touched;  ///< elements, by thread
  };
  std::vector<Row> picture;

  /// As it is drawn when a class has been shown all of it.
  PuzzleSight allShown() const;
};

/// A line of the list of lessons.
struct ListedLesson {
  std::string name, title, about, problem;  ///< problem: why it cannot be opened; empty: it can
  int minutes = 0;
  bool done = false, next = false;
  std::string language = {};  ///< in words, where it is not in the one that was chosen
  std::string goesOn = {};    ///< "page 5 of 13", where it was begun; empty: it was not
};

/// What the lesson view shows; made anew whenever something of it changes.
struct LessonSight {
  std::vector<ListedLesson> list;  ///< shown where no lesson is open
  std::size_t cursor = 0;          ///< the line of the list that the keyboard is on
  Calibration calibration;         ///< of the learner, shown below the list
  std::string learner, course;     ///< whose list of which course it is; empty: the user's, Strata's
  bool open = false;
  std::string lesson;    ///< its title
  std::string language;  ///< of a translation; of the list: the one that was chosen
  std::size_t index = 0, count = 0;
  Page::Kind kind = Page::Kind::Say;
  std::string title;
  std::vector<MarkdownBlock> text;
  LessonPictures pictures;                ///< of the text
  std::optional<QuestionSight> question;  ///< of Ask
  bool mayBet = false;                    ///< it has not been explained yet
  std::optional<PuzzleSight> puzzle;      ///< of Puzzle
  std::vector<QuestionSight> judged;      ///< of Explain: what was predicted since the explanation before
  std::string run;                        ///< what the page, or the one that is needed, runs, for a shell
  std::string recording;                  ///< what it opens
  std::size_t tries = 0;                  ///< of Explore: runs that the learner made
  bool goalReached = false;
  bool hasRun = false, running = false;
  std::string needed;    ///< the run before that the page needs and that has not run; empty: none
  std::string opening;   ///< said where a lesson begins or goes on
  std::string waitsFor;  ///< why Next has to wait; empty: it need not
  std::string problem;
  bool atEnd = false;
  bool mayRestart = false;  ///< something is behind
  bool tour = false;        ///< of a run, which is no lesson of the list
  bool slide = false;       ///< for a room: large, with a class's hands
  bool picture = false;     ///< of a slide, for who looks at it later: nothing to press
  bool mayReveal = false;   ///< to a class

  /// A storey, or a line, is to be pointed at.
  bool asksStorey() const { return asksPlace() && question->question.unit == "storey"; }
  bool asksLine() const { return asksPlace() && question->question.unit == "line"; }
  bool asksPlace() const { return question && mayBet && question->question.kind == Question::Kind::Place; }
  /// The run that is needed can be made from here.
  bool mayCatchUp() const { return !needed.empty() && !(run.empty() && recording.empty()); }
  /// Its button runs or opens what comes next.
  bool mayRun() const {
    return !hasRun && (kind == Page::Kind::Run || kind == Page::Kind::Open || (slide && kind == Page::Kind::Explore));
  }
};

/// "(Englisch)" of a lesson that is not in the language that was chosen; empty: it is, or none was.
std::string otherLanguage(const Lesson& lesson, const std::string& chosen);

/// The list of lessons, where none is open. `language`: the one that was chosen for them.
std::shared_ptr<const LessonSight> listOf(const std::vector<LessonFile>& files, const Progress& progress,
                                          const std::string& language = {});

QuestionSight sightOf(const LessonPlayer& player, const Question& question);

/// `running`: the page's run is on its way.
std::shared_ptr<const LessonSight> sightOf(const LessonPlayer& player, bool running, const std::string& problem);

/// The bet after the row of that number was taken: of a choice it is the bet, of an order it moves up by one.
Bet betWithRow(const Question& question, const Bet* before, std::size_t row);

/// The bet after so many steps of the keyboard on the number that is asked for.
Bet betStepped(const Question& question, const Bet* before, double steps);

/// The bet after digits, and a point among them, were typed for the number that is asked for; nullopt: it is none, or
/// off its scale.
std::optional<Bet> betTyped(const Question& question, std::string_view signs);
/// Signs typed behind these can make a bet of them: “0.” on a scale that begins at 0.01.
bool mayGrowToBet(const Question& question, std::string_view signs);

/// The bet that a question begins with where none was made: the items as they stand, the middle of a scale.
Bet firstBet(const Question& question);

}  // namespace strata::inline lessons
