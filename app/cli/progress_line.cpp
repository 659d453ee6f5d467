#include "app/cli/progress_line.h"
#include "app/cli/print.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>

#include "app/still/printable.h"

namespace strata::inline cli {

ProgressLine::ProgressLine() : m_terminal(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (m_terminal && !m_last.empty()) remark("\r\x1b[K");
}

void ProgressLine::show(const Answer& progress) {
  constexpr int kBar = 24;
  const double fraction = std::isfinite(progress.fraction) ? std::min(std::max(progress.fraction, 0.0), 1.0) : 0.0;
  const std::string message = printable(progress.message);
  if (m_terminal) {
    const auto filled = static_cast<std::size_t>(std::lround(fraction * kBar));
    remark("\r\x1b[K[{}{}] {:3.0f} %  {}", std::string(filled, '='), std::string(kBar - filled, ' '), fraction * 100,
           message);
  } else if (message != m_last) {
    remark("{:3.0f} %  {}\n", fraction * 100, message);
  }
  m_last = message;
}

void ProgressLine::showEndless(const Answer& progress, std::uint64_t frames, Duration running) {
  const std::string message = printable(progress.message);
  const std::string made = frames > 0 ? fmt::format(", {} made", frames) : "";
  if (m_terminal) {
    remark("\r\x1b[K{}{}, {:.0f} s so far", message, made, std::floor(running.seconds()));
  } else if (message != m_last) {
    remark("{}\n", message);
  }
  m_last = message;
}

}  // namespace strata::inline cli
