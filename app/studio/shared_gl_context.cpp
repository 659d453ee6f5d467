#include "app/studio/shared_gl_context.h"

#include "app/words/messages.h"

namespace strata::inline studio {

Result<std::unique_ptr<GlContext>> SharedGlContext::create(QOffscreenSurface& surface) {
  QOpenGLContext* window = QOpenGLContext::globalShareContext();
  std::unique_ptr<SharedGlContext> context(new SharedGlContext(surface));
  if (window) {
    context->m_context.setFormat(window->format());
    context->m_context.setShareContext(window);
  }
  if (!window || !context->m_context.create())
    return Error{ErrorCode::Unavailable, std::string(text(Msg::StudioNoFrames)), Storey::Driver};
  return std::unique_ptr<GlContext>(std::move(context));
}

}  // namespace strata::inline studio
