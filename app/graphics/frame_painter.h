#pragma once

#include "app/graphics/frame_source.h"
#include "app/graphics/gl_texture.h"

namespace strata::inline graphics {

/// A texture to draw into.
struct FrameTarget {
  /// OutOfMemory, Unsupported.
  static Result<FrameTarget> make(const GlFunctions& gl, std::uint32_t width, std::uint32_t height);
  std::uint32_t width = 0, height = 0;
  GlTexture texture;
};

/// Draws frames into targets, each pixel from the one pixel of the frame that is nearest: 1:1 where both are of one
/// size.
class FramePainter {
 public:
  static Result<std::unique_ptr<FramePainter>> create(const GlFunctions& gl);
  ~FramePainter();
  FramePainter(const FramePainter&) = delete;
  FramePainter& operator=(const FramePainter&) = delete;

  /// `markTorn`: pixels of another frame than the first pixel's are tinted.
  void draw(const FrameTexture& from, FrameShape shape, const FrameTarget& to, bool markTorn);
  /// Waits for the target's drawing. `pixels` gets width × height words.
  void readBack(const FrameTarget& from, std::vector<std::uint32_t>& pixels);

 private:
  explicit FramePainter(const GlFunctions& gl) : m_gl(gl) {}
  void bind(const FrameTarget& target);

  const GlFunctions& m_gl;
  GLuint m_ofPicture = 0, m_ofBuffer = 0;  ///< programs
  GLuint m_vertices = 0, m_framebuffer = 0;
};

}  // namespace strata::inline graphics
