#include <QKeyEvent>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/canvas/nothing_canvas.h"
#include "app/lessons/lesson_sight.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/scene.h"
#include "app/studio/view_widget.h"
#include "app/views/lesson/lesson_layout.h"

// What keys do for a lesson.

namespace strata::inline studio {
namespace {

bool isPlain(const QKeyEvent& key) {
  return !(key.modifiers() & ~Qt::KeypadModifier);
}

bool asksNumber(const Page& page) {
  return page.kind == Page::Kind::Ask && page.question.kind == Question::Kind::Number;
}

/// What the key adds to the number that is asked for, be it a point that makes none of it; none: it is no sign of one.
std::optional<char> signOf(int key) {
  if (key >= Qt::Key_0 && key <= Qt::Key_9) return static_cast<char>('0' + (key - Qt::Key_0));
  return key == Qt::Key_Period || key == Qt::Key_Comma ? std::optional('.') : std::nullopt;
}

}  // namespace

/// A letter that the page names on a button, and the point of a number that it asks for, are the page's before they are
/// the window's; the number of an answer is the page's wherever the keys go, where no other view has a use for it.
bool LessonDesk::eventFilter(QObject* watched, QEvent* event) {
  const bool own = watched == m_view;
  if (event->type() == QEvent::ShortcutOverride && own && m_player) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    const Page& page = m_player->page();
    const bool letter = page.kind == Page::Kind::Puzzle && (key.key() == Qt::Key_E || key.key() == Qt::Key_H);
    const bool sign = asksNumber(page) && signOf(key.key());
    if (isPlain(key) && (letter || sign)) event->accept();
  }
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  const auto& key = *static_cast<QKeyEvent*>(event);
  const bool seen = m_player && m_view && m_view->isVisible();
  const bool taken = own ? pressed(key.key()) : isPlain(key) && seen && choose(key.key());
  return taken || QObject::eventFilter(watched, event);
}

bool LessonDesk::bringListBack() {
  const ViewState& state = m_scene.state();
  if (!m_view || !layOutList(NothingCanvas(), m_view->area(), state).curveAlone) return false;
  ViewChoices choices = state.sight.choices;
  choices.lessonCurve = false;
  m_scene.choose(choices);
  return true;
}

bool LessonDesk::pressedInList(int key) {
  const std::size_t last = m_shelf.files().empty() ? 0 : m_shelf.files().size() - 1;
  std::optional<std::size_t> to;  // none: begin the one that the cursor is on
  switch (key) {
    case Qt::Key_Up: to = m_cursor - (m_cursor > 0); break;
    case Qt::Key_Down: to = std::min(m_cursor + 1, last); break;
    case Qt::Key_Home: to = 0; break;
    case Qt::Key_End: to = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: break;
    default: return false;
  }
  if (bringListBack()) return true;
  m_cursor = to.value_or(m_cursor);
  to ? show() : begin(m_cursor);
  return true;
}

/// As the button that is loud: the run that is due, the next page, or the end, as soon as nothing is missing for it.
void LessonDesk::goOn() {
  const LessonSight& seen = *m_scene.state().sight.lesson;
  if (seen.mayRun() || seen.mayCatchUp()) return act({LessonAct::Kind::Run, {}, 0});
  if (m_player->waitsFor().empty())
    return act({m_player->atEnd() ? LessonAct::Kind::Leave : LessonAct::Kind::Next, {}, 0});
  m_typedAll = true;
  show();
}

void LessonDesk::goBack() {
  act({m_player->index() == 0 ? LessonAct::Kind::Leave : LessonAct::Kind::Back, {}, 0});
}

bool LessonDesk::pressed(int key) {
  if (!m_player) return pressedInList(key);
  const Page& page = m_player->page();
  switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: goOn(); return true;
    case Qt::Key_PageDown:
      if (!scrollPage(1)) goOn();
      return true;
    case Qt::Key_Backspace:
      if (!m_typed.empty()) return put(m_typed.substr(0, m_typed.size() - 1)), true;
      return goBack(), true;
    case Qt::Key_PageUp:
      if (!scrollPage(-1)) goBack();
      return true;
    case Qt::Key_E:
    case Qt::Key_H:
      if (page.kind != Page::Kind::Puzzle) return false;
      return act({key == Qt::Key_E ? LessonAct::Kind::Edit : LessonAct::Kind::Hint, {}, 0}), true;
    case Qt::Key_Down:
      if (m_scene.state().sight.lesson->asksLine()) return emit keysWanted(QStringLiteral("kernel")), true;
      [[fallthrough]];
    case Qt::Key_Left: return adjust(-1), true;
    case Qt::Key_Right:
    case Qt::Key_Up: return adjust(1), true;
    default: return choose(key);
  }
}

/// The answer with that number, or a number's digit.
bool LessonDesk::choose(int key) {
  if (type(key)) return true;
  const Page& page = m_player->page();
  const int choice = key - Qt::Key_1;
  if (m_scene.state().sight.lesson->asksStorey() && choice >= 0 && choice < static_cast<int>(kStoreyCount))
    return predictInSight({0, {}, std::string(storeys()[static_cast<std::size_t>(choice)].key)}), true;
  if (page.kind != Page::Kind::Ask || choice < 0 || choice >= static_cast<int>(page.question.choices.size()))
    return false;
  const auto row = static_cast<std::size_t>(choice);
  predictInSight(betWithRow(page.question, m_player->betOn(page.question.name), row), row > 0 ? row - 1 : 0);
  return true;
}

/// One sign more of the number that is asked for.
bool LessonDesk::type(int key) {
  constexpr std::size_t kMostSigns = 12;  // no scale has more
  if (!asksNumber(m_player->page())) return false;
  const auto sign = signOf(key);
  if (!sign) return false;
  if (m_typed.size() < kMostSigns) put(m_typed + *sign);
  return true;
}

/// That is the number now; without a sign, or off the scale, there is none.
void LessonDesk::put(std::string typed) {
  m_typedAll = false;
  if (auto bet = betTyped(m_player->page().question, typed)) {
    predictInSight(std::move(*bet));
    m_typed = std::move(typed);
    return;
  }
  m_typed = std::move(typed);
  m_player->withdraw();
  if (m_view) m_view->setFocus();  // the next digit is the lesson's
  keepPlace();
  show();
  showAnswer();
}

void LessonDesk::addTyped(QuestionSight& asked) const {
  const bool open = m_player->mayBet() && asksNumber(m_player->page());
  if (!open || m_typed.empty() || betTyped(asked.question, m_typed)) return;
  asked.typed = m_typed;
  asked.mayGrow = !m_typedAll && mayGrowToBet(asked.question, m_typed);
}

void LessonDesk::adjust(double steps) {
  if (!asksNumber(m_player->page())) return;
  const Question& question = m_player->page().question;
  predictInSight(betStepped(question, m_player->betOn(question.name), steps));
}

}  // namespace strata::inline studio
