#pragma once

#include <cstdint>
#include <string>

#include "engine/base/time.h"
#include "engine/protocol/request.h"

namespace strata::inline cli {

/// Shows on standard error how far a run is: one line drawn over itself on a terminal, else a line for each new
/// message.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();  ///< clears the line on a terminal
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Answer& progress);
  /// Of frames that are made until somebody stops them: how many, where that is known (else 0), and for how long.
  void showEndless(const Answer& progress, std::uint64_t frames, Duration running);

 private:
  bool m_terminal = false;
  std::string m_last;
};

}  // namespace strata::inline cli
