#pragma once

#include "engine/base/shared_memory.h"
#include "engine/frames/frame_messages.h"

namespace strata::inline graphics {

/// Host memory for all slots of a frame, each from a page's beginning.
struct SlotMemory {
  /// Fills in the offer's sizes, too. OutOfMemory, Io.
  static Result<SlotMemory> make(FrameOffer& offer);

  std::byte* slot(std::uint32_t index) const { return memory.data() + index * slotBytes; }

  UniqueFd descriptor;  ///< for the agent
  MappedMemory memory;
  std::uint64_t slotBytes = 0;
};

}  // namespace strata::inline graphics
