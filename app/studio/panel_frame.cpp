#include "app/studio/panel_frame.h"

#include <QEvent>
#include <QPainter>

#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kAside = 32;

}  // namespace

void PanelFrame::turn() {
  const QPoint before = mapToGlobal(QPoint());
  setFloating(!isFloating());
  stepAside(before);
}

/// Towards the middle of the window, where there is room; one that floated before is back where it was then.
void PanelFrame::stepAside(const QPoint& before) {
  if (!isFloating() || mapToGlobal(QPoint()) != before) return;
  const QWidget* host = parentWidget();
  const QPoint middle = host->mapToGlobal(host->rect().center()), own = mapToGlobal(rect().center());
  move(before + QPoint(own.x() > middle.x() ? -kAside : kAside, before.y() > middle.y() ? -kAside : kAside));
}

/// A double click on its title floats it, too.
bool PanelFrame::event(QEvent* event) {
  const bool mayFloat = event->type() == QEvent::MouseButtonDblClick && !isFloating();
  const QPoint before = mapToGlobal(QPoint());
  const bool done = QDockWidget::event(event);
  if (mayFloat) stepAside(before);
  return done;
}

/// Qt leaves room for a frame around one that floats, and draws none where it has a title of its own.
void PanelFrame::paintEvent(QPaintEvent* event) {
  QDockWidget::paintEvent(event);
  if (isFloating()) QPainter(this).fillRect(rect(), toQt(StudioStyle::shared().theme().accent));
}

}  // namespace strata::inline studio
