#include "app/studio/name_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>

#include "app/studio/ui_text.h"

namespace strata::inline studio {

void NameLabel::setName(const QString& name) {
  setText(breakable(name));
  setAccessibleName(name);
}

void NameLabel::keyPressEvent(QKeyEvent* event) {
  QLabel::keyPressEvent(event);
  if (event->matches(QKeySequence::Copy) && hasSelectedText())
    QGuiApplication::clipboard()->setText(unbroken(selectedText()));
}

// What the middle button pastes; QLabel has put its own there.
void NameLabel::mouseReleaseEvent(QMouseEvent* event) {
  QLabel::mouseReleaseEvent(event);
  QClipboard& clipboard = *QGuiApplication::clipboard();
  if (clipboard.supportsSelection() && hasSelectedText())
    clipboard.setText(unbroken(selectedText()), QClipboard::Selection);
}

}  // namespace strata::inline studio
