#include "app/studio/dock_widths.h"

#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>

namespace strata::inline studio {
namespace {

bool standsBeside(const QMainWindow& window, QDockWidget* dock) {
  const auto area = window.dockWidgetArea(dock);
  // Qt puts a dock behind another tab beside the window.
  return (area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea) && !dock->isHidden() &&
         !dock->isFloating() && window.rect().intersects(dock->geometry());
}

}  // namespace

DockWidths::DockWidths(QMainWindow& window)
    : m_window(&window), m_docks(window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
  m_docks.removeIf([&window](QDockWidget* dock) { return !standsBeside(window, dock); });
  for (const QDockWidget* dock : m_docks) m_widths.push_back(dock->width());
}

void DockWidths::giveBack() const {
  m_window->layout()->activate();  // what waits to be laid out would give them others
  for (qsizetype i = 0; i < m_docks.size(); ++i)
    if (standsBeside(*m_window, m_docks[i])) m_window->resizeDocks({m_docks[i]}, {m_widths[i]}, Qt::Horizontal);
}

}  // namespace strata::inline studio
