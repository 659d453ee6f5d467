#pragma once

#include <utility>

#include "app/graphics/gl_functions.h"

namespace strata::inline graphics {

/// A texture's name, deleted with the object. The context is current for all of it.
class GlTexture {
 public:
  GlTexture() = default;
  explicit GlTexture(const GlFunctions& gl) : m_gl(&gl) { gl.GenTextures(1, &m_name); }
  GlTexture(GlTexture&& other) noexcept : m_gl(other.m_gl), m_name(std::exchange(other.m_name, 0)) {}
  GlTexture& operator=(GlTexture&& other) noexcept {
    std::swap(m_gl, other.m_gl);
    std::swap(m_name, other.m_name);
    return *this;
  }
  ~GlTexture() {
    if (m_name != 0) m_gl->DeleteTextures(1, &m_name);
  }

  GLuint name() const { return m_name; }

 private:
  const GlFunctions* m_gl = nullptr;
  GLuint m_name = 0;
};

/// A texture of RGBA bytes in the graphics device's own memory, its pixels unknown. Unsupported, OutOfMemory.
Result<GlTexture> makePicture(const GlFunctions& gl, std::uint32_t width, std::uint32_t height);

/// Copies a frame from host memory into such a texture of its size; returns when the device has it.
void uploadPicture(const GlFunctions& gl, const GlTexture& picture, const std::byte* pixels, FrameShape shape);

/// How long a graphics device may take for one thing before it is said to hang.
inline constexpr Duration kGraphicsPatience{3'000'000'000};

}  // namespace strata::inline graphics
