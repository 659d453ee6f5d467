#pragma once

#include <cstdint>

namespace strata::inline device {

enum class MemoryKind : std::uint8_t {
  Device,    ///< the device's own memory, 256-byte aligned
  Pinned,    ///< host memory locked in place: copies run asynchronously
  Pageable,  ///< ordinary host memory: copies are staged
};

}  // namespace strata::inline device
