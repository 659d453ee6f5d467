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

/// After what the dialog was for, which may give the keys to somebody. Not where another program has them: there the
/// system, and no hand, hid the dialog, or no window of ours has the keys: the active one is forgotten by now, as Qt
/// does so before it tells of the end.
bool KeysBack::eventFilter(QObject* watched, QEvent* event) {
  const bool hides = event->type() == QEvent::Hide && !event->spontaneous() && QGuiApplication::focusWindow();
  const auto* dialog = hides ? qobject_cast<QDialog*>(watched) : nullptr;
  QWidget* host = dialog && dialog->parentWidget() ? dialog->parentWidget()->window() : nullptr;
  if (host && (host == &m_window || host->parentWidget() == &m_window))
    QTimer::singleShot(0, host, [this, host] { take(*host); });
  return QObject::eventFilter(watched, event);
}

/// What may have the keys in that window.
QWidget* KeysBack::anyOf(QWidget& host) const {
  if (&host == &m_window) return m_window.centralWidget();
  for (QWidget* each = host.nextInFocusChain(); each != &host; each = each->nextInFocusChain())
    if (host.isAncestorOf(each) && each->isVisible() && each->focusPolicy() & Qt::TabFocus) return each;
  return &host;
}

void KeysBack::take(QWidget& host) {
  if (QApplication::focusWidget() || QApplication::activeModalWidget() || !host.isVisible()) return;
  host.activateWindow();
  QWidget* before = host.focusWidget();
  if (!before || !before->isVisible()) before = anyOf(host);
  before->setFocus(Qt::ActiveWindowFocusReason);
}

}  // namespace strata::inline studio
