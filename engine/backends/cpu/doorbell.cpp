#include "engine/backends/cpu/doorbell.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

#include "engine/backends/cpu/api_call.h"
#include "engine/base/time.h"

namespace strata::cpu {
namespace {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4 && std::atomic<std::uint32_t>::is_always_lock_free);

void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
}

}  // namespace

void Doorbell::ring(DeviceObserver* observer) {
  if (m_sleepers.load() == 0) return;
  m_rings.fetch_add(1);
  systemCall(observer, "futex(FUTEX_WAKE)", [&] { futex(m_rings, FUTEX_WAKE, INT_MAX); });
}

void Doorbell::yield() {
  constexpr Duration kTurn{2'000'000};  // longer than what Strata's own threads keep it for while they wait
  constexpr int kWaits = 100;
  const HostTime begin = hostNow();
  sched_yield();
  if (hostNow() - begin > kTurn) m_crowdedWaits.store(kWaits, std::memory_order_relaxed);
}

/// Returns at once if somebody has rung since the ticket was taken.
void Doorbell::sleep(std::uint32_t ticket, DeviceObserver* observer) {
  systemCall(observer, "futex(FUTEX_WAIT)", [&] { futex(m_rings, FUTEX_WAIT, ticket); });
}

}  // namespace strata::cpu
