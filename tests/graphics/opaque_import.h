#pragma once

#include <memory>

#include "app/graphics/graphics_identity.h"
#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace strata {

/// Imports memory that Vulkan exported and maps it: what an agent on the processor does, with a Vulkan device that is
/// the processor. Everything stays until the object goes.
class OpaqueImport {
 public:
  virtual ~OpaqueImport() = default;
  /// On the first device there is.
  static Result<std::unique_ptr<OpaqueImport>> create();
  virtual GraphicsIdentity identity() const = 0;
  virtual Result<std::byte*> map(UniqueFd descriptor, std::uint64_t allocationBytes) = 0;
  virtual void forgetAll() = 0;
};

}  // namespace strata
