#include "layers/workloads/common/patient_wait.h"

#include <utility>

namespace strata::inline workloads {

Duration patienceFor(ExpectedTime expected) {
  constexpr Duration kMeasured{120'000'000'000}, kGuessed{60'000'000'000};
  const Duration most = expected.measured ? kMeasured : kGuessed;
  return expected.time.ns < most.ns / 10 ? Duration{expected.time.ns * 10} : most;
}

SignsOfLife::SignsOfLife(ExpectedTime expected, LifeSigns& signs)
    : m_signs(&signs), m_outer(m_signs->tellOf({{hostNow(), expected.time, patienceFor(expected)}})) {}

void SignsOfLife::end() {
  if (m_signs) std::exchange(m_signs, nullptr)->tellOf(m_outer);
}

Result<void> waitPatiently(Stream& stream, ExpectedTime expected, const RunProgress& progress) {
  constexpr Duration kShort{500'000'000};
  if (expected.time <= kShort) return stream.synchronize();
  const SignsOfLife signs(expected, progress);
  return stream.synchronize();
}

}  // namespace strata::inline workloads
