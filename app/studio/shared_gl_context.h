#pragma once

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <memory>

#include "app/graphics/gl_context.h"
#include "engine/base/result.h"

namespace strata::inline studio {

/// A context for another thread that shares its objects with those that views are drawn in.
class SharedGlContext final : public GlContext {
 public:
  /// On the thread that will use it. Unavailable where the window has no OpenGL. The surface must outlive it.
  static Result<std::unique_ptr<GlContext>> create(QOffscreenSurface& surface);

  bool makeCurrent() override { return m_context.makeCurrent(&m_surface); }
  void doneCurrent() override { m_context.doneCurrent(); }
  Function getProcAddress(const char* name) override { return m_context.getProcAddress(name); }

 private:
  explicit SharedGlContext(QOffscreenSurface& surface) : m_surface(surface) {}

  QOffscreenSurface& m_surface;
  QOpenGLContext m_context;
};

}  // namespace strata::inline studio
