#pragma once

#include <vector>

#include "app/canvas/rich_text.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// Where the parts of a lesson's page stand.
struct LessonLayout {
  float scale = 1;
  Rect header, buttons;
  struct Block {
    Rect box;
    PlacedText text;
    bool code = false;
    std::string mark;  ///< before an item
  };
  std::vector<Block> blocks;
  /// A row of choices or of items to put in order.
  struct Row {
    Rect box;
    PlacedText text;
    std::size_t choice = 0;
  };
  std::vector<Row> rows;
  Rect value, track;  ///< of a number that is asked for; no width: none is
  Rect hint;          ///< of a place that is asked for
  struct Outcome {
    const QuestionSight* question = nullptr;
    Rect box;
  };
  std::vector<Outcome> outcomes;
  Rect note;               ///< a problem, what runs, or what is missing
  Rect back, again, next;  ///< again: of a page whose run is done
};

LessonLayout layOutLesson(const Canvas& canvas, Rect area, const LessonSight& lesson);

/// Where a number stands on its scale, 0 to 1, and the number at a place, with two digits.
float shareOnScale(const Question& question, double number);
double numberOnScale(const Question& question, float share);

/// The list of lessons where none is open.
struct LessonListLayout {
  float scale = 1;
  Rect header;
  std::vector<Rect> rows;  ///< of the lessons in order; those without room are left out
  Rect curve;              ///< how far off the learner's predictions are; no height: too few, or no room
};
LessonListLayout layOutList(Rect area, const LessonSight& lesson);

}  // namespace strata::inline views
