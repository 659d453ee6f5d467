#include "app/studio/open_gl.h"

#include <QApplication>
#include <QSurfaceFormat>

#include "app/studio/drawing_context.h"
#include "app/words/messages.h"

namespace strata::inline studio {

void askForOpenGl() {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(0);
  format.setStencilBufferSize(0);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);  // views in floating docks draw with the same letters
}

Result<void> findOpenGl() {
  const auto context = DrawingContext::get();
  if (context->usable()) return {};
  const int version = context->version();
  const std::string offered = version == 0 ? "none" : std::to_string(version / 10) + "." + std::to_string(version % 10);
  return Error{ErrorCode::Unavailable, fillText(Msg::StudioNoOpenGl, {offered})};
}

}  // namespace strata::inline studio
