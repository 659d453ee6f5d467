#include <algorithm>

#include "app/cli/allocation_count.h"
#include "app/cli/bench_figures.h"
#include "engine/base/median.h"
#include "engine/trace/recorder_bench.h"
#include "engine/trace/store_bench.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline cli {
namespace {

constexpr int kSlices = 10'000;
constexpr std::uint64_t kStoreEvents = 1'000'000;
constexpr int kStoreRepeats = 3;

BenchFigure atMost(BenchFigure figure, double limit) {
  figure.atMost = limit;
  return figure;
}

BenchFigure atLeast(BenchFigure figure, double limit) {
  figure.atLeast = limit;
  return figure;
}

/// Of a thread that has recorded before, in full and in empty buffers.
std::uint64_t allocationsWhileRecording() {
  TraceRecorder recorder({kSlices});
  const NameId name = recorder.intern("slice");
  { const TraceScope first(recorder, Storey::Runtime, name); }
  const std::uint64_t before = allocationCount();
  for (int i = 0; i < kSlices; ++i) const TraceScope slice(recorder, Storey::Runtime, name);
  return allocationCount() - before;
}

}  // namespace

BenchFigure benchFigure(std::string name, double value, std::string unit, Provenance kind) {
  return {std::move(name), value, std::move(unit), kind, std::nullopt, std::nullopt};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[medianPlace(values.size())];
}

Result<BenchFigures> recorderFigures() {
  const RecorderBench bench = measureRecorder();
  const auto counted = [](std::string name, std::uint64_t value, std::string unit) {
    return benchFigure(std::move(name), static_cast<double>(value), std::move(unit), Provenance::Counted);
  };
  return BenchFigures{
      atMost(benchFigure("begin + end, median", bench.medianNs, "ns"), 25),
      benchFigure("begin + end, 99 % take at most", bench.p99Ns, "ns"),
      atMost(counted("allocations while recording", allocationsWhileRecording(), "allocations"), 0),
      counted("offered to a full buffer", bench.offered, "slices"),
      counted("kept", bench.kept, "slices"),
      counted("dropped and counted", bench.dropped, "slices"),
      atMost(counted("lost without being counted", bench.offered - bench.kept - bench.dropped, "slices"), 0),
      benchFigure("clock error", static_cast<double>(bench.clockErrorNs), "ns")};
}

Result<BenchFigures> storeFigures() {
  const StoreBench bench = benchStore(kStoreEvents, kStoreRepeats);
  return BenchFigures{atLeast(benchFigure("events read", bench.eventsPerSecond * 1e-6, "million/s"), 2),
                      atMost(benchFigure("memory for an event", bench.bytesPerEvent, "bytes"), 64),
                      benchFigure("events", static_cast<double>(bench.events), "events", Provenance::Counted),
                      benchFigure("stream", static_cast<double>(bench.streamBytes) * 1e-6, "MB", Provenance::Counted)};
}

}  // namespace strata::inline cli
