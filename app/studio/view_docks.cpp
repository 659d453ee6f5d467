#include "app/studio/view_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <array>
#include <memory>
#include <set>

#include "app/studio/command_palette.h"
#include "app/studio/compare_bar.h"
#include "app/studio/panel_dock.h"
#include "app/studio/scene.h"
#include "app/studio/table_bar.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/views/view.h"

namespace strata::inline studio {
namespace {

struct Place {
  Qt::DockWidgetArea area;
  int leastHeight;
  bool side;  ///< beside the timeline, on the ground of panels
};

constexpr std::array<Place, 6> kPlaces{{{Qt::NoDockWidgetArea, 0, false},  // by ViewDock
                                        {Qt::TopDockWidgetArea, 120, false},
                                        {Qt::BottomDockWidgetArea, 80, false},
                                        {Qt::LeftDockWidgetArea, 150, true},
                                        {Qt::RightDockWidgetArea, 120, true},
                                        {Qt::LeftDockWidgetArea, 300, true}}};

/// "Stack".
QString objectName(std::string_view view) {
  QString name = toQt(view);
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return name;
}

}  // namespace

QString dockNameOf(std::string_view view) {
  return objectName(view) + QStringLiteral("Dock");
}

void addViewDocks(QMainWindow& window, Scene& scene) {
  std::array<QDockWidget*, kPlaces.size()> fronts{};
  const auto seenThat = std::make_shared<std::set<const ViewWidget*>>();  ///< of the views that need statistics
  for (const View& one : allViews()) {
    if (one.dock == ViewDock::None) continue;
    const auto index = static_cast<std::size_t>(one.dock);
    const Place& place = kPlaces[index];
    auto* view = new ViewWidget(one);
    view->setObjectName(objectName(one.name));
    view->setMinimumHeight(place.leastHeight);
    view->setWhatsThis(say(Msg::WhatView, {toQt(one.shows)}));
    scene.add(*view);
    if (place.side) view->setGround(&Theme::dock);
    QWidget* content = one.isTable ? withTableBar(*view, scene) : one.compares ? withCompareBar(*view, scene) : view;
    const QString name = dockNameOf(one.name);
    auto* dock =
        one.drawsTitle ? makeViewDock(name, say(one.title), content) : makeDock(name, say(one.title), content, false);
    dock->toggleViewAction()->setProperty(kPaletteWords, toQt(one.shows));
    const bool column = one.dock == ViewDock::Column;
    window.addDockWidget(place.area, dock, column ? Qt::Horizontal : Qt::Vertical);
    if (column) dock->hide();
    QObject::connect(dock, &QDockWidget::visibilityChanged, view, [view](bool seen) {
      if (seen) view->redraw();  // what came while it was out of sight was not drawn
    });
    if (QDockWidget*& front = fronts[index]; front && !column) {
      window.tabifyDockWidget(front, dock);
      front->raise();
    } else if (!column) {
      front = dock;
    }
    if (one.needsStatistics)
      QObject::connect(dock, &QDockWidget::visibilityChanged, &scene, [&scene, seenThat, view](bool seen) {
        seen ? (void)seenThat->insert(view) : (void)seenThat->erase(view);
        scene.analysis().wantStatistics(!seenThat->empty());
      });
  }
}

}  // namespace strata::inline studio
