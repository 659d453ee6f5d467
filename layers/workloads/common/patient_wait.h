#pragma once

#include <optional>

#include "engine/device/device.h"
#include "layers/workloads/common/life_signs.h"
#include "layers/workloads/common/run_progress.h"

namespace strata::inline workloads {

/// How long work on a device should take.
struct ExpectedTime {
  Duration time;
  bool measured = false;  ///< by an earlier repeat; otherwise a guess
};

/// How long one wait may count as alive only because time passes: ten times as long as expected, at most 2 minutes, or
/// 1 minute where it is a guess.
Duration patienceFor(ExpectedTime expected);

/// Gives signs of life of `progress`, from a thread of its own, until it is ended or patienceFor(expected) has passed:
/// after that, silence, so that whoever watches for hung devices can do so. Within another one it takes its place.
/// `progress` must outlive it.
class SignsOfLife {
 public:
  SignsOfLife(ExpectedTime expected, const RunProgress& progress) : SignsOfLife(expected, progress.signs()) {}
  SignsOfLife(ExpectedTime expected, LifeSigns& signs);
  ~SignsOfLife() { end(); }
  SignsOfLife(const SignsOfLife&) = delete;
  SignsOfLife& operator=(const SignsOfLife&) = delete;
  void end();

 private:
  LifeSigns* m_signs;  ///< null: it was ended
  std::optional<LifeSigns::Work> m_outer;
};

/// How long a compiler may take for a kernel that somebody brought: it is ended before patience is.
inline constexpr ExpectedTime kCompileTime{Duration{5'000'000'000}, false};
/// How long the host may be at work between two words of a run: for inputs, for the model of a GPU.
inline constexpr ExpectedTime kHostWorkTime{Duration{10'000'000'000}, false};

/// Synchronizes the stream. Meanwhile what is expected to take long gives SignsOfLife.
Result<void> waitPatiently(Stream& stream, ExpectedTime expected, const RunProgress& progress);

}  // namespace strata::inline workloads
