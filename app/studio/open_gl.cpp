#include "app/studio/open_gl.h"

#include <QApplication>
#include <QSurfaceFormat>

namespace strata {

void askForOpenGl() {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(0);
  format.setStencilBufferSize(0);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);  // views in floating docks draw with the same letters
}

}  // namespace strata
