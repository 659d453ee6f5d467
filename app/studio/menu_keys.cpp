#include "app/studio/menu_keys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>

namespace strata::inline studio {

MenuKeys::MenuKeys(QMenuBar& bar) : QObject(&bar), m_bar(bar) {
  for (QAction* entry : bar.actions())
    if (entry->menu()) entry->menu()->installEventFilter(this);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    if (now && now != &m_bar && now->window() == m_bar.window()) m_before = now;
  });
}

bool MenuKeys::goesToBar(const QMenu& menu, const QKeyEvent& key) const {
  const bool opens = menu.activeAction() && menu.activeAction()->menu();
  return key.key() == Qt::Key_Left || (key.key() == Qt::Key_Right && !opens);
}

void MenuKeys::leave() {
  QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
  QApplication::sendEvent(&m_bar, &escape);
  if (m_before && m_bar.window()->focusWidget() == &m_bar) m_before->setFocus(Qt::MenuBarFocusReason);
}

bool MenuKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return false;
  const auto& key = static_cast<const QKeyEvent&>(*event);
  if (goesToBar(static_cast<QMenu&>(*watched), key)) return QApplication::sendEvent(&m_bar, event);
  if (key.key() == Qt::Key_Escape)
    QMetaObject::invokeMethod(this, &MenuKeys::leave, Qt::QueuedConnection);  // once the menu is closed
  return false;
}

}  // namespace strata::inline studio
