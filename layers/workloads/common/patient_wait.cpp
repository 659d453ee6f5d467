#include "layers/workloads/common/patient_wait.h"

#include <algorithm>

#include "engine/base/mutex.h"

namespace strata::inline workloads {
namespace {

void giveSignsOfLife(const std::stop_token& done, ExpectedTime expected, const RunProgress& progress) {
  constexpr Duration kPeriod{100'000'000};
  const HostTime start = hostNow(), end = start + patienceFor(expected);
  Mutex mutex;
  Condition never;
  Lock lock(mutex);
  for (;;) {
    const HostTime next = hostNow() + kPeriod;
    while (never.waitUntil(lock, next, done)) continue;
    if (done.stop_requested() || hostNow() >= end) return;
    progress.within(std::min(0.99, (hostNow() - start).seconds() / expected.time.seconds()));
  }
}

}  // namespace

Duration patienceFor(ExpectedTime expected) {
  constexpr Duration kMeasured{120'000'000'000}, kGuessed{60'000'000'000};
  const Duration most = expected.measured ? kMeasured : kGuessed;
  return expected.time.ns < most.ns / 10 ? Duration{expected.time.ns * 10} : most;
}

SignsOfLife::SignsOfLife(ExpectedTime expected, const RunProgress& progress)
    : m_thread([expected, &progress](const std::stop_token& done) { giveSignsOfLife(done, expected, progress); }) {}

Result<void> waitPatiently(Stream& stream, ExpectedTime expected, const RunProgress& progress) {
  constexpr Duration kShort{500'000'000};
  if (expected.time <= kShort) return stream.synchronize();
  const SignsOfLife signs(expected, progress);
  return stream.synchronize();
}

}  // namespace strata::inline workloads
