#include "app/studio/drawing_context.h"

#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

namespace strata::inline studio {
namespace {

GLuint textureOfFramebuffer() {
  GLint name = 0;
  QOpenGLContext::currentContext()->extraFunctions()->glGetFramebufferAttachmentParameteriv(
      GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
  return static_cast<GLuint>(name);
}

}  // namespace

std::shared_ptr<DrawingContext> DrawingContext::get() {
  static std::weak_ptr<DrawingContext> one;
  auto context = one.lock();
  if (!context) one = context = std::shared_ptr<DrawingContext>(new DrawingContext);
  return context;
}

DrawingContext::DrawingContext() : m_context(QOpenGLContext::globalShareContext()) {
  if (!m_context) return;
  m_surface.setFormat(m_context->format());
  m_surface.create();
}

int DrawingContext::version() const {
  if (!m_context || !m_context->isValid()) return 0;
  return m_context->format().majorVersion() * 10 + m_context->format().minorVersion();
}

bool DrawingContext::usable() const {
  constexpr int kLeast = 32;
  return version() >= kLeast;
}

void DrawingContext::with(const std::function<void()>& act) {
  QOpenGLContext* before = QOpenGLContext::currentContext();
  QSurface* surface = before ? before->surface() : nullptr;
  m_context->makeCurrent(&m_surface);
  act();
  if (before)
    before->makeCurrent(surface);
  else
    m_context->doneCurrent();
}

void DrawingContext::drawInto(const std::function<void()>& draw) {
  const GLuint texture = textureOfFramebuffer();
  GLsync drawn = nullptr;
  with([&] {
    QOpenGLExtraFunctions& gl = *m_context->extraFunctions();
    GLuint framebuffer = 0;
    gl.glGenFramebuffers(1, &framebuffer);
    gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    draw();
    gl.glDeleteFramebuffers(1, &framebuffer);
    drawn = gl.glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.glFlush();
  });
  QOpenGLExtraFunctions& shown = *QOpenGLContext::currentContext()->extraFunctions();
  shown.glWaitSync(drawn, 0, GL_TIMEOUT_IGNORED);  // what uses the texture next uses all of it
  shown.glDeleteSync(drawn);
}

}  // namespace strata::inline studio
