#include "app/present/keys.h"

#include <GLFW/glfw3.h>

#include <optional>

#include "app/present/lesson_show.h"
#include "app/present/presentation.h"

namespace strata::inline present {
namespace {

std::optional<int> digitOf(int key) {
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return key - GLFW_KEY_0;
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return key - GLFW_KEY_KP_0;
  return std::nullopt;
}

/// A clicker sends "." for black: it is a point only after a digit.
bool typeNumber(ClassLesson& lesson, int key) {
  if (const auto digit = digitOf(key)) return lesson.type(static_cast<char>('0' + *digit));
  const bool point = key == GLFW_KEY_COMMA || key == GLFW_KEY_KP_DECIMAL || (key == GLFW_KEY_PERIOD && lesson.typing());
  return point && lesson.type('.');
}

bool pressNumber(ClassLesson& lesson, int key, bool shift) {
  const double steps = shift ? 10 : 1;
  if (typeNumber(lesson, key)) return true;
  switch (key) {
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP: lesson.step(steps); return true;
    case GLFW_KEY_LEFT:
    case GLFW_KEY_DOWN: lesson.step(-steps); return true;
    case GLFW_KEY_SPACE: lesson.guess(); return true;
    default: return false;
  }
}

/// Keys that count hands; false where the page asks nothing that they count.
bool pressVote(ClassLesson& lesson, int key, bool shift) {
  const Page& page = lesson.player().page();
  if (page.kind != Page::Kind::Ask) return false;
  if (key == GLFW_KEY_BACKSPACE) return lesson.takeBack(), true;
  if (key == GLFW_KEY_R) return lesson.clear(), true;
  if (page.question.kind == Question::Kind::Number) return lesson.open() && pressNumber(lesson, key, shift);
  const auto digit = digitOf(key);
  if (!digit || *digit == 0) return false;
  const auto row = static_cast<std::size_t>(*digit - 1);
  shift ? lesson.lower(row) : lesson.raise(row);
  return true;
}

}  // namespace

// Clickers send Page Up and Page Down, "." or B for black, F5 for the beginning.
bool pressKey(Presentation& presentation, int key) {
  if (const auto digit = digitOf(key)) return presentation.type(*digit), true;
  if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) return presentation.enter(), true;
  presentation.forgetNumber();
  switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE: presentation.next(); return true;
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_UP:
    case GLFW_KEY_BACKSPACE: presentation.back(); return true;
    case GLFW_KEY_HOME:
    case GLFW_KEY_F5: presentation.go(0); return true;
    case GLFW_KEY_END: presentation.go(presentation.show().slides.size() - 1); return true;
    case GLFW_KEY_A: presentation.toggleAnswer(); return true;
    case GLFW_KEY_R: presentation.again(); return true;
    case GLFW_KEY_ESCAPE: return presentation.press(key) || presentation.stop();
    default: return presentation.press(key);
  }
}

bool pressKey(LessonShow& show, int key, bool shift) {
  if (key == GLFW_KEY_ESCAPE && (show.press(key) || show.stop())) return true;
  if (key == GLFW_KEY_ESCAPE || key == GLFW_KEY_Q) return show.askToLeave();
  const bool again = show.goingWithout();
  show.stay();
  if (pressVote(show.lesson(), key, shift)) return true;
  switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE:
    case GLFW_KEY_KP_ENTER:
    case GLFW_KEY_ENTER: show.goOn(again); return true;
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_UP:
    case GLFW_KEY_BACKSPACE: show.back(); return true;
    case GLFW_KEY_HOME:
    case GLFW_KEY_F5: show.go(0); return true;
    case GLFW_KEY_END: show.go(show.lesson().player().lesson().pages.size() - 1); return true;
    case GLFW_KEY_N: show.skip(); return true;
    case GLFW_KEY_R: show.run(); return true;
    default: return show.press(key);
  }
}

}  // namespace strata::inline present
