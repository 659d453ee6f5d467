#include "engine/protocol/silence.h"

#include <algorithm>

namespace strata::inline protocol {
namespace {

constexpr std::int64_t kCountsAnyway = 10;  ///< one part of so many
constexpr std::int64_t kLittle = 4;         ///< less than one part of so many

Duration within(Duration time, Duration between) {
  return std::clamp(time, Duration{0}, between);
}

}  // namespace

Duration heldUp(const ThreadLook& before, const ThreadLook& now, Duration between) {
  if (before.state == 'D' && now.state == 'D') return between;
  const Duration told = within(now.waitedToRun - before.waitedToRun, between);
  if (before.state != 'R' || now.state != 'R') return told;
  // Linux counts a wait when it is over. Who could have run all the time has waited when it did not run.
  return std::max(told, between - within(now.ran - before.ran, between));
}

void HeldUp::add(const ThreadLook& before, const ThreadLook& now, Duration between) {
  longest = std::max(longest, heldUp(before, now, between));
  ran = std::max(ran, within(now.ran - before.ran, between));
}

Duration HeldUp::time(Duration between) const {
  const Duration held = std::min(longest, between - within(ran, between));
  return held.ns < between.ns / kLittle ? Duration{0} : held;
}

void Silence::grow(Duration between, Duration heldUp) {
  const Duration least{between.ns / kCountsAnyway};
  const Duration own = std::max(least, between - within(heldUp, between));
  counted += own;
  excused += between - own;
}

}  // namespace strata::inline protocol
