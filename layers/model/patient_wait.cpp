#include "layers/model/patient_wait.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace strata {

Result<void> waitPatiently(Stream& stream, Event& mark, Duration expected, const RunProgress& progress) {
  constexpr Duration kShort{500'000'000};
  constexpr std::chrono::milliseconds kLook{2};
  const HostTime start = hostNow(), patience = start + Duration{expected.ns * 10};
  if (expected > kShort) {
    while (mark.poll() == Event::State::Pending && hostNow() < patience) {
      std::this_thread::sleep_for(kLook);
      const double elapsed = (hostNow() - start).seconds();
      progress.within(std::min(0.99, elapsed / expected.seconds()));
    }
  }
  return stream.synchronize();
}

}  // namespace strata
