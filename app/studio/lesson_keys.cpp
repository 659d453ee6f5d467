#include <QKeyEvent>
#include <algorithm>

#include "app/lessons/lesson_sight.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/scene.h"
#include "app/studio/view_widget.h"

// What keys do for a lesson.

namespace strata::inline studio {
namespace {

bool isPlain(const QKeyEvent& key) {
  return !(key.modifiers() & ~Qt::KeypadModifier);
}

}  // namespace

/// A letter that the page names on a button is the page's before it is the window's; the number of an answer is the
/// page's wherever the keys go, where no other view has a use for it.
bool LessonDesk::eventFilter(QObject* watched, QEvent* event) {
  const bool own = watched == m_view;
  if (event->type() == QEvent::ShortcutOverride && own) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool letter = key.key() == Qt::Key_E || key.key() == Qt::Key_H;
    if (isPlain(key) && letter && m_player && m_player->page().kind == Page::Kind::Puzzle) event->accept();
  }
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  const auto& key = *static_cast<QKeyEvent*>(event);
  const bool seen = m_player && m_view && m_view->isVisible();
  const bool taken = own ? pressed(key.key()) : isPlain(key) && seen && choose(key.key());
  return taken || QObject::eventFilter(watched, event);
}

bool LessonDesk::pressedInList(int key) {
  const std::size_t last = m_shelf.files().empty() ? 0 : m_shelf.files().size() - 1;
  switch (key) {
    case Qt::Key_Up: m_cursor -= m_cursor > 0; break;
    case Qt::Key_Down: m_cursor = std::min(m_cursor + 1, last); break;
    case Qt::Key_Home: m_cursor = 0; break;
    case Qt::Key_End: m_cursor = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: begin(m_cursor); return true;
    default: return false;
  }
  show();
  return true;
}

bool LessonDesk::pressed(int key) {
  if (!m_player) return pressedInList(key);
  const Page& page = m_player->page();
  switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
    case Qt::Key_PageDown:
      if ((page.kind == Page::Kind::Run || page.kind == Page::Kind::Open) && !m_player->hasRun(m_player->index()))
        act({LessonAct::Kind::Run, {}, 0});
      else
        act({m_player->atEnd() ? LessonAct::Kind::Leave : LessonAct::Kind::Next, {}, 0});
      return true;
    case Qt::Key_Backspace:
    case Qt::Key_PageUp:
      act({m_player->index() == 0 ? LessonAct::Kind::Leave : LessonAct::Kind::Back, {}, 0});
      return true;
    case Qt::Key_E:
    case Qt::Key_H:
      if (page.kind != Page::Kind::Puzzle) return false;
      return act({key == Qt::Key_E ? LessonAct::Kind::Edit : LessonAct::Kind::Hint, {}, 0}), true;
    case Qt::Key_Left:
    case Qt::Key_Down: return adjust(-1), true;
    case Qt::Key_Right:
    case Qt::Key_Up: return adjust(1), true;
    default: return choose(key);
  }
}

/// The answer with that number.
bool LessonDesk::choose(int key) {
  const Page& page = m_player->page();
  const int choice = key - Qt::Key_1;
  if (m_scene.state().sight.lesson->asksStorey() && choice >= 0 && choice < static_cast<int>(kStoreyCount))
    return predict({0, {}, std::string(storeys()[static_cast<std::size_t>(choice)].key)}), true;
  if (page.kind != Page::Kind::Ask || choice < 0 || choice >= static_cast<int>(page.question.choices.size()))
    return false;
  predict(betWithRow(page.question, m_player->betOn(page.question.name), static_cast<std::size_t>(choice)));
  return true;
}

void LessonDesk::adjust(double steps) {
  const Question& question = m_player->page().question;
  if (m_player->page().kind != Page::Kind::Ask || question.kind != Question::Kind::Number) return;
  predict(betStepped(question, m_player->betOn(question.name), steps));
}

}  // namespace strata::inline studio
