#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_store.h"
#include "engine/trace/trace_writer.h"
#include "layers/common/current_call.h"
#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/gpu/profiler.h"
#include "tests/kernels/test_device.h"
#include "tests/layers/recorded_session.h"

// The vendor's profiler, live: ten thousand launches, each followed by a wait. Every kernel has to be linked to its
// launch and to lie between the launch's begin and the wait's end, on one clock.

namespace strata {
namespace {

using test::eventsWhere;

constexpr int kTrials = 10'000, kTrialsPerFlush = 100;
constexpr double kLeastInside = 0.999;
constexpr std::int64_t kMostErrorNs = 2'000;  ///< of 95 in 100 mappings, with CUPTI

/// A file that is gone with the object.
class TraceFile {
 public:
  TraceFile() : m_fd(mkstemp(m_path.data())) {}
  ~TraceFile() {
    close(m_fd);
    unlink(m_path.c_str());
  }
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  int fd() const { return m_fd; }
  std::shared_ptr<const TraceSnapshot> read() const {
    TraceStore store;
    EXPECT_TRUE(readSession(m_path, store).ok());
    return store.snapshot();
  }

 private:
  std::string m_path = (std::string(std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") + "/strata-clock-XXXXXX");
  int m_fd;
};

/// Launches and waits; returns the clock error that was stated after each flush.
std::vector<std::int64_t> runTrials(Device& device, TraceRecorder& recorder, GpuObservation& observation) {
  std::vector<std::int64_t> errors;
  auto stream = std::move(device.createStream()).value();
  auto buffer = std::move(device.allocate(1024 * sizeof(float), MemoryKind::Device)).value();
  float* data = static_cast<float*>(buffer->data());
  int count = 1024;
  void* arguments[] = {&data, &count};
  for (int i = 1; i <= kTrials; ++i) {
    const CallScope call(recorder.newCall());
    EXPECT_TRUE(stream->launch(gpuConformanceKernels().addOne, {{4, 1, 1}, {256, 1, 1}, 0}, arguments).ok());
    EXPECT_TRUE(stream->synchronize().ok());
    if (i % kTrialsPerFlush != 0) continue;
    observation.settle();
    errors.push_back(recorder.clockErrorNs());
  }
  return errors;
}

/// Where each call's wait ends.
std::map<CallId, HostTime> waitEnds(const TraceSnapshot& snapshot) {
  std::map<CallId, HostTime> ends;
  for (const TraceEvent& wait : eventsWhere(snapshot, [&](const TraceEvent& e) {
         return e.storey == Storey::Runtime &&
                snapshot.name(e.name).find("StreamSynchronize") != std::string_view::npos;
       }))
    ends[wait.call] = std::max(ends[wait.call], wait.end());
  return ends;
}

TEST(GpuClock, KernelsLieBetweenTheirLaunchAndTheEndOfTheWait) {
  prepareProfiler();
  auto opened = openTestDevice();
  if (!opened.ok()) GTEST_SKIP() << opened.error().message;
  const auto device = std::move(opened).value();
  const TraceFile file;
  std::vector<std::int64_t> errors;
  {
    TraceRecorder recorder;
    TraceWriter writer(recorder, {.fd = file.fd(), .run = 7});
    const auto observation = openProfiler(*device, recorder);
    if (!observation->seesDriver()) GTEST_SKIP() << observation->describe();
    errors = runTrials(*device, recorder, *observation);
    writer.close();
  }
  const auto snapshot = file.read();
  EXPECT_EQ(snapshot->totals().dropped, 0u);
  const auto kernels = eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Kernel; });
  ASSERT_EQ(kernels.size(), static_cast<std::size_t>(kTrials));
  const auto ends = waitEnds(*snapshot);
  int inside = 0;
  for (const TraceEvent& kernel : kernels) {
    ASSERT_TRUE(snapshot->launchOf(kernel.correlation).has_value());
    const TraceEvent& launch = snapshot->event(*snapshot->launchOf(kernel.correlation));
    ASSERT_TRUE(ends.contains(kernel.call));
    if (launch.begin <= kernel.begin && kernel.end() <= ends.at(kernel.call)) ++inside;
  }
  EXPECT_GE(inside, kLeastInside * kTrials);
  std::ranges::sort(errors);
  const std::int64_t p95 = errors[errors.size() * 95 / 100];
  RecordProperty("clock_error_p95_ns", std::to_string(p95));
  RecordProperty("kernels_inside", inside);
  if (device->info().backend == "cuda") {
    EXPECT_LE(p95, kMostErrorNs);
  }
}

}  // namespace
}  // namespace strata
