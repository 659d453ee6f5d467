#include "app/studio/front_views.h"

#include <QDockWidget>
#include <QMainWindow>
#include <algorithm>

#include "app/studio/layouts.h"
#include "app/studio/scene.h"
#include "app/studio/view_docks.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {

FrontViews::FrontViews(QMainWindow& window, Scene& scene, Layouts& layouts)
    : QObject(&window), m_window(window), m_scene(scene), m_layouts(layouts) {}

QDockWidget* FrontViews::dockOf(const std::string& view) const {
  return m_window.findChild<QDockWidget*>(dockNameOf(view));
}

/// Of views; other panels always have some.
bool FrontViews::hasContent(const QDockWidget* dock) const {
  const auto* shown = dock->findChild<ViewWidget*>();
  return !shown || shown->view().hasContent(m_scene.state());
}

void FrontViews::offer(const std::string& view) {
  QDockWidget* wanted = dockOf(view);
  if (!wanted || wanted->isHidden()) return;
  const QDockWidget* front = m_layouts.inFrontOf(*wanted);
  if (front == nullptr || m_layouts.broughtToFront(*front) || !hasContent(front)) m_layouts.bringToFront(*wanted);
}

void FrontViews::replaceEmpty(const std::string& view) {
  const QDockWidget* preferred = dockOf(view);
  for (const ViewWidget* each : m_scene.widgets()) {
    auto* dock = dockOf(std::string(each->view().name));
    if (!dock || m_layouts.inFrontOf(*dock) != dock || hasContent(dock)) continue;
    QList<QDockWidget*> others = m_window.tabifiedDockWidgets(dock);
    others.removeIf([&](const QDockWidget* other) { return !hasContent(other); });
    if (others.isEmpty()) continue;
    const auto found = std::ranges::find(others, preferred);
    m_layouts.bringToFront(found == others.end() ? *others.front() : **found);
  }
}

}  // namespace strata::inline studio
