#include "engine/backends/cpu/doorbell.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

#include "engine/backends/cpu/api_call.h"

namespace strata::cpu {
namespace {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4 && std::atomic<std::uint32_t>::is_always_lock_free);

void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
}

}  // namespace

void Doorbell::ring(DeviceObserver* observer) {
  m_rings.fetch_add(1);
  if (m_sleepers.load() == 0) return;
  systemCall(observer, "futex(FUTEX_WAKE)", [&] { futex(m_rings, FUTEX_WAKE, INT_MAX); });
}

void Doorbell::wait(Ticket ticket, DeviceObserver* observer) {
  m_sleepers.fetch_add(1);
  while (m_rings.load() == ticket) {
    systemCall(observer, "futex(FUTEX_WAIT)", [&] { futex(m_rings, FUTEX_WAIT, ticket); });
  }
  m_sleepers.fetch_sub(1);
}

}  // namespace strata::cpu
