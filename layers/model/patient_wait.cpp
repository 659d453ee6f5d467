#include "layers/model/patient_wait.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace strata {

Duration patienceFor(ExpectedTime expected) {
  constexpr Duration kMeasured{120'000'000'000}, kGuessed{60'000'000'000};
  const Duration most = expected.measured ? kMeasured : kGuessed;
  return expected.time.ns < most.ns / 10 ? Duration{expected.time.ns * 10} : most;
}

Result<void> waitPatiently(Stream& stream, Event& mark, ExpectedTime expected, const RunProgress& progress) {
  constexpr Duration kShort{500'000'000};
  constexpr std::chrono::milliseconds kLook{2};
  const HostTime start = hostNow(), patience = start + patienceFor(expected);
  if (expected.time > kShort) {
    while (mark.poll() == Event::State::Pending && hostNow() < patience) {
      std::this_thread::sleep_for(kLook);
      const double elapsed = (hostNow() - start).seconds();
      progress.within(std::min(0.99, elapsed / expected.time.seconds()));
    }
  }
  return stream.synchronize();
}

}  // namespace strata
