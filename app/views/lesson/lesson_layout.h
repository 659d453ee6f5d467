#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/canvas/rich_text.h"
#include "app/facts/view_state.h"
#include "app/words/messages.h"

namespace strata::inline views {

/// Where the parts of a lesson's page stand.
struct LessonLayout {
  float scale = 1;
  bool fits = true;  ///< all of it has room
  Rect header, buttons;
  Rect body;                   ///< between them
  float scroll = 0, most = 0;  ///< how far what stands there is moved up, and can be; most 0: all of it is in sight
  Rect more;                   ///< says that there is more below; no height: there is not, or no room
  struct Block {
    Rect box;
    PlacedText text;
    bool code = false;
    std::shared_ptr<const FixedPicture> picture;
    std::string mark;  ///< before an item
  };
  std::vector<Block> blocks;
  /// A row of choices, of items to put in order, or of places that a class's hands are for.
  struct Row {
    Rect box;
    PlacedText text;
    std::size_t choice = 0;  ///< of a place: which of the tallies
    Rect bar;                ///< of a class's hands; no width: none
  };
  /// What is asked for.
  struct Asked {
    float scale = 1;
    std::vector<Row> rows;
    Rect value, dots, track;  ///< of a number; dots: of a class's guesses
    Rect hint;                ///< of a place
    Block verdict;            ///< what came out, to a class
  };
  Asked asked;
  struct Outcome {
    const QuestionSight* question = nullptr;
    Rect box;
    PlacedText you, came;  ///< a learner's prediction and what came out
    Point cameAt;          ///< from where the prediction stands: beside it, or below where there is no room
    Block words;           ///< of the question, to a class
    Asked asked;           ///< the hands, to a class
  };
  std::vector<Outcome> outcomes;
  Rect picture, kernel;    ///< of a puzzle
  Rect hint;               ///< asks for one more; no width: all are told
  Block note;              ///< a problem, or what is missing
  Rect back, again, next;  ///< again: of a page whose run is done, or that needs one before it
  float buttonScale = 1;   ///< of their letters, which are smaller where they would not fit
  Rect restart;            ///< the lesson; no width: nothing is behind
};

// Pixels at scale 1.
inline constexpr float kOutcomeScale = 26;  ///< the line below a number's outcome
inline constexpr float kRowMark = 30;       ///< the end of a row that asks, behind its words

/// What the buttons of a page say.
Msg backWord(const LessonSight& lesson);
Msg againWord(const LessonSight& lesson);
Msg nextWord(const LessonSight& lesson);

/// `scroll`: how far what is said and asked is moved up in a window that has no room for it.
LessonLayout layOutLesson(const Canvas& canvas, Rect area, const LessonSight& lesson, float scroll = 0);

/// How far it is moved up after the wheel was turned by so many lines, and after a page up (-1) or down (1).
float scrolledBy(const LessonLayout& layout, float lines);
float pagedBy(const LessonLayout& layout, int pages);
/// The same with what is asked, of choices the one that is predicted, of lines to put in order the one at `row`, in
/// sight, moved as little as can be.
float scrolledToAnswer(const LessonLayout& layout, const QuestionSight& asked, std::size_t row = 0);
/// Beside the page, where in it what is in sight stands.
void drawPageThumb(Canvas& canvas, const LessonLayout& layout);

/// Where a number stands on its scale, 0 to 1, and the number at a place, with two digits.
float shareOnScale(const Question& question, double number);
double numberOnScale(const Question& question, float share);

/// The list of lessons where none is open.
struct LessonListLayout {
  float scale = 1;
  Rect header;
  std::vector<Rect> rows;     ///< of the lessons in order; those without room are left out
  Rect curve;                 ///< how far off the learner's predictions are; no height: too few, or no room
  bool curveAlone = false;    ///< instead of the list
  Rect turn;                  ///< shows the one of them that has no room beside the other; no width: both have
  std::string_view turnWord;  ///< what it says
};
LessonListLayout layOutList(const Canvas& canvas, Rect area, const ViewState& state);

}  // namespace strata::inline views
