#include "app/present/keys.h"

#include <GLFW/glfw3.h>

#include <optional>

#include "app/present/lesson_show.h"
#include "app/present/presentation.h"

namespace strata::inline present {
namespace {

std::optional<std::size_t> digitOf(int key) {
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_9) return static_cast<std::size_t>(key - GLFW_KEY_1);
  if (key >= GLFW_KEY_KP_1 && key <= GLFW_KEY_KP_9) return static_cast<std::size_t>(key - GLFW_KEY_KP_1);
  return std::nullopt;
}

/// Keys that count hands; false where the page asks nothing that they count.
bool pressVote(ClassLesson& lesson, int key, bool shift) {
  const Page& page = lesson.player().page();
  if (page.kind != Page::Kind::Ask) return false;
  if (const auto row = digitOf(key)) return shift ? lesson.lower(*row) : lesson.raise(*row), true;
  if (key == GLFW_KEY_BACKSPACE) return lesson.takeBack(), true;
  if (key == GLFW_KEY_R) return lesson.clear(), true;
  if (page.question.kind != Question::Kind::Number || !lesson.open()) return false;
  const double steps = shift ? 10 : 1;
  switch (key) {
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP: lesson.step(steps); return true;
    case GLFW_KEY_LEFT:
    case GLFW_KEY_DOWN: lesson.step(-steps); return true;
    case GLFW_KEY_SPACE: lesson.guess(); return true;
    default: return false;
  }
}

}  // namespace

// Clickers send Page Up and Page Down, "." or B for black, F5 for the beginning.
bool pressKey(Presentation& presentation, int key) {
  switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE:
    case GLFW_KEY_ENTER: presentation.next(); return true;
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_UP:
    case GLFW_KEY_BACKSPACE: presentation.back(); return true;
    case GLFW_KEY_HOME:
    case GLFW_KEY_F5: presentation.go(0); return true;
    case GLFW_KEY_END: presentation.go(presentation.show().slides.size() - 1); return true;
    case GLFW_KEY_A: presentation.toggleAnswer(); return true;
    case GLFW_KEY_R: presentation.again(); return true;
    default: return presentation.press(key);
  }
}

bool pressKey(LessonShow& show, int key, bool shift) {
  if (pressVote(show.lesson(), key, shift)) return true;
  switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE:
    case GLFW_KEY_KP_ENTER:
    case GLFW_KEY_ENTER: show.goOn(); return true;
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
