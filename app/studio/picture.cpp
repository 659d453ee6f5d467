#include "app/studio/picture.h"

#include <QApplication>
#include <QBuffer>

#include "app/studio/main_window.h"
#include "app/studio/scene.h"
#include "app/studio/view_widget.h"
#include "engine/base/new_file.h"

namespace strata::inline studio {

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
  QByteArray png;
  QBuffer buffer(&png);
  picture.save(&buffer, "PNG");
  return writeWholeFile(path, {png.constData(), static_cast<std::size_t>(png.size())});
}

}  // namespace strata::inline studio
