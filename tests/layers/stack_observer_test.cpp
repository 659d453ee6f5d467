#include "layers/runtime/stack_observer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "engine/backends/null/null_device.h"
#include "engine/trace/call_levels.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"
#include "layers/common/current_call.h"
#include "tests/layers/recorded_session.h"

namespace strata {
namespace {

using test::eventsWhere;
using test::RecordedSession;

DeviceWork copyOf(std::uint64_t token, std::uint32_t stream) {
  DeviceWork work;
  work.kind = WorkKind::Copy;
  work.name = "copy";
  work.token = token;
  work.stream = stream;
  work.bytes = 4096;
  work.pinned = true;
  return work;
}

bool isWork(const TraceEvent& event) {
  return event.kind == EventKind::Kernel || event.kind == EventKind::Copy;
}

TEST(StackObserver, WorkCarriesTheIdsOfTheCallThatAskedForIt) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  const CallId call = session.recorder().newCall();
  std::uint64_t token = 0;
  {
    const CallScope scope(call);
    token = observer.apiBegin(ApiDomain::Runtime, "strataMemcpyAsync");
    observer.apiEnd(ApiDomain::Runtime);
  }
  std::thread([&] {
    observer.workBegin(copyOf(token, 1));
    observer.apiBegin(ApiDomain::Driver, "madvise");
    observer.apiEnd(ApiDomain::Driver);
    observer.workEnd(copyOf(token, 1));
    EXPECT_EQ(currentCall(), CallId::None);
  }).join();

  const auto snapshot = session.read();
  const auto work = eventsWhere(*snapshot, isWork);
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].call, call);
  EXPECT_EQ(snapshot->text(work[0], "direction"), "H→D");
  EXPECT_EQ(snapshot->text(work[0], "host_memory"), "pinned");
  EXPECT_EQ(snapshot->number(work[0], "bytes"), 4096);
  const auto system = eventsWhere(
      *snapshot, [](const TraceEvent& e) { return e.storey == Storey::Driver && e.kind == EventKind::Slice; });
  ASSERT_EQ(system.size(), 1u);
  EXPECT_EQ(system[0].call, call);
  ASSERT_TRUE(snapshot->launchOf(work[0].correlation).has_value());
  EXPECT_EQ(snapshot->name(snapshot->event(*snapshot->launchOf(work[0].correlation)).name), "strataMemcpyAsync");
}

TEST(StackObserver, APrintedLineIsAnInstantWithBlockAndThread) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  const CallId call = session.recorder().newCall();
  std::uint64_t token = 0;
  {
    const CallScope scope(call);
    token = observer.apiBegin(ApiDomain::Runtime, "strataLaunchKernel");
    observer.apiEnd(ApiDomain::Runtime);
  }
  std::thread([&] {
    observer.printed({token, {3, 0, 0}, {1, 2, 0}, "x is 5\tand\x01y", 0});
    observer.printed({token, {}, {}, {}, 12});
  }).join();
  const auto snapshot = session.read();
  const auto lines = eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Instant; });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(snapshot->name(lines[0].name), "x is 5 and y");
  EXPECT_EQ(lines[0].storey, Storey::Hardware);
  EXPECT_EQ(lines[0].call, call);
  EXPECT_EQ(snapshot->text(lines[0], "of_block"), "3");
  EXPECT_EQ(snapshot->text(lines[0], "of_thread"), "(1, 2)");
  EXPECT_EQ(snapshot->name(lines[1].name), "12 more lines printed");
}

TEST(StackObserver, AQueueThatWaitsIsNoWorkAndNoStoreysTime) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  const CallId call = session.recorder().newCall();
  DeviceWork wait;
  wait.kind = WorkKind::Wait;
  wait.name = kWaitName;
  wait.stream = 1;
  wait.value = 17;
  {
    const CallScope scope(call);
    wait.token = observer.apiBegin(ApiDomain::Runtime, "strataStreamWaitValue32");
    observer.workBegin(wait);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    observer.workEnd(wait);
    observer.apiEnd(ApiDomain::Runtime);
  }
  wait.value = 18;
  observer.workDone(wait, hostNow(), {1000});

  const auto snapshot = session.read();
  auto waits = eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Wait; });
  std::ranges::sort(waits, {}, [](const TraceEvent& e) { return e.begin.ns; });
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(snapshot->name(waits[0].name), "queue wait");
  EXPECT_EQ(snapshot->tracks()[waits[0].track].name, "stream 1");
  EXPECT_EQ(snapshot->number(waits[0], "value"), 17);
  EXPECT_EQ(snapshot->number(waits[1], "value"), 18);
  EXPECT_EQ(waits[0].call, call);
  EXPECT_GT(waits[0].duration().ns, 2'000'000);
  EXPECT_TRUE(eventsWhere(*snapshot, isWork).empty());
  EXPECT_EQ(workOfCall(*snapshot, call).count(), 0u);
  const auto times = storeyTimes(*snapshot, call);
  EXPECT_EQ(times[static_cast<std::size_t>(Storey::Hardware)].ns, 0);
  EXPECT_GT(times[static_cast<std::size_t>(Storey::Runtime)].ns, 2'000'000) << "the host stood in its call";
}

TEST(StackObserver, OnlyCallsThatStartWorkGetACorrelation) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  std::set<std::uint64_t> tokens;
  for (const char* name : {"strataLaunchKernel", "strataMemcpyAsync", "strataLaunchHostFunc"}) {
    tokens.insert(observer.apiBegin(ApiDomain::Runtime, name) & 0xFFFFFFFFu);
    observer.apiEnd(ApiDomain::Runtime);
  }
  EXPECT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens.count(0), 0u);
  EXPECT_EQ(observer.apiBegin(ApiDomain::Runtime, "strataMalloc") & 0xFFFFFFFFu, 0u);
  observer.apiEnd(ApiDomain::Runtime);
}

TEST(StackObserver, CopiesAtOnceInOneDirectionStandOnTwoQueues) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  observer.workBegin(copyOf(1, 1));
  std::thread([&] {
    observer.workBegin(copyOf(2, 2));
    observer.workEnd(copyOf(2, 2));
  }).join();
  observer.workEnd(copyOf(1, 1));
  observer.workBegin(copyOf(3, 2));  // the first queue is free again
  observer.workEnd(copyOf(3, 2));

  const auto snapshot = session.read();
  const auto copies = eventsWhere(*snapshot, isWork);
  ASSERT_EQ(copies.size(), 3u);
  std::multiset<std::string> queues;
  for (const TraceEvent& copy : copies) queues.insert(snapshot->tracks()[copy.track].name);
  EXPECT_EQ(queues, (std::multiset<std::string>{"copy H→D", "copy H→D", "copy H→D 2"}));
}

DeviceWork kernelOf(std::uint32_t stream, std::optional<LaunchShape> shape) {
  DeviceWork work;
  work.name = "kernel";
  work.stream = stream;
  work.shape = shape;
  return work;
}

const TrackInfo* trackNamed(const TraceSnapshot& snapshot, std::string_view name) {
  const auto tracks = snapshot.tracks();
  const auto found = std::ranges::find(tracks, name, &TrackInfo::name);
  return found == tracks.end() ? nullptr : &*found;
}

TEST(StackObserver, WorkThatFindsNoQueueIsCounted) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  constexpr int kAtOnce = 19;
  std::barrier all(kAtOnce);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kAtOnce; ++i)
    threads.emplace_back([&] {
      observer.workBegin(copyOf(1, 1));
      all.arrive_and_wait();
      observer.workEnd(copyOf(1, 1));
    });
  threads.clear();
  const auto snapshot = session.read();
  EXPECT_EQ(eventsWhere(*snapshot, isWork).size(), 16u);
  ASSERT_TRUE(trackNamed(*snapshot, "copy H→D"));
  EXPECT_EQ(trackNamed(*snapshot, "copy H→D")->dropped, 3u);
}

TEST(StackObserver, AManyStreamedDevicesStreamsAreNotTakenForOneAnother) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  for (const std::uint32_t stream : {1u, 65u, 200u}) {
    observer.workBegin(kernelOf(stream, LaunchShape{}));
    observer.workEnd(kernelOf(stream, LaunchShape{}));
  }
  const auto snapshot = session.read();
  std::multiset<std::string> queues;
  for (const TraceEvent& kernel : eventsWhere(*snapshot, isWork)) queues.insert(snapshot->tracks()[kernel.track].name);
  EXPECT_EQ(queues, (std::multiset<std::string>{"further streams", "further streams", "stream 1"}));
}

TEST(StackObserver, AKernelOfOneThreadHasItsShapeAndAHostFunctionNone) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  for (const DeviceWork& work : {kernelOf(1, LaunchShape{}), kernelOf(2, std::nullopt)}) {
    observer.workBegin(work);
    observer.workEnd(work);
  }
  const auto snapshot = session.read();
  const auto work = eventsWhere(*snapshot, isWork);
  ASSERT_EQ(work.size(), 2u);
  EXPECT_EQ(snapshot->number(work[0], arg::kBlockX), 1);
  EXPECT_FALSE(snapshot->number(work[1], arg::kBlockX));
}

TEST(StackObserver, AbandonedWorkNeverEndsAndNoFigureIsOfItsCall) {
  RecordedSession session(createNullDevice());
  StackObserver observer(session.recorder());
  const CallId stopped = session.recorder().newCall(), done = session.recorder().newCall();
  const NameId name = session.recorder().intern("repeat");
  for (const CallId call : {done, stopped}) {
    const CallScope scope(call);
    const TraceScope model(session.recorder(), Storey::Model, name, call);
    DeviceWork work = kernelOf(1, LaunchShape{});
    work.token = observer.apiBegin(ApiDomain::Runtime, "strataLaunchKernel");
    observer.workBegin(work);
    call == stopped ? observer.workAbandoned(work) : observer.workEnd(work);
    observer.apiEnd(ApiDomain::Runtime);
  }
  const auto snapshot = session.read();
  const auto work = eventsWhere(*snapshot, isWork);
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].call, done);
  ASSERT_EQ(snapshot->openEvents().size(), 1u);
  const TraceEvent& given = snapshot->openEvents()[0].event;
  EXPECT_EQ(given.call, stopped);
  EXPECT_EQ(snapshot->number(given, arg::kBlockX), 1);
  EXPECT_TRUE(wasStopped(*snapshot, given));
  EXPECT_TRUE(wasStopped(*snapshot, stopped));
  EXPECT_FALSE(wasStopped(*snapshot, done));
  const auto calls = callsAt(*snapshot, CallLevel::Op, workOf(*snapshot));
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].calls, std::vector<CallId>{done});
  CountingEvents apart(*snapshot);
  for (const TraceEvent& slice : eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Slice; }))
    EXPECT_EQ(apart.leavesOut(slice), slice.call == stopped);
}

TEST(StackObserver, CountsMemoryAndWhatTheSystemCounts) {
  RecordedSession session(createNullDevice());
  const CallScope scope(session.recorder().newCall());
  const auto buffer = session.device().allocate(1 << 20, MemoryKind::Device);
  ASSERT_TRUE(buffer.ok());
  const auto snapshot = session.read();
  std::set<std::string> names;
  double most = 0;
  for (const TraceEvent& event :
       eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Counter; })) {
    const TrackInfo& track = snapshot->tracks()[event.track];
    names.insert(track.name);
    if (track.name == "device memory" && event.value() > most) {
      most = event.value();
      EXPECT_EQ(snapshot->arg(event, arg::kAddress),
                ArgValue(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(buffer.value()->data()))));
    }
    if (track.name == "page faults") {
      EXPECT_GT(event.value(), 0);
    }
  }
  EXPECT_EQ(most, 1 << 20);
  EXPECT_EQ(names.count("context switches, waiting"), 1u);
}

}  // namespace
}  // namespace strata
