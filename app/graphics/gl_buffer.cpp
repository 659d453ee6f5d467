#include "app/graphics/gl_buffer.h"

#include <fmt/format.h>

namespace strata::inline graphics {

GlTexture textureOf(const GlFunctions& gl, const GlBuffer& buffer) {
  GlTexture texture(gl);
  gl.BindTexture(GL_TEXTURE_BUFFER, texture.name());
  gl.TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer.name());
  return texture;
}

Result<void> fitsBufferTexture(const GlFunctions& gl, std::uint32_t width, std::uint32_t height) {
  if (std::uint64_t{width} * height <= static_cast<std::uint64_t>(gl.mostBufferTexels)) return {};
  return Error{ErrorCode::Unsupported,
               fmt::format("The graphics device reads at most {} pixels in place. Choose a smaller frame or the way "
                           "host.",
                           gl.mostBufferTexels),
               Storey::Driver};
}

}  // namespace strata::inline graphics
