#include "engine/base/shared_counter.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace strata::inline base {
namespace {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4 && std::atomic<std::uint32_t>::is_always_lock_free);

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* patience) {
  return ::syscall(SYS_futex, &word, operation, value, patience, nullptr, 0);
}

}  // namespace

bool waitForChange(std::atomic<std::uint32_t>& counter, std::uint32_t seen, Duration patience) {
  const HostTime end = hostNow() + patience;
  while (counter.load(std::memory_order_acquire) == seen) {
    const std::int64_t left = (end - hostNow()).ns;
    if (left <= 0) return false;
    const timespec time{left / 1'000'000'000, left % 1'000'000'000};
    futex(counter, FUTEX_WAIT, seen, &time);
  }
  return true;
}

void signal(std::atomic<std::uint32_t>& counter, std::uint32_t value) {
  counter.store(value, std::memory_order_release);
  futex(counter, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace strata::inline base
