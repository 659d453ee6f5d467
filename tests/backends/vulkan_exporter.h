#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/base/unique_fd.h"
#include "engine/device/interop.h"

namespace strata::test {

/// What a viewer does with lavapipe: allocates memory that it hands out as a descriptor.
class VulkanExporter {
 public:
  virtual ~VulkanExporter() = default;
  virtual std::span<std::byte> memory() = 0;
  virtual UniqueFd descriptor() = 0;  ///< another one at each call
  virtual InteropIdentity identity() const = 0;

  /// nullptr where this machine or this build has no lavapipe.
  static std::unique_ptr<VulkanExporter> open(std::size_t bytes);
};

}  // namespace strata::test
