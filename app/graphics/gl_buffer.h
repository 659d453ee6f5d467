#pragma once

#include "app/graphics/gl_texture.h"

namespace strata::inline graphics {

/// A buffer's name, deleted with the object. The context is current for all of it.
class GlBuffer {
 public:
  explicit GlBuffer(const GlFunctions& gl) : m_gl(&gl) { gl.GenBuffers(1, &m_name); }
  GlBuffer(GlBuffer&& other) noexcept : m_gl(other.m_gl), m_name(std::exchange(other.m_name, 0)) {}
  GlBuffer& operator=(GlBuffer&&) = delete;
  ~GlBuffer() {
    if (m_name != 0) m_gl->DeleteBuffers(1, &m_name);
  }
  GLuint name() const { return m_name; }

 private:
  const GlFunctions* m_gl;
  GLuint m_name = 0;
};

/// A buffer texture of its RGBA bytes.
GlTexture textureOf(const GlFunctions& gl, const GlBuffer& buffer);

/// Unsupported where a buffer texture has no room for so many pixels.
Result<void> fitsBufferTexture(const GlFunctions& gl, std::uint32_t width, std::uint32_t height);

}  // namespace strata::inline graphics
