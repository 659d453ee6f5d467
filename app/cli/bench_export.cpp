#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "app/cli/bench_figures.h"
#include "app/cli/bench_file.h"
#include "app/cli/heap_peak.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/synthetic_session.h"

namespace strata::inline cli {
namespace {

constexpr std::uint64_t kExportedEvents = 1'000'000;
constexpr double kLeastJsonRate = 150, kLeastPerfettoRate = 2;

struct ExportBench {
  double seconds = 0;  ///< the median of three
  double megabytes = 0;
};

Result<ExportBench> benchExport(const Exporter& exporter, const TraceSnapshot& snapshot) {
  STRATA_ASSIGN(const BenchFile file, BenchFile::make(exporter.extension));
  std::array<double, 3> seconds{};
  for (double& one : seconds) {
    const auto begin = std::chrono::steady_clock::now();
    STRATA_TRY(exporter.write(snapshot, file.path()));
    one = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::sort(seconds.begin(), seconds.end());
  return ExportBench{seconds[1], file.megabytes()};
}

/// Heap at its peak while a session without arguments, of few names, is held and written.
Result<double> peakBytesPerEvent() {
  const std::size_t before = heapBytes();
  const auto snapshot = syntheticSession({kExportedEvents, /*arguments=*/false});
  const HeapPeak peak;
  for (const std::string_view name : {"chrome", "perfetto"}) {
    const Exporter& exporter = *findExporter(name);
    STRATA_ASSIGN(const BenchFile file, BenchFile::make(exporter.extension));
    STRATA_TRY(exporter.write(*snapshot, file.path()));
  }
  const auto& totals = snapshot->totals();
  return static_cast<double>(peak.bytes() - before) / static_cast<double>(totals.slices + totals.counters);
}

}  // namespace

Result<BenchFigures> exportFigures() {
  const auto snapshot = syntheticSession({kExportedEvents});
  const auto events = static_cast<double>(snapshot->totals().slices + snapshot->totals().counters);
  STRATA_ASSIGN(const ExportBench json, benchExport(*findExporter("chrome"), *snapshot));
  STRATA_ASSIGN(const ExportBench perfetto, benchExport(*findExporter("perfetto"), *snapshot));
  STRATA_ASSIGN(const double bytes, peakBytesPerEvent());
  BenchFigures figures{benchFigure("JSON export", json.megabytes / json.seconds, "MB/s"),
                       benchFigure("JSON export, events", events * 1e-6 / json.seconds, "million/s"),
                       benchFigure("Perfetto export", events * 1e-6 / perfetto.seconds, "million/s"),
                       benchFigure("Perfetto export, bytes", perfetto.megabytes / perfetto.seconds, "MB/s"),
                       benchFigure("memory for an event at the peak, without names and arguments", bytes, "bytes"),
                       benchFigure("events", events, "events", Provenance::Counted)};
  figures[0].atLeast = kLeastJsonRate;
  figures[2].atLeast = kLeastPerfettoRate;
  figures[4].atMost = kMostBytesPerEvent;
  return figures;
}

}  // namespace strata::inline cli
