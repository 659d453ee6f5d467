#include "app/graphics/frame_source.h"
#include "app/graphics/gl_texture.h"

namespace strata::inline graphics {
namespace {

constexpr FrameUuid kNobody{};

/// One slot: Vulkan's picture, and OpenGL's texture on the same memory.
class DeviceSlot {
 public:
  DeviceSlot(const GlFunctions& gl, std::unique_ptr<SharedImage> image)
      : m_gl(gl), m_image(std::move(image)), m_texture(gl) {}
  ~DeviceSlot() {
    m_texture = {};
    if (m_memory != 0) m_gl.DeleteMemoryObjectsEXT(1, &m_memory);
  }
  DeviceSlot(const DeviceSlot&) = delete;
  DeviceSlot& operator=(const DeviceSlot&) = delete;

  Result<void> import() {
    STRATA_ASSIGN(UniqueFd descriptor, m_image->descriptor());
    m_gl.CreateMemoryObjectsEXT(1, &m_memory);
    constexpr GLint kDedicated = GL_TRUE;
    m_gl.MemoryObjectParameterivEXT(m_memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &kDedicated);
    STRATA_TRY(m_gl.check("a memory object"));
    m_gl.ImportMemoryFdEXT(m_memory, m_image->allocationBytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor.get());
    STRATA_TRY(m_gl.check("memory of Vulkan"));
    descriptor.release();  // OpenGL's now
    m_gl.BindTexture(GL_TEXTURE_2D, m_texture.name());
    m_gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_TILING_EXT, GL_LINEAR_TILING_EXT);
    m_gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    m_gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    m_gl.TexStorageMem2DEXT(GL_TEXTURE_2D, 1, GL_RGBA8, static_cast<GLsizei>(m_image->shape.width),
                            static_cast<GLsizei>(m_image->shape.height), m_memory, 0);
    return m_gl.check("a texture in memory of Vulkan");
  }
  const SharedImage& image() const { return *m_image; }
  GLuint texture() const { return m_texture.name(); }

 private:
  const GlFunctions& m_gl;
  std::unique_ptr<SharedImage> m_image;
  GLuint m_memory = 0;
  GlTexture m_texture;
};

/// Memory of the graphics device that the agent's device writes.
class DeviceSource final : public FrameSource {
 public:
  DeviceSource(const FrameAsk& ask, const GlFunctions& gl) : FrameSource(ask), m_gl(gl) {}

  Result<void> make(SharedAllocator& allocator, const GraphicsIdentity& identity) {
    for (std::uint32_t i = 0; i < m_offer.ask.slotCount; ++i) {
      STRATA_ASSIGN(auto image, allocator.image(m_offer.ask.width, m_offer.ask.height));
      m_slots.push_back(std::make_unique<DeviceSlot>(m_gl, std::move(image)));
      STRATA_TRY(m_slots.back()->import());
      STRATA_ASSIGN(UniqueFd descriptor, m_slots.back()->image().descriptor());
      m_descriptors.push_back(std::move(descriptor));
    }
    const SharedImage& image = m_slots.front()->image();
    m_offer.shape = image.shape;
    m_offer.slotBytes = m_offer.allocationBytes = image.allocationBytes;
    m_offer.device = identity.device;
    m_offer.driver = identity.driver;
    const auto timed = offerTimeline(allocator);
    if (!timed.ok()) m_offer.noTimeline = timed.error().message;
    return {};
  }
  FrameTexture texture(std::uint32_t slot) const override { return {m_slots[slot]->texture()}; }
  const SharedTimeline* timeline() const override { return m_timeline.get(); }

 private:
  Result<void> offerTimeline(SharedAllocator& allocator) {
    STRATA_ASSIGN(auto timeline, allocator.timeline());
    STRATA_ASSIGN(UniqueFd descriptor, timeline->descriptor());
    m_descriptors.push_back(std::move(descriptor));
    m_timeline = std::move(timeline);
    m_offer.timeline = true;
    return {};
  }

  const GlFunctions& m_gl;
  std::vector<std::unique_ptr<DeviceSlot>> m_slots;
  std::unique_ptr<SharedTimeline> m_timeline;
};

}  // namespace

Result<std::unique_ptr<FrameSource>> makeDeviceSource(const FrameAsk& ask, const GlFunctions& gl,
                                                      const AllocatorOnDemand& allocator) {
  const GraphicsIdentity identity = gl.identity();
  if (!gl.has("GL_EXT_memory_object_fd") || identity.device == kNobody)
    return Error{
        ErrorCode::Unsupported,
        gl.renderer + " takes no memory of another API (GL_EXT_memory_object_fd is missing). Choose the way host.",
        Storey::Driver};
  if (ask.device == kNobody)
    return Error{ErrorCode::Unsupported,
                 "The run's device takes no memory of the graphics device. Choose the way host.", Storey::Driver};
  if (ask.device != identity.device)
    return Error{ErrorCode::Unsupported,
                 "The run's device and the one that draws (" + gl.renderer +
                     ") are not the same, and only one's own memory can be shared. Choose the way host.",
                 Storey::Hardware};
  if (ask.driver != kNobody && ask.driver != identity.driver)  // CUDA and HIP do not tell theirs
    return Error{ErrorCode::Unsupported,
                 "The window draws by another driver (" + gl.renderer +
                     ") than the run's, and a driver imports only its own memory. Choose the way host.",
                 Storey::Driver};
  STRATA_ASSIGN(SharedAllocator * memory, allocator());
  auto source = std::make_unique<DeviceSource>(ask, gl);
  STRATA_TRY(source->make(*memory, identity));
  return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace strata::inline graphics
