#include <algorithm>
#include <chrono>
#include <vector>

#include "app/canvas/nothing_canvas.h"
#include "app/cli/bench_figures.h"
#include "app/cli/bench_file.h"
#include "app/cli/bench_table.h"
#include "app/cli/heap_peak.h"
#include "app/views/timeline/timeline_view.h"
#include "engine/base/median.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/synthetic_session.h"
#include "engine/trace/perfetto_reader.h"

namespace strata::inline cli {
namespace {

constexpr std::uint64_t kTimelineEvents = 10'000'000;
constexpr double kMostOpenSeconds = 3, kMostMedianMs = 4, kMostP99Ms = 8;
constexpr Rect kArea{0, 0, 1280, 640};
constexpr int kPlaces = 12;  // at each zoom
constexpr double kZoomStep = 2;
constexpr Duration kDeepest{1000};

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// One frame at each place of each zoom, from the whole session to a microsecond; milliseconds, sorted.
std::vector<double> frameTimes(const std::shared_ptr<const TraceSnapshot>& snapshot) {
  ViewState state;
  state.session.snapshot = snapshot;
  const TimeRange whole = *snapshot->bounds();
  state.sight.now = whole.end;
  std::vector<double> times;
  NothingCanvas canvas;
  timelineView().draw(canvas, kArea, state);  // fonts are read now
  for (double span = static_cast<double>(whole.length().ns); span >= static_cast<double>(kDeepest.ns);
       span /= kZoomStep)
    for (int place = 0; place < kPlaces; ++place) {
      const double room = static_cast<double>(whole.length().ns) - span;
      const HostTime begin = whole.begin + Duration{static_cast<std::int64_t>(room * place / (kPlaces - 1))};
      state.sight.range = {begin, begin + Duration{static_cast<std::int64_t>(span)}};
      const auto started = std::chrono::steady_clock::now();
      timelineView().draw(canvas, kArea, state);
      times.push_back(secondsSince(started) * 1e3);
    }
  std::ranges::sort(times);
  return times;
}

}  // namespace

Result<BenchFigures> timelineFigures() {
  STRATA_ASSIGN(const BenchFile file, BenchFile::make("pftrace"));
  STRATA_TRY(findExporter("perfetto")->write(*syntheticSession({kTimelineEvents, /*arguments=*/false}), file.path()));
  const std::size_t before = heapBytes();
  const auto started = std::chrono::steady_clock::now();
  TraceStore store;
  STRATA_TRY(readSession(file.path(), store));
  const auto snapshot = store.snapshot();
  const double open = secondsSince(started);
  const auto events = static_cast<double>(snapshot->totals().slices + snapshot->totals().counters);
  const double bytes = static_cast<double>(heapBytes() - before) / events;
  const std::vector<double> times = frameTimes(snapshot);
  BenchFigures figures{
      {"opening a session of ten million events", open, "s", Provenance::Measured, kMostOpenSeconds, std::nullopt},
      {"memory for an event, without names and arguments", bytes, "bytes", Provenance::Measured, kMostBytesPerEvent,
       std::nullopt},
      {"building a frame, median", times[medianPlace(times.size())], "ms", Provenance::Measured, kMostMedianMs,
       std::nullopt},
      {"building a frame, 99 % take at most", times[p99Place(times.size())], "ms", Provenance::Measured, kMostP99Ms,
       std::nullopt},
      {"frames, from the whole to a microsecond", static_cast<double>(times.size()), "frames", Provenance::Counted,
       std::nullopt, std::nullopt},
      {"events", events, "events", Provenance::Counted, std::nullopt, std::nullopt}};
  const BenchFigures ofTable = tableFigures(snapshot);
  figures.insert(figures.end(), ofTable.begin(), ofTable.end());
  return figures;
}

}  // namespace strata::inline cli
