#include <fmt/format.h>

#include "app/graphics/frame_source.h"
#include "app/graphics/gl_buffer.h"
#include "app/graphics/slot_memory.h"

namespace strata::inline graphics {
namespace {

/// Host memory of both processes that the shader reads where it lies.
class InPlaceSource final : public FrameSource {
 public:
  InPlaceSource(const FrameAsk& ask, const GlFunctions& gl) : FrameSource(ask), m_gl(gl) {}
  /// A drawing that was given up for its slowness reads on; the memory may go when it has ended, and not before.
  ~InPlaceSource() override { m_gl.Finish(); }
  InPlaceSource(const InPlaceSource&) = delete;
  InPlaceSource& operator=(const InPlaceSource&) = delete;

  Result<void> make() {
    STRATA_ASSIGN(m_slots, SlotMemory::make(m_offer));
    m_descriptors.push_back(std::move(m_slots.descriptor));
    for (std::uint32_t i = 0; i < m_offer.ask.slotCount; ++i) pin(m_slots.slot(i));
    return m_gl.check("host memory that it reads in place");
  }
  FrameTexture texture(std::uint32_t slot) const override { return {m_textures[slot].name(), true}; }

 private:
  void pin(std::byte* pixels) {
    m_buffers.emplace_back(m_gl);
    m_gl.BindBuffer(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, m_buffers.back().name());
    m_gl.BufferData(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, static_cast<GLsizeiptr>(m_slots.slotBytes), pixels,
                    GL_DYNAMIC_DRAW);
    m_gl.BindBuffer(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 0);
    m_textures.push_back(textureOf(m_gl, m_buffers.back()));
  }

  const GlFunctions& m_gl;
  SlotMemory m_slots;  // outlives what reads it
  std::vector<GlBuffer> m_buffers;
  std::vector<GlTexture> m_textures;
};

}  // namespace

Result<std::unique_ptr<FrameSource>> makeInPlaceSource(const FrameAsk& ask, const GlFunctions& gl) {
  if (!gl.has("GL_AMD_pinned_memory"))
    return Error{ErrorCode::Unsupported,
                 fmt::format("{} does not read host memory in place (GL_AMD_pinned_memory is missing). Choose the way "
                             "host.",
                             gl.renderer),
                 Storey::Driver};
  STRATA_TRY(fitsBufferTexture(gl, ask.width, ask.height));
  auto source = std::make_unique<InPlaceSource>(ask, gl);
  STRATA_TRY(source->make());
  return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace strata::inline graphics
