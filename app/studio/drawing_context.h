#pragma once

#include <QOffscreenSurface>
#include <functional>
#include <memory>

class QOpenGLContext;

namespace strata::inline studio {

/// The OpenGL context that all views are drawn with. Each QOpenGLWidget has one of its own too; but what a driver makes
/// ready for drawing may take megabytes and a tenth of a second, and here it is made once.
class DrawingContext {
 public:
  /// The one there is, else a new one. It goes with its last owner, which must be before the application goes.
  static std::shared_ptr<DrawingContext> get();

  /// False where OpenGL is not there, or is older than 3.2: then nothing else may be called.
  bool usable() const;
  int version() const;  ///< 33: 3.3
  /// Calls `act` while this context is current; then what was current before is current again.
  void with(const std::function<void()>& act);
  /// Calls `draw` while this context is current and draws into the texture that the current context's framebuffer has.
  void drawInto(const std::function<void()>& draw);

 private:
  DrawingContext();

  QOpenGLContext* m_context;
  QOffscreenSurface m_surface;
};

}  // namespace strata::inline studio
