#pragma once

#include <cstdint>
#include <string_view>

namespace strata::inline device {

/// Whose ways a kernel's text follows; it is right on every device.
enum class MadeFor : std::uint8_t {
  Both,
  Gpus,        ///< threads that share memory, wait for each other, or work as warps
  Processors,  ///< a thread works alone, in registers as wide as a vector unit's
};

/// "both", "gpus", "processors".
std::string_view madeForKey(MadeFor madeFor);

}  // namespace strata::inline device
