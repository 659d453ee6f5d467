#include "app/studio/return_presses.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>

namespace strata::inline studio {
namespace {

bool isReturn(const QEvent& event) {
  if (event.type() != QEvent::KeyPress) return false;
  const auto& key = static_cast<const QKeyEvent&>(event);
  const bool plain = !(key.modifiers() & ~Qt::KeypadModifier);
  return plain && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter);
}

}  // namespace

ReturnPresses::ReturnPresses(QMainWindow& window) : QObject(&window), m_window(window) {
  qApp->installEventFilter(this);
}

/// A key that is held down presses once.
bool ReturnPresses::eventFilter(QObject* watched, QEvent* event) {
  auto* widget = isReturn(*event) ? qobject_cast<QWidget*>(watched) : nullptr;
  auto* button = qobject_cast<QAbstractButton*>(widget);
  auto* box = qobject_cast<QComboBox*>(widget);
  if ((!button && !box) || !widget->isEnabled()) return QObject::eventFilter(watched, event);
  const QWidget* host = widget->window();
  const bool ours = host == &m_window || (qobject_cast<const QDockWidget*>(host) && host->parent() == &m_window);
  if (!ours || (box && box->isEditable())) return QObject::eventFilter(watched, event);
  if (static_cast<QKeyEvent*>(event)->isAutoRepeat()) return true;
  button ? button->click() : box->showPopup();
  return true;
}

}  // namespace strata::inline studio
