#include "app/studio/picture.h"

#include <QApplication>

#include "app/studio/main_window.h"
#include "app/studio/scene.h"
#include "app/studio/view_widget.h"

namespace strata {

QImage grabWindow(MainWindow& window) {
  window.show();
  QApplication::processEvents();
  QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  window.scene().refresh();
  for (ViewWidget* view : window.viewWidgets()) view->update();
  QApplication::processEvents();
  return window.grab().toImage();
}

Result<void> savePicture(MainWindow& window, const std::string& path) {
  const QImage picture = grabWindow(window);
  if (picture.save(QString::fromStdString(path), "PNG")) return {};
  return Error{ErrorCode::Io, "Cannot write the picture to " + path + ": check the folder and its permissions."};
}

}  // namespace strata
