#include "engine/trace/trace_store.h"

#include <gtest/gtest.h>

#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "engine/trace/trace_query.h"

namespace strata {
namespace {

TrackInfo info(std::uint64_t uuid, TrackKind kind = TrackKind::Host) {
  TrackInfo track;
  track.uuid = uuid;
  track.name = "track " + std::to_string(uuid);
  track.kind = kind;
  return track;
}

TraceEvent event(std::uint32_t track, std::int64_t begin, std::int64_t duration, EventKind kind = EventKind::Slice) {
  TraceEvent e;
  e.track = track;
  e.begin = {begin};
  e.payload = duration;
  e.kind = kind;
  e.storey = kind == EventKind::Slice ? Storey::Runtime : Storey::Hardware;
  return e;
}

void expectRowsInOrder(const TraceSnapshot& snapshot) {
  for (std::uint32_t t = 0; t < snapshot.tracks().size(); ++t)
    for (std::uint32_t r = 0; r < snapshot.rowCount(t); ++r)
      for (std::size_t i = 1; i < snapshot.row(t, r).size(); ++i)
        ASSERT_LE(snapshot.row(t, r)[i - 1].end(), snapshot.row(t, r)[i].begin) << "row " << r << " event " << i;
}

TEST(TraceStore, NestedSlicesStandOneRowDeeper) {
  TraceStore store;
  const std::uint32_t track = store.track(info(1));
  store.begin(event(track, 100, 0));
  store.begin(event(track, 110, 0));
  EXPECT_TRUE(store.end(track, {120}));
  store.begin(event(track, 130, 0));
  EXPECT_TRUE(store.end(track, {140}));
  EXPECT_TRUE(store.end(track, {150}));
  EXPECT_FALSE(store.end(track, {160}));
  const auto snapshot = store.snapshot();
  ASSERT_EQ(snapshot->rowCount(track), 2u);
  EXPECT_EQ(snapshot->row(track, 0)[0].duration(), Duration{50});
  EXPECT_EQ(snapshot->row(track, 1).size(), 2u);
  EXPECT_EQ(snapshot->totals().unmatchedEnds, 1u);
  EXPECT_EQ(snapshot->bounds(), (TimeRange{{100}, {150}}));
}

TEST(TraceStore, AnOpenSliceIsSeenAndKeepsItsPlace) {
  TraceStore store;
  const std::uint32_t track = store.track(info(1));
  TraceEvent launch = event(track, 100, 0);
  launch.correlation = CorrelationId{1};
  store.begin(launch);
  const auto before = store.snapshot();
  ASSERT_EQ(before->openEvents().size(), 1u);
  EXPECT_TRUE(before->openEvents()[0].event.open());
  EXPECT_EQ(before->totals().slices, 1u);
  const auto ref = before->launchOf(CorrelationId{1});
  ASSERT_TRUE(ref);
  EXPECT_EQ(before->event(*ref).begin, HostTime{100});
  store.end(track, {130});
  const auto after = store.snapshot();
  EXPECT_TRUE(after->openEvents().empty());
  EXPECT_EQ(after->event(*ref).duration(), Duration{30});
  EXPECT_TRUE(before->event(*ref).open()) << "a snapshot must not change";
}

TEST(TraceStore, ArgumentsOfTheEndJoinThoseOfTheBegin) {
  TraceStore store;
  const std::uint32_t track = store.track(info(1));
  const Arg first[] = {{store.intern("m"), std::int64_t{7}}};
  const Arg second[] = {{store.intern("reason"), store.intern("fits")}, {store.intern("x"), 0.5}};
  store.begin(event(track, 1, 0), first);
  store.end(track, {2}, second);
  const auto snapshot = store.snapshot();
  const TraceEvent& e = snapshot->row(track, 0)[0];
  EXPECT_EQ(snapshot->number(e, "m"), 7.0);
  EXPECT_EQ(snapshot->text(e, "reason"), "fits");
  EXPECT_EQ(snapshot->number(e, "x"), 0.5);
  EXPECT_EQ(snapshot->text(e, "absent"), "");
}

TEST(TraceStore, OverlappingWorkIsNeverDroppedAndNeverOverlapsInARow) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    TraceStore store;
    const std::uint32_t track = store.track(info(1, TrackKind::Queue));
    std::multiset<std::pair<std::int64_t, std::int64_t>> given, found;
    for (int i = 0; i < 3000; ++i) {
      const auto begin = static_cast<std::int64_t>(random() % 20000);
      const auto length = static_cast<std::int64_t>(random() % 40);
      store.add(event(track, begin, length, EventKind::Kernel));
      given.insert({begin, length});
    }
    const auto snapshot = store.snapshot();
    for (std::uint32_t r = 0; r < snapshot->rowCount(track); ++r)
      for (std::size_t i = 0; i < snapshot->row(track, r).size(); ++i)
        found.insert({snapshot->row(track, r)[i].begin.ns, snapshot->row(track, r)[i].duration().ns});
    EXPECT_EQ(given, found);
    expectRowsInOrder(*snapshot);
  }
}

TEST(TraceStore, RandomNestingKeepsDepthAndOrder) {
  std::mt19937 random(4);
  TraceStore store;
  const std::uint32_t track = store.track(info(1));
  std::int64_t now = 0;
  std::vector<std::size_t> countAtDepth(8);
  std::size_t depth = 0;
  for (int i = 0; i < 20000; ++i) {
    now += static_cast<std::int64_t>(random() % 3);
    const bool goDeeper = depth == 0 || (depth < countAtDepth.size() && random() % 2 == 0);
    if (goDeeper) {
      store.begin(event(track, now, 0));
      ++countAtDepth[depth++];
    } else {
      ASSERT_TRUE(store.end(track, {now}));
      --depth;
    }
  }
  for (; depth > 0; --depth) store.end(track, {now});
  const auto snapshot = store.snapshot();
  expectRowsInOrder(*snapshot);
  for (std::uint32_t r = 0; r < countAtDepth.size(); ++r) EXPECT_EQ(snapshot->row(track, r).size(), countAtDepth[r]);
}

TEST(TraceStore, ASnapshotNeverChanges) {
  TraceStore store;
  const std::uint32_t track = store.track(info(1));
  std::vector<std::pair<std::shared_ptr<const TraceSnapshot>, std::uint64_t>> taken;
  for (int i = 0; i < 5000; ++i) {
    TraceEvent e = event(track, i * 10, 5);
    e.name = store.intern("name " + std::to_string(i % 700));
    e.call = CallId{static_cast<std::uint32_t>(i / 3 + 1)};
    const Arg args[] = {{store.intern("i"), std::int64_t{i}}};
    store.add(e, args);
    if (i % 37 == 0) store.addMessage({MessageKind::Log, std::to_string(i), {}});
    if (i % 211 == 0) taken.emplace_back(store.snapshot(), contentHash(*store.snapshot()));
  }
  for (const auto& [snapshot, hash] : taken) EXPECT_EQ(contentHash(*snapshot), hash);
  EXPECT_EQ(taken.back().first->call(CallId{2})->end, HostTime{55});
}

TEST(TraceStore, OthersReadWhileItGrows) {
  TraceStore store;
  const std::uint32_t track = store.track(info(1));
  std::mutex mutex;
  std::shared_ptr<const TraceSnapshot> shown = store.snapshot();
  bool done = false;
  std::thread reader([&] {
    for (bool stop = false; !stop;) {
      std::shared_ptr<const TraceSnapshot> snapshot;
      {
        const std::lock_guard lock(mutex);
        snapshot = shown;
        stop = done;
      }
      std::size_t count = snapshot->openEvents().size();
      for (std::uint32_t r = 0; r < snapshot->rowCount(track); ++r) count += snapshot->row(track, r).size();
      ASSERT_EQ(count, snapshot->totals().slices);
      contentHash(*snapshot);
      for (std::uint32_t call = 1; call <= snapshot->callCount(); call += 97) storeyTimes(*snapshot, CallId{call});
    }
  });
  for (std::uint32_t i = 0; i < 20000; ++i) {
    TraceEvent e = event(track, i * 4, 0);
    e.call = CallId{i / 4 + 1};
    e.name = store.intern(std::to_string(i));
    store.begin(e);
    if (i % 2 == 1) {
      store.end(track, {i * 4 + 1});
      store.end(track, {i * 4 + 2});
    }
    if (i % 100 != 0) continue;
    const auto snapshot = store.snapshot();
    const std::lock_guard lock(mutex);
    shown = snapshot;
  }
  {
    const std::lock_guard lock(mutex);
    done = true;
  }
  reader.join();
}

TEST(TraceStore, ACallKnowsItsOutermostSliceWhateverComesFirst) {
  TraceStore store;
  const std::uint32_t queue = store.track(info(1, TrackKind::Queue)), runtime = store.track(info(2)),
                      model = store.track(info(3));
  TraceEvent kernel = event(queue, 50, 500, EventKind::Kernel), api = event(runtime, 20, 10),
             top = event(model, 10, 90);
  top.storey = Storey::Model;
  for (TraceEvent* e : {&kernel, &api, &top}) e->call = CallId{3};
  for (const TraceEvent& e : {kernel, api, top}) store.add(e);
  const auto snapshot = store.snapshot();
  EXPECT_EQ(snapshot->callCount(), 3u);
  EXPECT_FALSE(snapshot->call(CallId{1}));
  const auto call = snapshot->call(CallId{3});
  ASSERT_TRUE(call);
  EXPECT_EQ(snapshot->event(call->top).storey, Storey::Model);
  EXPECT_EQ(call->begin, HostTime{10});
  EXPECT_EQ(call->end, HostTime{550});
}

TEST(TraceStore, ArrowsAreCountedWhenBothEndsAreThere) {
  TraceStore store;
  const std::uint32_t runtime = store.track(info(1)), queue = store.track(info(2, TrackKind::Queue));
  for (std::uint32_t id = 1; id <= 3; ++id) {
    TraceEvent launch = event(runtime, id * 100, 10), kernel = event(queue, id * 100 + 5, 50, EventKind::Kernel);
    launch.correlation = kernel.correlation = CorrelationId{id};
    if (id != 2) store.add(launch);
    if (id != 3) store.add(kernel);
  }
  const auto snapshot = store.snapshot();
  EXPECT_EQ(snapshot->totals().flows, 1u);
  EXPECT_FALSE(snapshot->launchOf(CorrelationId{2}));
  EXPECT_TRUE(snapshot->workOf(CorrelationId{2}));
  EXPECT_FALSE(snapshot->workOf(CorrelationId{3}));
}

TEST(TraceStore, RunningWorkIsShownUntilItIsWrittenOrNoLongerAnnounced) {
  TraceStore store;
  const std::uint32_t queue = store.track(info(1, TrackKind::Queue));
  store.add(event(queue, 0, 100, EventKind::Kernel));
  TraceEvent first = event(queue, 50, 0, EventKind::Kernel), second = event(queue, 120, 0, EventKind::Kernel);
  first.correlation = CorrelationId{1};
  second.correlation = CorrelationId{2};
  store.setOpenWork({first, second});
  auto snapshot = store.snapshot();
  ASSERT_EQ(snapshot->openEvents().size(), 2u);
  EXPECT_EQ(snapshot->openEvents()[0].row, 1u) << "overlaps the finished kernel";
  EXPECT_EQ(snapshot->totals().slices, 1u);
  first.payload = 10;
  store.add(first);
  snapshot = store.snapshot();
  ASSERT_EQ(snapshot->openEvents().size(), 1u);
  EXPECT_EQ(snapshot->openEvents()[0].event.correlation, CorrelationId{2});
  store.setOpenWork({first});
  EXPECT_TRUE(store.snapshot()->openEvents().empty()) << "what is written does not run";
}

TEST(TraceStore, ACallOfWhichOnlyTheRunningKernelCameCounts) {
  TraceStore store;
  const std::uint32_t queue = store.track(info(1, TrackKind::Queue));
  TraceEvent running = event(queue, 50, 0, EventKind::Kernel);
  running.call = CallId{3};
  store.setOpenWork({running});
  store.addMessage({MessageKind::Hello, "{}", {}});
  EXPECT_EQ(store.snapshot()->callCount(), 3u);
  EXPECT_FALSE(store.snapshot()->call(CallId{3})) << "none of its events is there";
  EXPECT_EQ(store.snapshot()->messages()[0].callsBefore, 3u) << "the next agent's calls come behind it";
}

TEST(TraceStore, TotalsCountAsTraceProcessorDoes) {
  TraceStore store;
  const std::uint32_t track = store.track(info(1)), counter = store.track(info(2, TrackKind::Counter));
  store.add(event(track, 0, 10));
  store.begin(event(track, 20, 0));
  TraceEvent instant = event(track, 25, 0, EventKind::Instant);
  instant.storey = Storey::Driver;
  store.add(instant);
  store.add(event(counter, 5, 0, EventKind::Counter));
  store.setDropped(track, 4);
  store.setDropped(counter, 1);
  store.setDropped(track, 6);
  store.track(info(1));
  const auto totals = store.snapshot()->totals();
  EXPECT_EQ(totals.slices, 3u);
  EXPECT_EQ(totals.instants, 1u);
  EXPECT_EQ(totals.counters, 1u);
  EXPECT_EQ(totals.dropped, 7u);
  EXPECT_EQ(totals.slicesPerStorey[static_cast<std::size_t>(Storey::Runtime)], 2u);
  EXPECT_EQ(totals.slicesPerStorey[static_cast<std::size_t>(Storey::Driver)], 1u);
}

TEST(TraceStore, TheSameStateIsTheSameSnapshot) {
  TraceStore store;
  const auto first = store.snapshot();
  EXPECT_EQ(first, store.snapshot());
  EXPECT_FALSE(first->bounds());
  store.addProblem("something");
  EXPECT_NE(store.snapshot()->state(), first->state());
  EXPECT_EQ(store.snapshot()->problems()[0], "something");
}

}  // namespace
}  // namespace strata
