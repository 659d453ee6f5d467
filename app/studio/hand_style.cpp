#include "app/studio/hand_style.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QTabBar>

namespace strata::inline studio {
namespace {

bool turnsWithTheWheel(const QWidget& widget) {
  return qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
         qobject_cast<const QTabBar*>(&widget);
}

}  // namespace

HandStyle::HandStyle(const QString& style) : QProxyStyle(style) {}

void HandStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (turnsWithTheWheel(*widget)) widget->installEventFilter(this);
  if (qobject_cast<QAbstractButton*>(widget) && widget->focusPolicy() == Qt::TabFocus)
    widget->setFocusPolicy(Qt::StrongFocus);
}

void HandStyle::unpolish(QWidget* widget) {
  widget->removeEventFilter(this);
  QProxyStyle::unpolish(widget);
}

/// No line under tabs: Qt asks for one wherever docks get a row of them.
void HandStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
  if (element != PE_FrameTabBarBase) QProxyStyle::drawPrimitive(element, option, painter, widget);
}

int HandStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* answer) const {
  if (hint == SH_MenuBar_AltKeyNavigation) return 1;
  return QProxyStyle::styleHint(hint, option, widget, answer);
}

/// The line around a panel that floats is thick enough to be seen, and to be taken by the mouse.
int HandStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  constexpr int kFrame = 3;
  return metric == PM_DockWidgetFrameWidth ? kFrame : QProxyStyle::pixelMetric(metric, option, widget);
}

/// The wheel goes on to what scrolls.
bool HandStyle::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::Wheel) return false;
  event->ignore();
  return true;
}

}  // namespace strata::inline studio
