#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/time.h"

// A counter of 32 bits that rises and wraps, in memory that two processes may map: who waits for it sleeps on it as a
// futex.

namespace strata::inline base {

/// Whether it stands at `value` or less than half a turn beyond.
constexpr bool hasReached(std::uint32_t counter, std::uint32_t value) {
  return counter - value < 0x80000000u;
}

/// Waits until `counter` is no longer `seen`; false after `patience`.
bool waitForChange(std::atomic<std::uint32_t>& counter, std::uint32_t seen, Duration patience);
/// Sets it and wakes who waits, in any process.
void signal(std::atomic<std::uint32_t>& counter, std::uint32_t value);

}  // namespace strata::inline base
