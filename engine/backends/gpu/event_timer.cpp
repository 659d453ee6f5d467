#include "engine/backends/gpu/event_timer.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace strata::gpu {
namespace {

constexpr int kBrackets = 5;

Duration between(gpuEvent start, gpuEvent stop) {
  float milliseconds = 0;
  if (gpuEventElapsedTime(&milliseconds, start, stop) != kSuccess) return {0};
  return {std::llround(static_cast<double>(milliseconds) * 1e6)};
}

}  // namespace

EventTimer::EventTimer(GpuContext& context, gpuStream stream) : m_context(context), m_stream(stream) {
  m_reference = takeEvent();
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
    timed.work.name = timed.name;
    const HostTime begin = m_referenceTime + between(m_reference, timed.start);
    m_context.observer->workDone(timed.work, begin, between(timed.start, timed.stop));
    m_free.push_back(timed.start);
    m_free.push_back(timed.stop);
  }
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
