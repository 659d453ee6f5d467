#include "app/graphics/frame_source.h"
#include "app/graphics/gl_texture.h"
#include "app/graphics/slot_memory.h"

namespace strata::inline graphics {
namespace {

/// Host memory of both processes, uploaded frame by frame.
class HostSource final : public FrameSource {
 public:
  HostSource(const FrameAsk& ask, const GlFunctions& gl) : FrameSource(ask), m_gl(gl) {}

  Result<void> make() {
    STRATA_ASSIGN(m_picture, makePicture(m_gl, m_offer.shape.width, m_offer.shape.height));
    STRATA_ASSIGN(m_slots, SlotMemory::make(m_offer));
    m_descriptors.push_back(std::move(m_slots.descriptor));
    return {};
  }
  std::uint64_t upload(std::uint32_t slot) override {
    uploadPicture(m_gl, m_picture, m_slots.slot(slot), m_offer.shape);
    return m_offer.shape.bytes();
  }
  FrameTexture texture(std::uint32_t) const override { return {m_picture.name()}; }

 private:
  const GlFunctions& m_gl;
  GlTexture m_picture;
  SlotMemory m_slots;
};

}  // namespace

Result<std::unique_ptr<FrameSource>> makeHostSource(const FrameAsk& ask, const GlFunctions& gl) {
  auto source = std::make_unique<HostSource>(ask, gl);
  STRATA_TRY(source->make());
  return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace strata::inline graphics
