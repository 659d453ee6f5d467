#include "app/studio/start_page.h"

#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QStatusBar>
#include <algorithm>

#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/views/start/start_layout.h"

namespace strata::inline studio {

StartPage::StartPage(QMainWindow& window, Scene& scene, std::function<StartSight()> offer)
    : ViewWidget(*findView("start"), &window), m_window(window), m_scene(scene), m_offer(std::move(offer)) {
  setObjectName(QStringLiteral("Start"));
  setAccessibleName(say(Msg::StartTitle));
  setFocusPolicy(Qt::StrongFocus);
  setGround(&Theme::dock);
  hide();
  for (QObject* part : {static_cast<QObject*>(&window), static_cast<QObject*>(window.menuWidget())})
    part->installEventFilter(this);
  for (auto* dock : window.findChildren<QDockWidget*>()) dock->installEventFilter(this);
  connect(&m_scene, &Scene::stateChanged, this, &StartPage::showScene);
  connect(this, &ViewWidget::started, this, &StartPage::act);
}

void StartPage::open() {
  m_sight = m_offer();
  m_cursor = 0;
  cover();
  show();
  setFocus();
  showScene();
  showCursor();
}

void StartPage::offerAnew() {
  if (isHidden()) return;
  m_sight = m_offer();
  m_cursor = std::min(m_cursor, static_cast<std::size_t>(std::max(0, doors() - 1)));
  showScene();
  showCursor();
}

void StartPage::close() {
  if (isHidden()) return;
  hide();
  m_window.centralWidget()->setFocus();
}

void StartPage::cover() {
  const int top = m_window.menuWidget()->geometry().bottom() + 1;
  setGeometry(0, top, m_window.width(), m_window.statusBar()->geometry().top() - top);
  raise();
  emit spotMoved();  // the ring stands before it
}

void StartPage::showScene() {
  if (isHidden()) return;
  ViewState state = m_scene.state();
  state.sight.start = std::make_shared<const StartSight>(m_sight);
  setState(state);
}

void StartPage::act(const StartAct& act) {
  close();
  emit acted(act);
}

int StartPage::doors() const {
  return static_cast<int>(layOutStart(area(), m_sight).actions.size());
}

void StartPage::move(int by) {
  const int count = doors();
  if (count == 0) return;
  m_cursor = static_cast<std::size_t>((static_cast<int>(m_cursor) + by + count) % count);
  showCursor();
}

void StartPage::showCursor() {
  if (isHidden()) return;
  const auto actions = layOutStart(area(), m_sight).actions;
  if (m_cursor >= actions.size()) return forgetSpot();
  const Rect box = actions[m_cursor].box;
  setSpot(Spot{box, {box.x + box.w / 2, box.y + box.h / 2}});
}

void StartPage::resizeEvent(QResizeEvent* event) {
  ViewWidget::resizeEvent(event);
  showCursor();
}

void StartPage::mousePressEvent(QMouseEvent* event) {
  ViewWidget::mousePressEvent(event);
  showCursor();
}

// Esc is the page's while it is there, before it is the window's.
bool StartPage::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
    event->accept();
  return ViewWidget::event(event);
}

bool StartPage::focusNextPrevChild(bool next) {
  const int to = static_cast<int>(m_cursor) + (next ? 1 : -1);
  if (to < 0 || to >= doors()) return ViewWidget::focusNextPrevChild(next);
  move(next ? 1 : -1);
  return true;
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: return move(1);
    case Qt::Key_Left:
    case Qt::Key_Up: return move(-1);
    case Qt::Key_Escape: return close();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: {
      const auto actions = layOutStart(area(), m_sight).actions;
      if (m_cursor < actions.size()) act(actions[m_cursor].act);
      return;
    }
    default: return ViewWidget::keyPressEvent(event);
  }
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
  // A new layout raises docks.
  const bool arranged = event->type() == QEvent::Resize || event->type() == QEvent::ZOrderChange;
  if (arranged && !isHidden()) QMetaObject::invokeMethod(this, &StartPage::cover, Qt::QueuedConnection);
  return ViewWidget::eventFilter(watched, event);
}

}  // namespace strata::inline studio
