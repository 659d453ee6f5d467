#include "app/studio/measurements.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "app/studio/main_window.h"
#include "app/studio/scene.h"
#include "app/studio/timeline_widget.h"
#include "engine/base/median.h"

namespace strata::inline studio {
namespace {

constexpr int kTurnMs = 5, kIdleMs = 10'000, kSettleMs = 2'000;

double processorMs() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto ms = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

/// Since the kernel started this process; it counts that in hundredths of a second.
double processAgeMs() {
  constexpr int kStartTime = 22, kBehindName = 3;
  std::string line;
  std::getline(std::ifstream("/proc/self/stat"), line);
  std::istringstream fields(line.substr(line.rfind(')') + 2));
  std::string field;
  for (int i = kBehindName; i <= kStartTime; ++i) fields >> field;
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const double begun = std::stod(field) * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6 - begun;
}

/// The memory this process holds now, in MB.
double memoryMb() {
  std::ifstream in("/proc/self/smaps_rollup");
  for (std::string word; in >> word;)
    if (double kib = 0; word == "Rss:" && in >> kib) return kib * 1024 / 1e6;
  return 0;
}

}  // namespace

Measurements::Measurements(MainWindow& window) : QObject(&window), m_window(window) {
  connect(&window.scene().timelineWidget(), &QOpenGLWidget::frameSwapped, this, &Measurements::frameShown);
  connect(&m_turns, &QTimer::timeout, this, &Measurements::noteTurn);
  m_turns.setTimerType(Qt::PreciseTimer);
  m_turns.start(kTurnMs);
}

void Measurements::frameShown() {
  if (!m_firstFrameMs) m_firstFrameMs = processAgeMs();
  const auto& snapshot = m_window.scene().state().session.snapshot;
  if (!snapshot || snapshot == m_shown) return;
  m_shown = snapshot;
  noteLatencies(*snapshot);
}

// What comes from a file is not live.
void Measurements::noteLatencies(const TraceSnapshot& snapshot) {
  const bool live = m_window.session().agentAlive();
  const HostTime now = hostNow();
  m_seen.resize(snapshot.tracks().size());
  for (std::uint32_t track = 0; track < m_seen.size(); ++track) {
    m_seen[track].resize(snapshot.rowCount(track));
    for (std::uint32_t row = 0; row < m_seen[track].size(); ++row) {
      const RowView& events = snapshot.row(track, row);
      for (std::size_t& seen = m_seen[track][row]; seen < events.size(); ++seen)
        if (live) m_latenciesMs.push_back(static_cast<double>((now - events[seen].end()).ns) / 1e6);
    }
  }
}

void Measurements::noteTurn() {
  if (m_sinceTurn.isValid())
    m_longestTurnMs = std::max(m_longestTurnMs, static_cast<double>(m_sinceTurn.nsecsElapsed()) / 1e6 - kTurnMs);
  if (m_firstFrameMs) m_sinceTurn.start();
}

void Measurements::finish(const std::function<void()>& done) {
  m_turns.stop();
  QTimer::singleShot(kSettleMs, this, [this, done] {
    QTimer::singleShot(kIdleMs, this, [this, done, before = processorMs()] {
      print(processorMs() - before);
      done();
    });
  });
}

void Measurements::print(double idleMs) const {
  std::printf("first frame after start       %8.0f ms (measured)\n", m_firstFrameMs.value_or(0));
  std::printf("longest turn of the window    %8.0f ms (measured)\n", m_longestTurnMs);
  std::printf("memory held                   %8.1f MB (measured)\n", memoryMb());
  std::printf("processor, %2d s without news  %8.1f ms (measured)\n", kIdleMs / 1000, idleMs);
  if (m_latenciesMs.empty()) return;
  std::vector<double> sorted = m_latenciesMs;
  std::ranges::sort(sorted);
  std::printf("event to screen, median       %8.0f ms (measured)\n", sorted[medianPlace(sorted.size())]);
  if (sorted.size() >= kLeastForP99)
    std::printf("event to screen, 99 %%         %8.0f ms (measured)\n", sorted[p99Place(sorted.size())]);
  std::printf("event to screen, longest      %8.0f ms (measured)\n", sorted.back());
  std::printf("events                        %8zu (counted)\n", sorted.size());
}

}  // namespace strata::inline studio
