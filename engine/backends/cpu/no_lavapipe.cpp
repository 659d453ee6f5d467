// In place of lavapipe.cpp, where Vulkan's headers are not.

#include "engine/backends/cpu/lavapipe.h"

namespace strata::cpu {

Result<std::shared_ptr<Lavapipe>> Lavapipe::open() {
  return Error{ErrorCode::Unsupported,
               "This Strata was built without Vulkan: install libvulkan-dev and build it again.", Storey::Runtime};
}

}  // namespace strata::cpu
