#pragma once

#include <cstdint>

#include "engine/base/ids.h"

namespace strata::inline hardware {

/// What travels from an API call to the device work it starts, so that both carry the same ids.
struct WorkToken {
  CallId call = CallId::None;
  CorrelationId correlation = CorrelationId::None;

  constexpr std::uint64_t pack() const {
    return static_cast<std::uint64_t>(call) << 32 | static_cast<std::uint32_t>(correlation);
  }
  static constexpr WorkToken unpack(std::uint64_t token) {
    return {static_cast<CallId>(token >> 32), static_cast<CorrelationId>(token & 0xFFFFFFFFu)};
  }
};

}  // namespace strata::inline hardware
