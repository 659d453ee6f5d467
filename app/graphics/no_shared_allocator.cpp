#include "app/graphics/shared_allocator.h"

namespace strata::inline graphics {

Result<std::unique_ptr<SharedAllocator>> SharedAllocator::create(const GraphicsIdentity&, Complain) {
  return Error{ErrorCode::Unavailable, "This build of Strata is without Vulkan, which shares device memory.",
               Storey::Driver};
}

}  // namespace strata::inline graphics
