#include "app/studio/tab_order.h"

#include <QMainWindow>
#include <QScrollArea>
#include <QTabBar>
#include <algorithm>
#include <tuple>
#include <vector>

namespace strata::inline studio {
namespace {

struct Stop {
  QWidget* widget;
  QWidget* panel;
};

/// The child of the window that it stands in: a dock, the row of tabs above docks, the centre, the bar.
QWidget* panelOf(const QMainWindow& window, QWidget* widget) {
  while (widget && widget->parentWidget() != &window) widget = widget->parentWidget();
  return widget;
}

/// Docks behind tabs stand beside the window, and a page may lie over docks.
bool isInSight(const QMainWindow& window, const QWidget& panel) {
  if (!panel.isVisible() || !window.rect().intersects(panel.geometry())) return false;
  bool above = false;
  for (const QObject* child : window.children()) {
    const auto* other = qobject_cast<const QWidget*>(child);
    if (other == &panel) above = true;
    if (!above || !other || other == &panel || other->isWindow() || !other->isVisible()) continue;
    if (!other->testAttribute(Qt::WA_TransparentForMouseEvents) && other->geometry().contains(panel.geometry()))
      return false;
  }
  return true;
}

/// Bars as wide as the window come first or last; the others by column, then from above.
std::tuple<int, int, int> placeOf(const QMainWindow& window, const QWidget& panel) {
  constexpr int kSameColumn = 40;  // pixels
  const QRect at = panel.geometry();
  const bool wide = at.width() > window.width() * 9 / 10 && at.height() < window.height() / 4;
  const int group = !wide ? 1 : at.y() < window.height() / 2 ? 0 : 2;
  return {group, (at.x() + kSameColumn / 2) / kSameColumn, at.y()};
}

/// A row without tabs is one that Qt no longer uses and has not taken away.
bool isStop(const QWidget& widget) {
  const auto* tabs = qobject_cast<const QTabBar*>(&widget);
  if (tabs && tabs->count() == 0) return false;
  return (widget.focusPolicy() & Qt::TabFocus) && widget.isEnabled() && widget.isVisible() && !widget.focusProxy() &&
         !widget.isWindow();
}

std::vector<Stop> stopsOf(QMainWindow& window) {
  std::vector<Stop> stops;
  for (QWidget* each = window.nextInFocusChain(); each != &window; each = each->nextInFocusChain()) {
    if (each->window() != &window || !isStop(*each)) continue;
    QWidget* panel = panelOf(window, each);
    if (panel && isInSight(window, *panel)) stops.push_back({each, panel});
  }
  std::ranges::stable_sort(stops, {}, [&](const Stop& stop) { return placeOf(window, *stop.panel); });
  return stops;
}

}  // namespace

QWidget* nextStop(QMainWindow& window, QWidget* from, bool forward) {
  const std::vector<Stop> stops = stopsOf(window);
  if (stops.empty()) return nullptr;
  const auto at = std::ranges::find(stops, from, &Stop::widget);
  if (at == stops.end()) return (forward ? stops.front() : stops.back()).widget;
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  const std::ptrdiff_t index = at - stops.begin() + (forward ? 1 : count - 1);
  return stops[static_cast<std::size_t>(index % count)].widget;
}

QWidget* nextPanel(QMainWindow& window, QWidget* from, bool forward) {
  std::vector<Stop> firsts;
  for (const Stop& stop : stopsOf(window))
    if (firsts.empty() || firsts.back().panel != stop.panel) firsts.push_back(stop);
  if (firsts.empty()) return nullptr;
  const auto at = std::ranges::find(firsts, panelOf(window, from), &Stop::panel);
  if (at == firsts.end()) return (forward ? firsts.front() : firsts.back()).widget;
  const auto count = static_cast<std::ptrdiff_t>(firsts.size());
  const std::ptrdiff_t index = at - firsts.begin() + (forward ? 1 : count - 1);
  return firsts[static_cast<std::size_t>(index % count)].widget;
}

void goTo(QWidget& stop, bool forward) {
  stop.setFocus(forward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  for (QWidget* each = stop.parentWidget(); each; each = each->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(each)) area->ensureWidgetVisible(&stop);
}

}  // namespace strata::inline studio
