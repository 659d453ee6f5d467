#include "loop_watch.h"

#include <algorithm>
#include <utility>

namespace strata {
namespace {

constexpr int kBeatMs = 20;

}  // namespace

LoopWatch::LoopWatch() {
  QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
  m_sinceBeat.start();
  m_timer.start(kBeatMs);
}

void LoopWatch::beat() {
  m_longest = std::max(m_longest, m_sinceBeat.restart() - kBeatMs);
}

qint64 LoopWatch::takeLongest() {
  beat();
  return std::exchange(m_longest, 0);
}

}  // namespace strata
