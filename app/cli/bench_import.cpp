#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "app/cli/bench_figures.h"
#include "app/cli/bench_file.h"
#include "app/cli/heap_peak.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/importer.h"
#include "engine/interchange/synthetic_session.h"

namespace strata::inline cli {
namespace {

constexpr std::uint64_t kImportedEvents = 1'000'000;

struct ImportBench {
  double seconds = 0;  ///< the median of three, from opening the file to the snapshot
  double events = 0, megabytes = 0;
  double peakBytes = 0;  ///< of the heap for an event
};

Result<BenchFile> write(const Exporter& exporter, bool arguments) {
  STRATA_ASSIGN(BenchFile file, BenchFile::make(exporter.extension));
  STRATA_TRY(exporter.write(*syntheticSession({kImportedEvents, arguments}), file.path()));
  return file;
}

Result<ImportBench> benchImport(const BenchFile& file) {
  ImportBench bench;
  bench.megabytes = file.megabytes();
  std::array<double, 3> seconds{};
  for (double& one : seconds) {
    const std::size_t before = heapBytes();
    const HeapPeak peak;
    const auto begin = std::chrono::steady_clock::now();
    TraceStore store;
    STRATA_TRY(readAnyTrace(file.path(), store));
    const auto snapshot = store.snapshot();
    one = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    bench.events = static_cast<double>(snapshot->totals().slices + snapshot->totals().counters);
    bench.peakBytes = static_cast<double>(peak.bytes() - before) / bench.events;
  }
  std::sort(seconds.begin(), seconds.end());
  bench.seconds = seconds[1];
  return bench;
}

Result<void> addFigures(BenchFigures& figures, const std::string& title, std::string_view format) {
  const Exporter& exporter = *findExporter(format);
  STRATA_ASSIGN(const auto full, write(exporter, true));
  STRATA_ASSIGN(const ImportBench speed, benchImport(full));
  STRATA_ASSIGN(const auto bare, write(exporter, false));
  STRATA_ASSIGN(const ImportBench memory, benchImport(bare));
  figures.push_back(benchFigure(title + " import", speed.events * 1e-6 / speed.seconds, "million/s"));
  figures.push_back(benchFigure(title + " import, bytes", speed.megabytes / speed.seconds, "MB/s"));
  figures.push_back(benchFigure(title + " import, memory for an event at the peak, without names and arguments",
                                memory.peakBytes, "bytes"));
  figures.back().atMost = kMostBytesPerEvent;
  return {};
}

}  // namespace

Result<BenchFigures> importFigures() {
  BenchFigures figures;
  STRATA_TRY(addFigures(figures, "JSON", "chrome"));
  STRATA_TRY(addFigures(figures, "Perfetto", "perfetto"));
  return figures;
}

}  // namespace strata::inline cli
