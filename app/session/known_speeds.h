#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/session_messages.h"

namespace strata::inline session {

/// What earlier runs of this machine's devices measured, newest last; from one session to the next, so that a first run
/// can be forecast, too. Only experiment, device, parameters and times are kept.
class KnownSpeeds {
 public:
  /// As toText() wrote it; what makes no sense is left out.
  static KnownSpeeds fromText(std::string_view text);
  std::string toText() const;

  /// Takes the place of a run of the same experiment and parameters on the same device.
  void add(const RunRecord& run);
  const std::vector<RunRecord>& runs() const { return m_runs; }

 private:
  std::vector<RunRecord> m_runs;
};

}  // namespace strata::inline session
