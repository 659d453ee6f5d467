#include "app/studio/view_export.h"

#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
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

/// A view that is not seen has no size.
void bringToFront(QWidget& view) {
  if (QDockWidget* dock = dockOf(view)) {
    dock->show();
    dock->raise();
  }
}

}  // namespace

ViewExport::ViewExport(QMainWindow& window, Scene& scene)
    : QObject(&window),
      m_window(window),
      m_menu(new QMenu(say(Msg::StudioExportView), &window)),
      m_copies(new QMenu(say(Msg::StudioCopyPicture), &window)) {
  for (ViewWidget* view : scene.widgets()) {
    m_menu->addAction(titleOf(*view) + QStringLiteral(" …"), this, [this, view] { choose(*view); });
    auto* here = new QAction(say(Msg::StudioExportView) + QStringLiteral(" …"), view);
    connect(here, &QAction::triggered, this, [this, view] { choose(*view); });
    view->addAction(here);
    m_copies->addAction(titleOf(*view), this, [this, view] { copy(*view); });
    auto* copyHere = new QAction(say(Msg::StudioCopyPicture), view);
    connect(copyHere, &QAction::triggered, this, [this, view] { copy(*view); });
    view->addAction(copyHere);
  }
}

void ViewExport::addTo(QMenu& menu) {
  menu.addMenu(m_menu);
  menu.addMenu(m_copies);
}

void ViewExport::open() {
  m_menu->popup(m_window.mapToGlobal(m_window.rect().center()));
}

void ViewExport::choose(ViewWidget& view) {
  bringToFront(view);
  const QString name = view.objectName().toLower() + QStringLiteral(".png");
  QString path =
      QFileDialog::getSaveFileName(&m_window, say(Msg::StudioExportView), name, say(Msg::StudioPictureFilter));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
  exportTo(view, path);
}

void ViewExport::copy(ViewWidget& view) {
  bringToFront(view);
  const auto picture = view.picture();
  if (!picture.ok()) {
    emit failed(picture.error());
    return;
  }
  QGuiApplication::clipboard()->setImage(picture.value());
  emit copied(titleOf(view));
}

void ViewExport::exportTo(ViewWidget& view, const QString& path) {
  if (const auto done = view.savePicture(path.toStdString()); !done.ok())
    emit failed(done.error());
  else
    emit saved(path);
}

}  // namespace strata::inline studio
