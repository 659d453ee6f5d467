#include "app/studio/view_docks.h"

#include <QDockWidget>
#include <QMainWindow>

#include "app/studio/panel_dock.h"
#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/views/views.h"

namespace strata {
namespace {

struct DockedView {
  const char* name;  ///< of the view; its dock is called …Dock
  Msg title;
  ViewWidget::Functions functions;
  Qt::DockWidgetArea area;
  int leastHeight;
  bool header;         ///< of its own: then only a grip is the dock's title
  const char* behind;  ///< the dock it shares its place with, as a tab; nullptr: none
};

const DockedView kViews[] = {
    {"Stack", Msg::StudioStack, {drawStack, hitStack}, Qt::TopDockWidgetArea, 120, true, nullptr},
    {"Kernel",
     Msg::StudioKernel,
     {drawKernel, hitKernel, kernelScrolled},
     Qt::TopDockWidgetArea,
     120,
     true,
     "StackDock"},
    {"Tokens", Msg::StudioTokens, {drawTokens, hitTokens}, Qt::TopDockWidgetArea, 120, true, "StackDock"},
    {"Features", Msg::StudioFeatures, {drawCnn, hitCnn}, Qt::TopDockWidgetArea, 120, true, "StackDock"},
    {"Compare", Msg::StudioCompare, {drawCompare, hitCompare}, Qt::TopDockWidgetArea, 120, true, "StackDock"},
    {"Memory", Msg::StudioMemoryView, {drawMemory, hitMemory}, Qt::BottomDockWidgetArea, 80, true, nullptr},
    {"Speed", Msg::StudioSpeed, {drawResults, hitResults}, Qt::BottomDockWidgetArea, 80, true, "MemoryDock"},
    {"Statistics",
     Msg::StudioStatistics,
     {drawStatistics, hitStatistics},
     Qt::BottomDockWidgetArea,
     80,
     true,
     "MemoryDock"},
    {"Roofline", Msg::StudioRoofline, {drawRoofline, hitRoofline}, Qt::LeftDockWidgetArea, 150, true, nullptr},
    {"Tensor", Msg::StudioTensor, {drawTensor, hitTensor}, Qt::RightDockWidgetArea, 120, false, nullptr},
};

}  // namespace

void addViewDocks(QMainWindow& window, Scene& scene) {
  for (const DockedView& one : kViews) {
    auto* view = new ViewWidget(one.functions);
    view->setObjectName(QString::fromLatin1(one.name));
    view->setMinimumHeight(one.leastHeight);
    scene.add(*view);
    const QString name = view->objectName() + QStringLiteral("Dock");
    const bool side = one.area == Qt::LeftDockWidgetArea || one.area == Qt::RightDockWidgetArea;
    if (side) view->setGround(&Theme::dock);
    auto* dock = one.header ? makeGripDock(name, say(one.title), view) : makeDock(name, say(one.title), view, false);
    window.addDockWidget(one.area, dock);
    QObject::connect(dock, &QDockWidget::visibilityChanged, view, [view](bool seen) {
      if (seen) view->redraw();  // what came while it was out of sight was not drawn
    });
    if (auto* front = one.behind ? window.findChild<QDockWidget*>(QString::fromLatin1(one.behind)) : nullptr) {
      window.tabifyDockWidget(front, dock);
      front->raise();
    }
    if (name == QLatin1String("StatisticsDock"))
      QObject::connect(dock, &QDockWidget::visibilityChanged, &scene,
                       [&scene](bool seen) { scene.analysis().wantStatistics(seen); });
  }
}

}  // namespace strata
