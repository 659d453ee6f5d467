#include "app/studio/view_export.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>

#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {
namespace {

/// The dock that the view stands in; nullptr for the timeline, which is the window's centre.
QDockWidget* dockOf(QWidget& view) {
  QWidget* widget = &view;
  while (widget && !qobject_cast<QDockWidget*>(widget)) widget = widget->parentWidget();
  return qobject_cast<QDockWidget*>(widget);
}

QString titleOf(QWidget& view) {
  const QDockWidget* dock = dockOf(view);
  return dock ? dock->windowTitle() : say(Msg::TimelineTitle);
}

}  // namespace

ViewExport::ViewExport(QMainWindow& window, Scene& scene)
    : QObject(&window), m_window(window), m_menu(new QMenu(say(Msg::StudioExportView), &window)) {
  for (ViewWidget* view : scene.widgets()) {
    m_menu->addAction(titleOf(*view) + QStringLiteral(" …"), this, [this, view] { choose(*view); });
    auto* here = new QAction(say(Msg::StudioExportView) + QStringLiteral(" …"), view);
    connect(here, &QAction::triggered, this, [this, view] { choose(*view); });
    view->addAction(here);
  }
}

void ViewExport::addTo(QMenu& menu) {
  menu.addMenu(m_menu);
}

void ViewExport::open() {
  m_menu->popup(m_window.mapToGlobal(m_window.rect().center()));
}

// A view that is not seen has no size: its dock comes to the front first.
void ViewExport::choose(ViewWidget& view) {
  if (QDockWidget* dock = dockOf(view)) {
    dock->show();
    dock->raise();
  }
  const QString name = view.objectName().toLower() + QStringLiteral(".png");
  QString path =
      QFileDialog::getSaveFileName(&m_window, say(Msg::StudioExportView), name, say(Msg::StudioPictureFilter));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
  exportTo(view, path);
}

void ViewExport::exportTo(ViewWidget& view, const QString& path) {
  if (const auto done = view.savePicture(path.toStdString()); !done.ok())
    emit failed(done.error());
  else
    emit saved(path);
}

}  // namespace strata::inline studio
