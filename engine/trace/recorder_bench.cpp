#include "engine/trace/recorder_bench.h"

#include <algorithm>
#include <vector>

#include "engine/base/median.h"
#include "engine/trace/recorder_impl.h"

namespace strata::inline trace {
namespace {

void recordSlices(TraceRecorder& recorder, NameId name, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    recorder.begin(Storey::Runtime, name);
    recorder.end();
  }
}

void empty(TraceRecorder& recorder) {
  for (const auto& thread : RecorderConsumer::of(recorder).threads()) thread->ring.popTo(thread->ring.last());
}

void measureCost(RecorderBench& bench) {
  TraceRecorder recorder;
  const NameId name = recorder.intern("slice");
  recordSlices(recorder, name, bench.slicesPerBatch);
  std::vector<double> cost;
  cost.reserve(bench.batches);
  for (std::size_t i = 0; i < bench.batches; ++i) {
    empty(recorder);
    const HostTime begin = hostNow();
    recordSlices(recorder, name, bench.slicesPerBatch);
    cost.push_back(static_cast<double>((hostNow() - begin).ns) / static_cast<double>(bench.slicesPerBatch));
  }
  std::sort(cost.begin(), cost.end());
  bench.medianNs = cost[medianPlace(cost.size())];
  bench.p99Ns = cost[p99Place(cost.size())];
  bench.tsc = HostClockSync::usesTsc();
  bench.clockErrorNs = recorder.clock().errorNs();
}

void countDrops(RecorderBench& bench) {
  TraceRecorder recorder({.recordsPerThread = 1024});
  bench.offered = 10'000;
  recordSlices(recorder, recorder.intern("slice"), bench.offered);
  for (const auto& thread : RecorderConsumer::of(recorder).threads()) {
    bench.kept += (thread->ring.last() - thread->ring.first()) / 2;
    for (const DropCount& drops : thread->drops) bench.dropped += drops.load();
  }
}

}  // namespace

RecorderBench measureRecorder(std::size_t batches, std::size_t slicesPerBatch) {
  RecorderBench bench;
  bench.batches = std::max<std::size_t>(batches, 1);
  bench.slicesPerBatch = std::max<std::size_t>(slicesPerBatch, 1);
  measureCost(bench);
  countDrops(bench);
  return bench;
}

}  // namespace strata::inline trace
