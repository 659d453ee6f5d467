#include "app/graphics/frame_source.h"
#include "app/graphics/gl_buffer.h"

namespace strata::inline graphics {
namespace {

constexpr FrameUuid kNobody{};

/// Memory of another API, given back with the object.
class GlMemory {
 public:
  explicit GlMemory(const GlFunctions& gl) : m_gl(gl) { gl.CreateMemoryObjectsEXT(1, &m_name); }
  ~GlMemory() { m_gl.DeleteMemoryObjectsEXT(1, &m_name); }
  GlMemory(const GlMemory&) = delete;
  GlMemory& operator=(const GlMemory&) = delete;

  Result<void> import(const SharedBuffer& shared) {
    STRATA_ASSIGN(UniqueFd descriptor, shared.descriptor());
    constexpr GLint kDedicated = GL_TRUE;
    m_gl.MemoryObjectParameterivEXT(m_name, GL_DEDICATED_MEMORY_OBJECT_EXT, &kDedicated);
    STRATA_TRY(m_gl.check("a memory object"));
    m_gl.ImportMemoryFdEXT(m_name, shared.allocationBytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor.get());
    STRATA_TRY(m_gl.check("memory of Vulkan"));
    descriptor.release();  // OpenGL's now
    return {};
  }
  GLuint name() const { return m_name; }

 private:
  const GlFunctions& m_gl;
  GLuint m_name = 0;
};

/// One slot: Vulkan's buffer, and OpenGL's on the same memory. No picture, for a driver may lay pictures out as it
/// likes (NVIDIA's refuses GL_LINEAR_TILING_EXT); a buffer's bytes lie one after the other.
class DeviceSlot {
 public:
  DeviceSlot(const GlFunctions& gl, std::unique_ptr<SharedBuffer> shared)
      : m_gl(gl), m_shared(std::move(shared)), m_memory(gl), m_buffer(gl) {}

  Result<void> import() {
    STRATA_TRY(m_memory.import(*m_shared));
    m_gl.BindBuffer(GL_TEXTURE_BUFFER, m_buffer.name());
    m_gl.BufferStorageMemEXT(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(m_shared->bytes), m_memory.name(), 0);
    STRATA_TRY(m_gl.check("a buffer in memory of Vulkan"));
    m_texture = textureOf(m_gl, m_buffer);
    return m_gl.check("a texture of a buffer in memory of Vulkan");
  }
  const SharedBuffer& shared() const { return *m_shared; }
  GLuint texture() const { return m_texture.name(); }

 private:
  const GlFunctions& m_gl;
  std::unique_ptr<SharedBuffer> m_shared;
  GlMemory m_memory;
  GlBuffer m_buffer;
  GlTexture m_texture;
};

/// Memory of the graphics device that the agent's device writes.
class DeviceSource final : public FrameSource {
 public:
  DeviceSource(const FrameAsk& ask, const GlFunctions& gl) : FrameSource(ask), m_gl(gl) {}

  Result<void> make(SharedAllocator& allocator, const GraphicsIdentity& identity) {
    for (std::uint32_t i = 0; i < m_offer.ask.slotCount; ++i) {
      STRATA_ASSIGN(auto shared, allocator.buffer(m_offer.shape.bytes()));
      m_slots.push_back(std::make_unique<DeviceSlot>(m_gl, std::move(shared)));
      STRATA_TRY(m_slots.back()->import());
      STRATA_ASSIGN(UniqueFd descriptor, m_slots.back()->shared().descriptor());
      m_descriptors.push_back(std::move(descriptor));
    }
    m_offer.slotBytes = m_offer.allocationBytes = m_slots.front()->shared().allocationBytes;
    m_offer.device = identity.device;
    m_offer.driver = identity.driver;
    const auto timed = offerTimeline(allocator);
    if (!timed.ok()) m_offer.noTimeline = timed.error().message;
    return {};
  }
  FrameTexture texture(std::uint32_t slot) const override { return {m_slots[slot]->texture(), true}; }
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
  STRATA_TRY(fitsBufferTexture(gl, ask.width, ask.height));
  STRATA_ASSIGN(SharedAllocator * memory, allocator());
  auto source = std::make_unique<DeviceSource>(ask, gl);
  STRATA_TRY(source->make(*memory, identity));
  return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace strata::inline graphics
