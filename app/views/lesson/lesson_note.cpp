#include "app/views/lesson/lesson_note.h"

#include "app/lessons/lesson_player.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

std::string exploringNote(const LessonSight& lesson) {
  if (lesson.goalReached) return std::string(text(Msg::LessonReached, lesson.language));
  return lesson.tries == 0 ? std::string(text(Msg::LessonExplore, lesson.language))
                           : fillText(Msg::LessonTried, {std::to_string(lesson.tries)}, lesson.language);
}

bool asksOrder(const LessonSight& lesson) {
  return !lesson.slide && lesson.mayBet && lesson.question && lesson.question->question.kind == Question::Kind::Order;
}

std::string waitingFor(const LessonSight& lesson, std::string_view missing) {
  return fillText(lesson.atEnd ? Msg::LessonFinishWaits : Msg::LessonWaits, {missing}, lesson.language);
}

/// `missing`: what the page waits for; empty: nothing.
std::vector<TextRun> noteWaitingFor(const Canvas& canvas, const LessonSight& lesson, std::string_view missing,
                                    float size) {
  const Theme& theme = canvas.theme();
  if (!lesson.problem.empty()) return {{lesson.problem, {size, Face::Regular, theme.warning}}};
  if (!lesson.needed.empty())
    return {{fillText(Msg::LessonNeeds, {lesson.needed}, lesson.language), {size, Face::Regular, theme.warning}}};
  if (lesson.picture || (lesson.slide && lesson.mayRun())) return {};  // a slide has no form, and its button runs
  if (lesson.kind == Page::Kind::Explore) return {{exploringNote(lesson), {size, Face::Regular, theme.textSoft}}};
  if (asksOrder(lesson)) {  // as long as lines move
    std::vector<TextRun> words{
        {std::string(text(Msg::LessonOrderHint, lesson.language)) + " ", {size, Face::Regular, theme.textSoft}}};
    if (!missing.empty()) words.push_back({waitingFor(lesson, missing), {size, Face::Regular, theme.textDim}});
    return words;
  }
  if (missing.empty()) return {};
  const std::string waits =
      lesson.slide ? std::string(text(Msg::LessonNoHands, lesson.language)) : waitingFor(lesson, missing);
  return {{waits, {size, Face::Regular, theme.textDim}}};
}

}  // namespace

std::vector<TextRun> noteOf(const Canvas& canvas, const LessonSight& lesson, float size) {
  return noteWaitingFor(canvas, lesson, lesson.waitsFor, size);
}

std::vector<TextRun> longestNoteOf(const Canvas& canvas, const LessonSight& lesson, float size) {
  const bool asks = lesson.kind == Page::Kind::Ask && lesson.mayBet && !lesson.slide;
  return noteWaitingFor(canvas, lesson, asks ? missingOf(lesson.kind, lesson.language) : lesson.waitsFor, size);
}

std::string waitingWords(const LessonSight& lesson) {
  return waitingFor(lesson, lesson.waitsFor);
}

}  // namespace strata::inline views
