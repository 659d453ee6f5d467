#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/graphics/gl_functions.h"
#include "app/graphics/shared_allocator.h"
#include "engine/frames/control_page.h"

namespace strata::inline graphics {

/// Where a shader finds a slot's pixels.
struct FrameTexture {
  GLuint name = 0;
  bool buffer = false;  ///< a buffer texture, rows of pitch / 4 texels; else two-dimensional
};

/// The viewer's half of one way: memory for the slots, and the road from there to a texture. On the thread and in the
/// context that made it.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  const FrameOffer& offer() const { return m_offer; }
  /// What goes with the offer behind the control page's; once.
  std::vector<UniqueFd> takeDescriptors() { return std::move(m_descriptors); }

  /// Brings the frame to this process's memory: its bytes, 0 where they need no bringing. Io where it will not come
  /// whole; `giveUp` is asked now and then while it waits.
  virtual Result<std::uint64_t> read(const FrameNote&, const std::function<bool()>& /*giveUp*/) {
    return std::uint64_t{0};
  }
  /// Copies the slot's frame to the graphics device: its bytes, 0 where it is there.
  virtual std::uint64_t upload(std::uint32_t /*slot*/) { return 0; }
  virtual FrameTexture texture(std::uint32_t slot) const = 0;
  /// What says which frames are there, if the agent takes it; nullptr: the control page alone.
  virtual const SharedTimeline* timeline() const { return nullptr; }

 protected:
  explicit FrameSource(const FrameAsk& ask) {
    m_offer.ask = ask;
    m_offer.shape = {ask.width, ask.height, ask.width * 4};
  }

  FrameOffer m_offer;
  std::vector<UniqueFd> m_descriptors;
};

/// Gives the allocator when it is needed, for what opens Vulkan takes tens of milliseconds.
using AllocatorOnDemand = std::function<Result<SharedAllocator*>()>;

/// What the ask wants, or one sentence why it cannot be, with the storey it is for.
Result<std::unique_ptr<FrameSource>> makeFrameSource(const FrameAsk& ask, const GlFunctions& gl,
                                                     const AllocatorOnDemand& allocator);

Result<std::unique_ptr<FrameSource>> makePipeSource(const FrameAsk& ask, const GlFunctions& gl);
Result<std::unique_ptr<FrameSource>> makeHostSource(const FrameAsk& ask, const GlFunctions& gl);
Result<std::unique_ptr<FrameSource>> makeInPlaceSource(const FrameAsk& ask, const GlFunctions& gl);
Result<std::unique_ptr<FrameSource>> makeDeviceSource(const FrameAsk& ask, const GlFunctions& gl,
                                                      const AllocatorOnDemand& allocator);

}  // namespace strata::inline graphics
