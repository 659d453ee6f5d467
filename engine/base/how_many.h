#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strata::inline base {

/// "1 event" or "12 events": the count and the words for it.
inline std::string howMany(std::uint64_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

}  // namespace strata::inline base
