#include "app/graphics/slot_memory.h"

namespace strata::inline graphics {

Result<SlotMemory> SlotMemory::make(FrameOffer& offer) {
  SlotMemory slots;
  slots.slotBytes = offer.slotBytes = wholePages(offer.shape.bytes());
  offer.allocationBytes = offer.slotBytes * offer.ask.slotCount;
  STRATA_ASSIGN(slots.descriptor, makeSharedMemory("strata-slots", offer.allocationBytes));
  STRATA_ASSIGN(slots.memory, MappedMemory::map(slots.descriptor.get(), offer.allocationBytes));
  return slots;
}

}  // namespace strata::inline graphics
