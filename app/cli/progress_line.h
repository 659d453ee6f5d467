#pragma once

#include <string>

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

 private:
  bool m_terminal = false;
  std::string m_last;
};

}  // namespace strata::inline cli
