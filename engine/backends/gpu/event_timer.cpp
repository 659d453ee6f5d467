#include "engine/backends/gpu/event_timer.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace strata::gpu {
namespace {

constexpr int kBrackets = 5;
constexpr Duration kReferenceAge{1'000'000'000};  // elapsed times are floats: a microsecond after 16 s
constexpr Duration kResolution{500};              // of an event, as the vendors state it

std::optional<Duration> between(gpuEvent start, gpuEvent stop) {
  float milliseconds = 0;
  if (gpuEventElapsedTime(&milliseconds, start, stop) != kSuccess) return std::nullopt;
  return Duration{std::llround(static_cast<double>(milliseconds) * 1e6)};
}

}  // namespace

EventTimer::EventTimer(GpuContext& context, gpuStream stream) : m_context(context), m_stream(stream) {
  m_reference = takeEvent();
  takeReference();
}

void EventTimer::takeReference() {
  Duration best{INT64_MAX};
  for (int i = 0; i < kBrackets; ++i) {
    gpuEvent candidate = takeEvent();
    const HostTime before = hostNow();
    (void)gpuEventRecord(candidate, m_stream);
    (void)gpuStreamSynchronize(m_stream);
    const Duration width = hostNow() - before;
    if (width < best) {
      best = width;
      std::swap(m_reference, candidate);
      m_referenceTime = before + Duration{width.ns / 2};
    }
    m_free.push_back(candidate);
  }
  m_context.observer->clockError(Duration{best.ns / 2} + kResolution);
}

EventTimer::~EventTimer() {
  for (const Timed& timed : m_pending) {
    (void)gpuEventDestroy(timed.start);
    (void)gpuEventDestroy(timed.stop);
  }
  for (gpuEvent event : m_free) (void)gpuEventDestroy(event);
  (void)gpuEventDestroy(m_reference);
}

void EventTimer::begin(const DeviceWork& work) {
  Timed& timed = m_pending.emplace_back();
  timed.work = work;
  timed.name = work.name;
  timed.start = takeEvent();
  timed.stop = takeEvent();
  (void)gpuEventRecord(timed.start, m_stream);
}

void EventTimer::end() {
  (void)gpuEventRecord(m_pending.back().stop, m_stream);
  report();
}

void EventTimer::report() {
  while (!m_pending.empty() && gpuEventQuery(m_pending.front().stop) == kSuccess) {
    Timed timed = std::move(m_pending.front());
    m_pending.pop_front();
    tell(timed);
    m_free.push_back(timed.start);
    m_free.push_back(timed.stop);
  }
  if (m_pending.empty() && hostNow() - m_referenceTime > kReferenceAge) takeReference();
}

/// Events that cannot be read mean a lost device, which the call that finds it says.
void EventTimer::tell(Timed& timed) {
  const auto begin = between(m_reference, timed.start), duration = between(timed.start, timed.stop);
  if (!begin || !duration) return;
  timed.work.name = timed.name;
  m_context.observer->workDone(timed.work, m_referenceTime + *begin, *duration);
}

gpuEvent EventTimer::takeEvent() {
  gpuEvent event{};
  if (m_free.empty()) {
    (void)gpuEventCreate(&event);
    return event;
  }
  event = m_free.front();
  m_free.pop_front();
  return event;
}

}  // namespace strata::gpu
