#pragma once

#include "app/graphics/shared_allocator.h"
#include "app/graphics/vulkan_functions.h"

namespace strata::inline graphics {

/// SharedAllocator::create() with the Vulkan that `loader` finds.
Result<std::unique_ptr<SharedAllocator>> makeVulkanAllocator(const VulkanFunctions& loader,
                                                             const GraphicsIdentity& identity,
                                                             SharedAllocator::Complain complain = {});

}  // namespace strata::inline graphics
