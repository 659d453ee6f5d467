#include "engine/protocol/watchdog.h"

#include <algorithm>
#include <utility>

namespace strata::inline protocol {

namespace {

constexpr Duration kTick{50'000'000};

}  // namespace

Watchdog::Watchdog(Parts parts) : m_parts(std::move(parts)), m_limit(m_parts.limit) {}

Watchdog::~Watchdog() {
  stop();
}

void Watchdog::start() {
  m_thread = std::thread([this] { watch(); });
}

void Watchdog::stop() {
  {
    const Lock lock(m_mutex);
    m_quit = true;
    m_changed.notifyAll();
  }
  if (m_thread.joinable()) m_thread.join();
}

void Watchdog::begin(std::string what) {
  const Lock lock(m_mutex);
  m_what = std::move(what);
  m_silence = {};
  m_watching = true;
}

void Watchdog::end() {
  const Lock lock(m_mutex);
  m_watching = false;
}

std::string Watchdog::watched() {
  const Lock lock(m_mutex);
  return m_watching ? m_what : std::string{};
}

Silence Watchdog::silence() {
  const Lock lock(m_mutex);
  return m_silence;
}

void Watchdog::hurry(Duration limit) {
  const Lock lock(m_mutex);
  m_limit = std::min(m_limit, limit);
  if (!std::exchange(m_hurried, true)) m_silence = {};
}

void Watchdog::growSilence(Duration by) {
  const bool look = m_parts.heldUp && m_watching && !m_hurried && m_silence.isLong(m_limit);
  m_silence.grow(by, look ? m_parts.heldUp(by) : Duration{0});
}

/// Silence grows by at most two ticks a look: time during which this process was suspended is nobody's silence.
bool Watchdog::silentTooLong(Duration sinceLastLook) {
  const std::uint64_t activity = m_parts.activity();
  const bool moved = activity != std::exchange(m_lastActivity, activity);
  if (moved && !m_hurried)
    m_silence = {};
  else
    growSilence(std::min(sinceLastLook, kTick + kTick));
  return m_watching && !m_told && m_silence.isHang(m_limit);
}

void Watchdog::watch() {
  Lock lock(m_mutex);
  HostTime last = hostNow();
  for (;;) {
    const HostTime next = hostNow() + kTick;
    while (!m_quit && m_changed.waitUntil(lock, next)) continue;
    if (m_quit) return;
    const HostTime now = hostNow();
    const bool tell = silentTooLong(now - last);
    last = now;
    m_told = m_told || tell;
    const std::string what = m_what;
    lock.unlock();
    if (m_parts.tick) m_parts.tick();
    if (tell) m_parts.hung(what);
    lock.lock();
  }
}

}  // namespace strata::inline protocol
