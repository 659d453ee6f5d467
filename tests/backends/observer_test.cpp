#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <map>
#include <mutex>
#include <new>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/backends/null/null_device.h"
#include "engine/base/shared_memory.h"
#include "kernels/compat/device.h"

namespace strata {
namespace {

__global__ void touch(int* data) {
  data[blockIdx.x] = 1;
}

__global__ void abandonAll(WorkControl* control) {
  control->abandon();
}

__global__ void print(int lines) {
  for (int i = 0; i < lines; ++i) printf("%s %d of %.1f\n", "line", i, lines + 0.5f);
}

__global__ void printLong(int bytes) {
  printf("%*d", bytes, 7);
}

struct Heard {
  std::string name;
  ApiDomain domain = ApiDomain::Runtime;
  std::string inside;  ///< name of the call around it
  std::uint64_t token = 0;
};

/// Writes down what it hears and checks that calls and work nest on every thread.
class Listener final : public DeviceObserver {
 public:
  std::uint64_t apiBegin(ApiDomain domain, const char* name) override {
    std::lock_guard lock(m_mutex);
    auto& open = m_open[std::this_thread::get_id()];
    calls.push_back({name, domain, open.empty() ? "" : open.back(), calls.size() + 1});
    open.emplace_back(name);
    if (std::string_view(name) == "futex(FUTEX_WAIT)") waiting.release();
    return calls.size();
  }
  void apiEnd(ApiDomain domain) override {
    std::lock_guard lock(m_mutex);
    auto& open = m_open[std::this_thread::get_id()];
    ASSERT_FALSE(open.empty());
    const auto last = std::find_if(calls.rbegin(), calls.rend(), [&](const Heard& h) { return h.name == open.back(); });
    EXPECT_EQ(last->domain, domain);
    open.pop_back();
  }
  void workBegin(const DeviceWork& w) override {
    std::lock_guard lock(m_mutex);
    EXPECT_TRUE(m_running.emplace(w.token, std::string(w.name)).second);
    work.push_back(w);
    workNames.emplace_back(w.name);
  }
  void workEnd(const DeviceWork& w) override {
    std::lock_guard lock(m_mutex);
    EXPECT_EQ(m_running[w.token], w.name);
    m_running.erase(w.token);
  }
  void workAbandoned(const DeviceWork& w) override {
    abandoned.emplace_back(w.name);
    workEnd(w);
  }
  void workDone(const DeviceWork&, HostTime, Duration) override {
    ADD_FAILURE() << "the CPU device tells of work live";
  }
  void clockError(Duration) override { ADD_FAILURE() << "the CPU device has the host's clock"; }
  void memory(MemoryKind kind, const void*, std::int64_t bytes, std::uint64_t total) override {
    std::lock_guard lock(m_mutex);
    m_totals[kind] += static_cast<std::uint64_t>(bytes);
    EXPECT_EQ(m_totals[kind], total);
    if (bytes < 0) callsBeforeFreed = calls.size();
  }

  void printed(const PrintedLine& line) override {
    std::lock_guard lock(m_mutex);
    lines.push_back({nameOf(line.token), line.block, line.thread, std::string(line.text), line.leftOut});
  }

  bool quiet() {
    std::lock_guard lock(m_mutex);
    return m_running.empty() && std::ranges::all_of(m_open, [](const auto& each) { return each.second.empty(); });
  }
  std::uint64_t total(MemoryKind kind) { return m_totals[kind]; }
  bool heard(const std::string& name, const std::string& inside) {
    std::lock_guard lock(m_mutex);
    return std::ranges::any_of(calls, [&](const Heard& h) { return h.name == name && h.inside == inside; });
  }
  std::string nameOf(std::uint64_t token) { return calls.at(token - 1).name; }

  struct Line {
    std::string launchedBy;
    Dim3 block, thread;
    std::string text;
    std::uint64_t leftOut;
  };
  std::vector<Line> lines;
  std::vector<Heard> calls;
  std::vector<DeviceWork> work;  ///< their names are in workNames
  std::vector<std::string> workNames, abandoned;
  std::size_t callsBeforeFreed = 0;      ///< heard when memory was last said to be freed
  std::counting_semaphore<> waiting{0};  ///< once for each futex wait

 private:
  std::mutex m_mutex;
  std::map<std::thread::id, std::vector<std::string>> m_open;
  std::map<std::uint64_t, std::string> m_running;
  std::map<MemoryKind, std::uint64_t> m_totals;
};

struct Bench {
  Listener listener;
  std::unique_ptr<Device> device = std::move(openCpuDevice(0, {.memoryBytes = 0, .workers = 2})).value();
  Bench() { device->setObserver(&listener); }

  std::unique_ptr<Buffer> allocate(std::size_t bytes, MemoryKind kind) {
    return std::move(device->allocate(bytes, kind)).value();
  }
};

/// It has no room for what begins, once.
class ListenerWithoutRoom final : public DeviceObserver {
 public:
  std::uint64_t apiBegin(ApiDomain, const char*) override { return 0; }
  void apiEnd(ApiDomain) override {}
  void workBegin(const DeviceWork&) override {
    if (!std::exchange(m_refused, true)) throw std::bad_alloc();
  }
  void workEnd(const DeviceWork&) override {}
  void workDone(const DeviceWork&, HostTime, Duration) override {}
  void clockError(Duration) override {}
  void memory(MemoryKind, const void*, std::int64_t, std::uint64_t) override {}

 private:
  bool m_refused = false;
};

TEST(CpuObserver, WhereItHasNoMemoryTheWorkFailsForThatAndTheStreamGoesOn) {
  ListenerWithoutRoom listener;
  auto device = std::move(openCpuDevice(0, {.memoryBytes = 0, .workers = 2})).value();
  device->setObserver(&listener);
  auto stream = std::move(device->createStream()).value();
  int data = 0;
  int* place = &data;
  void* touched[] = {&place};
  const LaunchShape shape{{1, 1, 1}, {1, 1, 1}, 0};
  ASSERT_TRUE(stream->launch(kernelEntry<touch>("first"), shape, touched).ok());
  const auto failed = stream->synchronize();
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::OutOfMemory);
  EXPECT_EQ(failed.error().message,
            "\"first\" on the CPU device failed: there is not enough memory. Try a smaller size.");
  ASSERT_TRUE(stream->launch(kernelEntry<touch>("second"), shape, touched).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(data, 1);
}

TEST(CpuObserver, AWaitIsWorkOfTheQueueAndASignalACall) {
  Bench bench;
  auto stream = std::move(bench.device->createStream()).value();
  const UniqueFd page = makeSharedMemory("test", 4096).value();
  Interop& interop = *bench.device->interop();
  auto timeline = interop.importTimeline({SharedKind::HostTimeline, page.get(), 0}).value();
  ASSERT_TRUE(interop.signal(*stream, *timeline, 5).ok());
  ASSERT_TRUE(interop.wait(*stream, *timeline, 5).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  ASSERT_EQ(bench.listener.work.size(), 1u);
  const DeviceWork& wait = bench.listener.work[0];
  EXPECT_EQ(wait.kind, WorkKind::Wait);
  EXPECT_EQ(wait.value, 5u);
  EXPECT_EQ(wait.stream, stream->number());
  EXPECT_EQ(bench.listener.workNames[0], "queue wait");
  EXPECT_EQ(bench.listener.nameOf(wait.token), "strataStreamWaitValue32");
  EXPECT_TRUE(bench.listener.heard("strataStreamWriteValue32", ""));
  EXPECT_TRUE(bench.listener.heard("futex(FUTEX_WAKE)", ""));
  EXPECT_TRUE(bench.listener.heard("mmap", "strataHostRegister"));
  EXPECT_TRUE(bench.listener.quiet());
}

TEST(CpuObserver, HearsWhichKernelWasAbandonedAndNothingOfThoseBehindIt) {
  WorkControl control;
  Bench bench;
  bench.device->setControl(&control);
  auto stream = std::move(bench.device->createStream()).value();
  int data = 0;
  int* place = &data;
  WorkControl* given = &control;
  void *touched[] = {&place}, *stopping[] = {&given};
  const LaunchShape shape{{1, 1, 1}, {1, 1, 1}, 0};
  ASSERT_TRUE(stream->launch(kernelEntry<touch>("whole"), shape, touched).ok());
  ASSERT_TRUE(stream->launch(kernelEntry<abandonAll>("stopped"), shape, stopping).ok());
  ASSERT_TRUE(stream->launch(kernelEntry<touch>("behind"), shape, touched).ok());
  EXPECT_FALSE(stream->synchronize().ok());
  EXPECT_EQ(bench.listener.workNames, (std::vector<std::string>{"whole", "stopped"}));
  EXPECT_EQ(bench.listener.abandoned, (std::vector<std::string>{"stopped"}));
}

TEST(CpuObserver, HearsWhatAKernelPrints) {
  Bench bench;
  auto stream = std::move(bench.device->createStream()).value();
  int lines = 2;
  void* arguments[] = {&lines};
  ASSERT_TRUE(stream->launch(kernelEntry<print>("print"), {{3, 1, 1}, {2, 2, 1}, 0}, arguments).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  ASSERT_EQ(bench.listener.lines.size(), 24u);
  std::map<std::string, int> places;
  for (const Listener::Line& line : bench.listener.lines) {
    EXPECT_TRUE(line.text == "line 0 of 2.5" || line.text == "line 1 of 2.5") << line.text;
    EXPECT_EQ(line.launchedBy, "strataLaunchKernel");
    ++places[std::to_string(line.block.x) + " " + std::to_string(line.thread.x) + " " + std::to_string(line.thread.y)];
  }
  EXPECT_EQ(places.size(), 12u);
  EXPECT_EQ(places["2 1 0"], 2);
}

TEST(CpuObserver, LinesThatAreTooManyAreCountedAndOneThatIsTooLongIsCut) {
  Bench bench;
  auto stream = std::move(bench.device->createStream()).value();
  int lines = 700;
  void* arguments[] = {&lines};
  ASSERT_TRUE(stream->launch(kernelEntry<print>("print"), {{2, 1, 1}, {1, 1, 1}, 0}, arguments).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  ASSERT_EQ(bench.listener.lines.size(), 1001u);
  EXPECT_EQ(bench.listener.lines.back().leftOut, 400u);
  bench.listener.lines.clear();
  lines = 5000;
  ASSERT_TRUE(stream->launch(kernelEntry<printLong>("printLong"), {{1, 1, 1}, {1, 1, 1}, 0}, arguments).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  ASSERT_EQ(bench.listener.lines.size(), 1u);
  EXPECT_EQ(bench.listener.lines[0].text, std::string(255, ' '));
}

TEST(CpuObserver, TokensLeadFromWorkToTheCallThatAskedForIt) {
  Bench bench;
  auto stream = std::move(bench.device->createStream()).value();
  auto memory = bench.allocate(4096, MemoryKind::Device);
  auto host = bench.allocate(4096, MemoryKind::Pageable);
  auto* data = static_cast<int*>(memory->data());
  void* arguments[] = {&data};
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(stream->launch(kernelEntry<touch>("touch"), {{8, 1, 1}, {1, 1, 1}, 0}, arguments).ok());
  ASSERT_TRUE(stream->launchHost("sgemm", [] {}).ok());
  ASSERT_TRUE(stream->copy(*host, *memory, 100).ok());
  ASSERT_TRUE(stream->synchronize().ok());

  ASSERT_EQ(bench.listener.work.size(), 102u);
  std::vector<std::uint64_t> tokens;
  for (std::size_t i = 0; i < 102; ++i) {
    const DeviceWork& work = bench.listener.work[i];
    tokens.push_back(work.token);
    EXPECT_EQ(work.stream, stream->number());
    EXPECT_EQ(bench.listener.nameOf(work.token), i < 100    ? "strataLaunchKernel"
                                                 : i == 100 ? "strataLaunchHostFunc"
                                                            : "strataMemcpyAsync");
  }
  EXPECT_TRUE(std::is_sorted(tokens.begin(), tokens.end()));
  EXPECT_EQ(bench.listener.workNames[0], "touch");
  ASSERT_TRUE(bench.listener.work[0].shape);
  EXPECT_EQ(bench.listener.work[0].shape->grid, (Dim3{8, 1, 1}));
  EXPECT_EQ(bench.listener.workNames[100], "sgemm");
  EXPECT_EQ(bench.listener.work[101].kind, WorkKind::Copy);
  EXPECT_EQ(bench.listener.work[101].direction, CopyDirection::DeviceToHost);
  EXPECT_EQ(bench.listener.work[101].bytes, 100u);
  EXPECT_FALSE(bench.listener.work[101].pinned);
  stream.reset();
  EXPECT_TRUE(bench.listener.quiet());
}

TEST(CpuObserver, WorkOfAGraphBelongsToTheCallThatLaunchedIt) {
  Bench bench;
  auto stream = std::move(bench.device->createStream()).value();
  auto memory = bench.allocate(4096, MemoryKind::Device);
  auto* data = static_cast<int*>(memory->data());
  void* arguments[] = {&data};
  int hostWork = 0;
  auto graph = stream->capture([&]() -> Result<void> {
    STRATA_TRY(stream->launch(kernelEntry<touch>("touch"), {{8, 1, 1}, {1, 1, 1}, 0}, arguments));
    STRATA_TRY(stream->launchHost("sgemm", [&] { ++hostWork; }));
    return stream->copy(*memory, *memory, 100);
  });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_TRUE(bench.listener.work.empty());
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(graph.value()->launch().ok());
  ASSERT_TRUE(stream->synchronize().ok());
  graph.value().reset();

  EXPECT_EQ(hostWork, 2);
  EXPECT_EQ(bench.listener.workNames,
            (std::vector<std::string>{"touch", "sgemm", "copy D→D", "touch", "sgemm", "copy D→D"}));
  for (const DeviceWork& work : bench.listener.work) EXPECT_EQ(bench.listener.nameOf(work.token), "strataGraphLaunch");
  EXPECT_EQ(bench.listener.work[0].token, bench.listener.work[2].token);
  EXPECT_NE(bench.listener.work[0].token, bench.listener.work[3].token);
  std::vector<std::string> calls;
  for (const Heard& call : bench.listener.calls)
    if (call.domain == ApiDomain::Runtime) calls.push_back(call.name);
  EXPECT_EQ(std::vector(calls.end() - 9, calls.end()),
            (std::vector<std::string>{"strataStreamBeginCapture", "strataLaunchKernel", "strataLaunchHostFunc",
                                      "strataMemcpyAsync", "strataStreamEndCapture", "strataGraphLaunch",
                                      "strataGraphLaunch", "strataStreamSynchronize", "strataGraphExecDestroy"}));
}

TEST(CpuObserver, MemoryIsCountedByKind) {
  Bench bench;
  auto device = bench.allocate(1000, MemoryKind::Device);
  auto pageable = bench.allocate(3000, MemoryKind::Pageable);
  EXPECT_EQ(bench.listener.total(MemoryKind::Device), 1000u);
  EXPECT_EQ(bench.listener.total(MemoryKind::Pageable), 3000u);
  device.reset();
  pageable.reset();
  EXPECT_EQ(bench.listener.total(MemoryKind::Device), 0u);
  EXPECT_EQ(bench.listener.total(MemoryKind::Pageable), 0u);
  EXPECT_TRUE(bench.listener.heard("strataFree", ""));
}

TEST(CpuObserver, HostMemoryThatIsImportedCountsAsPinnedThoughKernelsWriteIt) {
  Bench bench;
  const UniqueFd memory = makeSharedMemory("frame", 4096).value();
  auto buffer =
      bench.device->interop()->importMemory({SharedKind::HostMemory, memory.get(), 4096, 0, 3000, {}}).value();
  EXPECT_EQ(buffer->kind(), MemoryKind::Device);
  EXPECT_EQ(bench.listener.total(MemoryKind::Pinned), 3000u);
  EXPECT_EQ(bench.listener.total(MemoryKind::Device), 0u);
  buffer.reset();
  EXPECT_EQ(bench.listener.total(MemoryKind::Pinned), 0u);
}

TEST(CpuObserver, MemoryIsSaidToBeFreedBeforeAnotherCanHaveIt) {
  Bench bench;
  auto pinned = bench.allocate(4096, MemoryKind::Pinned);
  if (pinned->kind() != MemoryKind::Pinned) GTEST_SKIP() << "this system locks no memory";
  pinned.reset();
  ASSERT_GT(bench.listener.calls.size(), bench.listener.callsBeforeFreed);
  EXPECT_EQ(bench.listener.calls[bench.listener.callsBeforeFreed].name, "munmap");
}

TEST(CpuObserver, TotalsArriveInTheOrderTheyWereCounted) {
  Bench bench;  // the listener compares each
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) bench.allocate(64, MemoryKind::Pageable);
    });
  threads.clear();
  EXPECT_EQ(bench.listener.total(MemoryKind::Pageable), 0u);
}

TEST(CpuObserver, SystemCallsAreInsideTheCallsThatNeedThem) {
  Bench bench;
  auto memory = bench.allocate(1 << 20, MemoryKind::Device);
  auto pinned = bench.allocate(4096, MemoryKind::Pinned);
  EXPECT_TRUE(bench.listener.heard("mmap", "strataMalloc"));
  EXPECT_TRUE(bench.listener.heard("mlock", "strataHostAlloc"));
  if (pinned->kind() == MemoryKind::Pinned) {
    pinned.reset();
    EXPECT_TRUE(bench.listener.heard("munmap", "strataFreeHost"));
  }
  for (const Heard& call : bench.listener.calls)
    EXPECT_EQ(call.domain == ApiDomain::Driver, !call.inside.empty()) << call.name;
}

TEST(CpuObserver, SynchronizeSleepsOnAFutexWhileTheStreamIsBusy) {
  Bench bench;
  auto stream = std::move(bench.device->createStream()).value();
  std::latch release(1);
  ASSERT_TRUE(stream->launchHost("hold", [&] { release.wait(); }).ok());
  std::jthread releaser([&] {
    bench.listener.waiting.acquire();
    release.count_down();
  });
  ASSERT_TRUE(stream->synchronize().ok());
  EXPECT_TRUE(bench.listener.heard("futex(FUTEX_WAIT)", "strataStreamSynchronize"));
}

TEST(CpuObserver, NobodyIsFine) {
  Bench bench;
  bench.device->setObserver(nullptr);
  auto stream = std::move(bench.device->createStream()).value();
  ASSERT_TRUE(stream->launchHost("work", [] {}).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  EXPECT_TRUE(bench.listener.calls.empty());
}

TEST(NullObserver, HearsTheSameStory) {
  Listener listener;
  const auto device = createNullDevice();
  device->setObserver(&listener);
  auto stream = std::move(device->createStream()).value();
  ASSERT_TRUE(stream->launch({"touch", nullptr}, {{8, 1, 1}, {1, 1, 1}, 0}, {}).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  ASSERT_EQ(listener.work.size(), 1u);
  EXPECT_EQ(listener.nameOf(listener.work[0].token), "strataLaunchKernel");
  EXPECT_TRUE(listener.quiet());
}

}  // namespace
}  // namespace strata
