#pragma once

#include <memory>

#include "app/graphics/gl_context.h"
#include "engine/base/result.h"

namespace strata::inline graphics {

class EglDisplay;

/// OpenGL without a window or a screen, by EGL, which is opened at run time.
class HeadlessGl : public GlContext {
 public:
  /// `shared`: a context that it shares textures and buffers with. Unavailable where EGL or its OpenGL is not there.
  static Result<std::unique_ptr<HeadlessGl>> create(const HeadlessGl* shared = nullptr);
  ~HeadlessGl() override;
  HeadlessGl(const HeadlessGl&) = delete;
  HeadlessGl& operator=(const HeadlessGl&) = delete;

  bool makeCurrent() override;
  void doneCurrent() override;
  Function getProcAddress(const char* name) override;

 private:
  HeadlessGl(std::shared_ptr<EglDisplay> display, void* context) : m_display(std::move(display)), m_context(context) {}

  std::shared_ptr<EglDisplay> m_display;
  void* m_context;
};

}  // namespace strata::inline graphics
