#include "app/graphics/frame_targets.h"

#include <algorithm>
#include <atomic>

namespace strata::inline graphics {

Result<const FrameTarget*> FrameTargets::free(std::uint32_t width, std::uint32_t height) {
  constexpr std::size_t kMost = 12;
  const auto unseen = [](const std::unique_ptr<Entry>& entry) {
    if (entry->hold.use_count() != 1) return false;
    std::atomic_thread_fence(std::memory_order_acquire);  // what its last holder did is before what we do
    return true;
  };
  std::erase_if(m_entries, [&](const auto& entry) {
    return (entry->target.width != width || entry->target.height != height) && unseen(entry);
  });
  for (const auto& entry : m_entries)
    if (unseen(entry)) return &std::as_const(entry->target);
  if (m_entries.size() >= kMost)
    return Error{ErrorCode::Unsupported, "Windows keep too many pictures of frames. Close some.", Storey::Other};
  STRATA_ASSIGN(FrameTarget target, FrameTarget::make(m_gl, width, height));
  m_entries.push_back(std::make_unique<Entry>(Entry{std::move(target), std::make_shared<int>()}));
  return &std::as_const(m_entries.back()->target);
}

std::shared_ptr<const FramePicture> FrameTargets::publish(const FrameTarget& target, std::uint64_t frame,
                                                          std::uint32_t generation) {
  const auto entry = std::ranges::find(m_entries, &target, [](const auto& e) { return &std::as_const(e->target); });
  return std::make_shared<const FramePicture>(
      FramePicture{target.texture.name(), target.width, target.height, frame, generation, (*entry)->hold});
}

}  // namespace strata::inline graphics
