#include "engine/trace/trace_query.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "engine/trace/first_work.h"
#include "engine/trace/trace_store.h"

namespace strata {
namespace {

/// A row of slices with random gaps and lengths, points among them.
RowView randomRow(std::mt19937& random, int count) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  const std::uint32_t track = store.track(info);
  std::int64_t now = 100;
  for (int i = 0; i < count; ++i) {
    now += random() % 4 == 0 ? static_cast<std::int64_t>(random() % 200) : static_cast<std::int64_t>(random() % 3);
    TraceEvent e;
    e.track = track;
    e.begin = {now};
    e.payload = random() % 5 == 0 ? static_cast<std::int64_t>(random() % 100) : static_cast<std::int64_t>(random() % 4);
    store.add(e);
    now += e.payload;
  }
  return store.snapshot()->row(track, 0);
}

bool inRange(const TraceEvent& e, TimeRange range) {
  const bool point = e.end() == e.begin;
  return e.begin < range.end && (e.end() > range.begin || (point && e.begin >= range.begin));
}

/// The definition in trace_query.h, read event by event.
std::vector<VisibleBlock> foldedOneByOne(const RowView& row, TimeRange range, Duration minWidth) {
  std::vector<VisibleBlock> blocks;
  bool open = false;
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    const TraceEvent& e = row[i];
    if (!inRange(e, range)) continue;
    const bool tiny = e.end() - e.begin < minWidth;
    if (open && tiny && e.begin - blocks.back().end < minWidth) {
      blocks.back().end = e.end();
      ++blocks.back().count;
    } else {
      blocks.push_back({e.begin, e.end(), i, 1});
    }
    open = tiny;
  }
  return blocks;
}

TEST(VisibleBlocks, AreWhatReadingEventByEventGives) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const RowView row = randomRow(random, 1 + static_cast<int>(random() % 3000));
    const auto from = static_cast<std::int64_t>(random() % 20000);
    const TimeRange range{{from}, {from + static_cast<std::int64_t>(random() % 40000)}};
    const Duration minWidth{static_cast<std::int64_t>(random() % 300)};
    const auto expected = foldedOneByOne(row, range, minWidth);
    std::vector<VisibleBlock> found;
    visibleBlocks(row, range, minWidth, [&](const VisibleBlock& block) { found.push_back(block); });
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].begin, expected[i].begin);
      EXPECT_EQ(found[i].end, expected[i].end);
      EXPECT_EQ(found[i].firstIndex, expected[i].firstIndex);
      EXPECT_EQ(found[i].count, expected[i].count);
    }
  }
}

TEST(VisibleBlocks, AreFewHoweverManyEventsThereAre) {
  std::mt19937 random(12);
  const RowView row = randomRow(random, 200'000);
  const TimeRange all{row[0].begin, row.back().end()};
  const std::int64_t pixels = 1000;
  std::int64_t blocks = 0, events = 0;
  visibleBlocks(row, {all.begin, all.end + Duration{1}}, {all.length().ns / pixels}, [&](const VisibleBlock& b) {
    ++blocks;
    events += b.count;
  });
  EXPECT_LE(blocks, 3 * pixels);
  EXPECT_EQ(events, 200'000);
}

TEST(LastingBounds, LeaveOutPointsAndCounterValues) {
  TraceStore store;
  const auto add = [&](TrackKind kind, EventKind event, std::int64_t begin, std::int64_t length) {
    TrackInfo info;
    info.uuid = static_cast<std::uint64_t>(kind) + 1;
    info.kind = kind;
    TraceEvent e;
    e.track = store.track(info);
    e.kind = event;
    e.begin = {begin};
    e.payload = length;
    store.add(e);
  };
  add(TrackKind::Host, EventKind::Instant, 10, 0);
  add(TrackKind::Counter, EventKind::Counter, 20, 5);
  EXPECT_FALSE(store.snapshot()->lastingBounds());
  add(TrackKind::Host, EventKind::Slice, 500, 100);
  add(TrackKind::Queue, EventKind::Kernel, 550, 150);
  add(TrackKind::Host, EventKind::Instant, 9000, 0);
  EXPECT_EQ(store.snapshot()->lastingBounds(), (TimeRange{{500}, {700}}));
  EXPECT_EQ(store.snapshot()->bounds(), (TimeRange{{10}, {9000}}));
}

TEST(LastingBounds, ReachAsFarAsWhatIsOpen) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent e;
  e.track = store.track(info);
  e.begin = {100};
  store.begin(e);
  e.kind = EventKind::Instant;
  e.begin = {300};
  store.add(e);
  EXPECT_EQ(store.snapshot()->lastingBounds(), (TimeRange{{100}, {300}}));
  EXPECT_TRUE(store.end(e.track, {200}));
  EXPECT_EQ(store.snapshot()->lastingBounds(), (TimeRange{{100}, {200}}));
}

TEST(LastingBounds, OfAnEarlierMomentAreOfWhatHadBegunThen) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent e;
  e.track = store.track(info);
  const auto add = [&](EventKind kind, std::int64_t begin, std::int64_t length) {
    e.kind = kind;
    e.begin = {begin};
    e.payload = length;
    store.add(e);
  };
  add(EventKind::Instant, 10, 0);
  add(EventKind::Slice, 100, 50);
  add(EventKind::Instant, 200, 0);
  add(EventKind::Slice, 300, 100);
  const auto at = [&](std::int64_t time) { return store.snapshot()->until({time}).lastingBounds(); };
  EXPECT_FALSE(at(50));
  EXPECT_EQ(at(120), (TimeRange{{100}, {120}}));
  EXPECT_EQ(at(150), (TimeRange{{100}, {150}}));
  EXPECT_EQ(at(250), (TimeRange{{100}, {150}})) << "a point takes no time";
  EXPECT_EQ(at(900), (TimeRange{{100}, {400}}));
}

TEST(EventAt, IsTheEventUnderTheTimeOrTheNearest) {
  std::mt19937 random(13);
  const RowView row = randomRow(random, 500);
  for (std::int64_t t = 0; t < row.back().end().ns + 50; ++t) {
    for (const std::int64_t slack : {0, 7}) {
      const auto found = eventAt(row, {t}, {slack});
      std::int64_t nearest = slack + 1;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const TraceEvent& e = row[i];
        const bool under = e.begin.ns == t || (e.begin.ns <= t && t < e.end().ns);
        nearest = std::min(nearest, under            ? 0
                                    : t < e.begin.ns ? e.begin.ns - t
                                                     : std::max<std::int64_t>(t - e.end().ns, 0));
      }
      ASSERT_EQ(found.has_value(), nearest <= slack) << t;
      if (!found) continue;
      const TraceEvent& e = row[*found];
      const std::int64_t distance = t < e.begin.ns ? e.begin.ns - t : std::max<std::int64_t>(t - e.end().ns, 0);
      ASSERT_EQ(distance, nearest) << t;
    }
  }
}

/// A call as a test writes it: storeys and times, on as many tracks as needed.
class Call {
 public:
  Call& with(Storey storey, std::int64_t begin, std::int64_t end, EventKind kind = EventKind::Slice) {
    TrackInfo info;
    info.uuid = ++m_tracks;
    TraceEvent e;
    e.track = m_store.track(info);
    e.begin = {begin};
    e.payload = end - begin;
    e.storey = storey;
    e.kind = kind;
    e.call = CallId{1};
    m_store.add(e);
    return *this;
  }
  std::array<Duration, kStoreyCount> times() const { return storeyTimes(*m_store.snapshot(), CallId{1}); }
  std::shared_ptr<const TraceSnapshot> snapshot() const { return m_store.snapshot(); }

 private:
  TraceStore m_store;
  std::uint64_t m_tracks = 0;
};

std::int64_t sum(const std::array<Duration, kStoreyCount>& times) {
  std::int64_t total = 0;
  for (const Duration time : times) total += time.ns;
  return total;
}

TEST(StoreyTimes, WaitingForARunningKernelIsHardware) {
  const auto times = Call()
                         .with(Storey::Model, 0, 1000)
                         .with(Storey::Framework, 100, 900)
                         .with(Storey::Library, 150, 850)
                         .with(Storey::Runtime, 200, 300)
                         .with(Storey::Runtime, 350, 800)
                         .with(Storey::Driver, 220, 260)
                         .with(Storey::Hardware, 280, 750, EventKind::Kernel)
                         .times();
  using S = Storey;
  const auto of = [&](S storey) { return times[static_cast<std::size_t>(storey)].ns; };
  EXPECT_EQ(of(S::Model), 200);
  EXPECT_EQ(of(S::Framework), 100);
  EXPECT_EQ(of(S::Library), 100);
  EXPECT_EQ(of(S::Driver), 40);
  EXPECT_EQ(of(S::Hardware), 470);
  EXPECT_EQ(of(S::Runtime), 20 + 20 + 50);
  EXPECT_EQ(of(S::Compiler), 0);
  EXPECT_EQ(sum(times), 1000);
}

TEST(StoreyTimes, OnlyWhatLiesWithinTheOutermostSliceCounts) {
  const auto times = Call().with(Storey::Model, 100, 200).with(Storey::Hardware, 150, 900, EventKind::Kernel).times();
  EXPECT_EQ(times[0].ns, 50);
  EXPECT_EQ(times[6].ns, 50);
}

TEST(StoreyTimes, EachNanosecondGoesToTheDeepestStorey) {
  std::mt19937 random(21);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t begin = 1000, end = begin + 1 + static_cast<std::int64_t>(random() % 400);
    Call call;
    call.with(Storey::Model, begin, end);
    std::vector<int> deepest(static_cast<std::size_t>(end - begin), 0);
    for (int i = 0; i < 30; ++i) {
      const auto a = begin - 50 + static_cast<std::int64_t>(random() % 500),
                 b = a + static_cast<std::int64_t>(random() % 120);
      const int storey = 1 + static_cast<int>(random() % 6);
      const bool work = storey == 6;
      call.with(static_cast<Storey>(storey), a, b,
                work ? (i % 2 ? EventKind::Kernel : EventKind::Copy) : EventKind::Slice);
      for (std::int64_t t = std::max(a, begin); t < std::min(b, end); ++t)
        deepest[static_cast<std::size_t>(t - begin)] = std::max(deepest[static_cast<std::size_t>(t - begin)], storey);
    }
    std::array<Duration, kStoreyCount> expected{};
    for (const int storey : deepest) expected[static_cast<std::size_t>(storey)] += Duration{1};
    EXPECT_EQ(call.times(), expected);
    EXPECT_EQ(sum(call.times()), end - begin);
  }
}

TEST(StoreyTimes, ARunningCallLastsUntilItsNewestEvent) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent top;
  top.track = store.track(info);
  top.begin = {10};
  top.storey = Storey::Model;
  top.call = CallId{1};
  store.begin(top);
  info.uuid = 2;
  TraceEvent api = top;
  api.track = store.track(info);
  api.begin = {30};
  api.payload = 20;
  api.storey = Storey::Runtime;
  store.add(api);
  const auto times = storeyTimes(*store.snapshot(), CallId{1});
  EXPECT_EQ(times[0].ns, 20);
  EXPECT_EQ(times[4].ns, 20);
  EXPECT_EQ(sum(storeyTimes(*store.snapshot(), CallId{9})), 0);
}

TEST(EventsOfCall, ComeInOrderOfStoreyThenTime) {
  const auto snapshot = Call()
                            .with(Storey::Hardware, 40, 90, EventKind::Kernel)
                            .with(Storey::Runtime, 50, 60)
                            .with(Storey::Runtime, 20, 30)
                            .with(Storey::Model, 0, 100)
                            .snapshot();
  std::vector<std::int64_t> begins;
  for (const EventRef ref : eventsOfCall(*snapshot, CallId{1})) begins.push_back(snapshot->event(ref).begin.ns);
  EXPECT_EQ(begins, (std::vector<std::int64_t>{0, 20, 50, 40}));
}

TEST(FurtherWork, IsWhatAGraphsLaunchStartsBesidesItsFirstKernel) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent graph;
  graph.track = store.track(info);
  graph.payload = 10;
  graph.call = CallId{1};
  graph.correlation = CorrelationId{1};
  TraceEvent single = graph;
  single.begin = {20};
  single.correlation = CorrelationId{2};
  info.uuid = 2;
  TraceEvent kernel = graph;
  kernel.kind = EventKind::Kernel;
  kernel.track = store.track(info);
  const EventRef launch = store.add(graph);
  store.add(kernel);
  for (const std::uint32_t further : {3u, 4u}) {
    kernel.begin = {10 * further};
    kernel.correlation = CorrelationId{further};
    store.link(kernel.correlation, launch, store.add(kernel));
  }
  store.add(single);
  kernel.begin = {50};
  kernel.correlation = single.correlation;
  store.add(kernel);
  const Launched ofGraph = launchedBy(*store.snapshot(), graph);
  EXPECT_EQ(ofGraph.further, 2u);
  ASSERT_TRUE(ofGraph.first);
  EXPECT_EQ(store.snapshot()->event(*ofGraph.first).begin, HostTime{0});
  EXPECT_EQ(launchedBy(*store.snapshot(), single).further, 0u);
  EXPECT_FALSE(launchedBy(*store.snapshot(), TraceEvent{}).first);
  EXPECT_EQ(store.snapshot()->totals().flows, 4u);
  EXPECT_EQ(store.snapshot()->totals().launches, 2u) << "the graph's once";
}

/// A launch, and a graph's kernels on two streams: what the file has first begins last.
struct GraphSession {
  explicit GraphSession(std::array<std::int64_t, 3> begins) {
    TrackInfo info;
    info.uuid = 1;
    TraceEvent event;
    event.track = store.track(info);
    event.begin = {100};
    event.payload = 10;
    event.call = CallId{1};
    event.correlation = CorrelationId{1};
    launch = store.add(event);
    info.kind = TrackKind::Queue;
    event.kind = EventKind::Kernel;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      info.uuid = 2 + i;
      event.track = store.track(info);
      event.begin = {begins[i]};
      event.correlation = CorrelationId{static_cast<std::uint32_t>(1 + i)};
      const EventRef kernel = store.add(event);
      if (i > 0) store.link(event.correlation, launch, kernel);
      kernels.push_back(kernel);
    }
  }

  TraceStore store;
  EventRef launch;
  std::vector<EventRef> kernels;
};

TEST(Launched, FirstIsWhatBeginsFirstAndNotWhatTheFileHasFirst) {
  const GraphSession session({300, 120, 200});
  const auto snapshot = session.store.snapshot();
  const Launched launched = launchedBy(*snapshot, snapshot->event(session.launch));
  EXPECT_EQ(launched.first, session.kernels[1]);
  EXPECT_EQ(launched.further, 2u);
  EXPECT_EQ(FirstWork(*snapshot).of(session.launch), session.kernels[1]);
  EXPECT_FALSE(FirstWork(*snapshot).of(session.kernels[0]));
}

TEST(Launched, AnArrowBetweenHostEventsIsNoLaunch) {
  GraphSession session({300, 120, 200});
  TraceEvent event = session.store.snapshot()->event(session.launch);
  event.correlation = CorrelationId::None;
  event.begin = {400};
  const EventRef from = session.store.add(event);
  event.begin = {500};
  const EventRef to = session.store.add(event);
  session.store.link(CorrelationId{9}, from, to);
  EXPECT_EQ(session.store.snapshot()->totals().flows, 4u);
  EXPECT_EQ(session.store.snapshot()->totals().launches, 1u);
  TraceEvent kernel = session.store.snapshot()->event(session.kernels[0]);
  kernel.begin = {600};
  kernel.correlation = CorrelationId::None;
  session.store.link(CorrelationId{10}, to, session.store.add(kernel));
  EXPECT_EQ(session.store.snapshot()->totals().launches, 2u) << "an arrow to a kernel that had no id is one";
}

}  // namespace
}  // namespace strata
