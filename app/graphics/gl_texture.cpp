#include "app/graphics/gl_texture.h"

#include <fmt/format.h>

namespace strata::inline graphics {

Result<GlTexture> makePicture(const GlFunctions& gl, std::uint32_t width, std::uint32_t height) {
  const auto most = static_cast<std::uint32_t>(gl.mostTextureSide);
  if (width > most || height > most)
    return Error{ErrorCode::Unsupported,
                 fmt::format("The graphics device draws textures of at most {} × {} pixels. Choose a smaller frame.",
                             most, most),
                 Storey::Driver};
  GlTexture picture(gl);
  gl.BindTexture(GL_TEXTURE_2D, picture.name());
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
                GL_UNSIGNED_BYTE, nullptr);
  STRATA_TRY(gl.check("a texture"));
  return picture;
}

void uploadPicture(const GlFunctions& gl, const GlTexture& picture, const std::byte* pixels, FrameShape shape) {
  gl.BindTexture(GL_TEXTURE_2D, picture.name());
  gl.PixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(shape.pitch / 4));
  gl.TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(shape.width), static_cast<GLsizei>(shape.height),
                   GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  gl.PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  gl.finish(kGraphicsPatience);
}

}  // namespace strata::inline graphics
