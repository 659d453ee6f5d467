#include "app/studio/keys_back.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QMainWindow>
#include <QTimer>

namespace strata::inline studio {

KeysBack::KeysBack(QMainWindow& window) : QObject(&window), m_window(window) {
  qApp->installEventFilter(this);
}

/// After what the dialog was for, which may give the keys to somebody.
bool KeysBack::eventFilter(QObject* watched, QEvent* event) {
  const auto* dialog = event->type() == QEvent::Hide ? qobject_cast<QDialog*>(watched) : nullptr;
  QWidget* host = dialog && dialog->parentWidget() ? dialog->parentWidget()->window() : nullptr;
  if (host && (host == &m_window || host->parentWidget() == &m_window))
    QTimer::singleShot(0, host, [this, host] { take(*host); });
  return QObject::eventFilter(watched, event);
}

void KeysBack::take(QWidget& host) {
  if (QApplication::focusWidget() || QApplication::activeModalWidget() || !host.isVisible()) return;
  host.activateWindow();
  QWidget* before = host.focusWidget();
  if (!before || !before->isVisible()) before = m_window.centralWidget();
  before->setFocus(Qt::ActiveWindowFocusReason);
}

}  // namespace strata::inline studio
