#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <span>

#include "app/canvas/color_math.h"
#include "app/canvas/theme.h"
#include "app/facts/counter_line.h"
#include "app/facts/event_text.h"
#include "app/facts/lanes.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/words/messages.h"
#include "engine/trace/trace_store.h"
#include "tests/views/drawn_timeline.h"

namespace strata::timeline_test {
namespace {

std::vector<std::string> groupNames(const ViewState& state) {
  std::vector<std::string> names;
  for (const TrackGroup& group : timelineGroups(*state.session.snapshot)) names.push_back(group.name);
  return names;
}

TEST(Timeline, GroupsGoDownTheStackThenQueuesCopiesCountersCost) {
  SampleSession session;
  session.tracingCost();
  session.counter("device memory", "bytes");
  session.copies("D→H");
  session.stream(2);
  session.stream(1);
  const ViewState state = sampleRun(session);
  EXPECT_EQ(groupNames(state),
            (std::vector<std::string>{"model", "framework", "library", "runtime", "driver", "stream 1", "copy D→H",
                                      "copy H→D", "device memory", "pinned memory", "tracing cost"}))
      << "a stream on which nothing ran has no group";
}

TEST(Timeline, EightStreamsStandInTheOrderOfTheirNumbers) {
  SampleSession session;
  for (const std::uint32_t number : {8, 2, 5, 1, 7, 3, 6, 4})
    session.add(
        {session.stream(number), "gemm", 10 * number, 90'000, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  EXPECT_EQ(groupNames(session.state()), (std::vector<std::string>{"stream 1", "stream 2", "stream 3", "stream 4",
                                                                   "stream 5", "stream 6", "stream 7", "stream 8"}));
}

/// What agents with these runs wrote, one after the other: a slice on each of two worker threads, a kernel, a value.
class SuccessiveAgents {
 public:
  void agent(std::uint32_t run, const std::string& device, std::int64_t start) {
    TrackInfo worker = track(run, "framework · worker", TrackKind::Host, device);
    worker.thread = "worker";
    for (worker.tid = 10 * run; worker.tid < 10 * run + 2; ++worker.tid, ++worker.uuid) slice(worker, start);
    slice(track(run + 100, "stream 1", TrackKind::Queue, device), start);
    TraceEvent value;
    value.track = store.track(track(run + 200, "device memory", TrackKind::Counter, device));
    value.kind = EventKind::Counter;
    value.begin = {start};
    value.payload = std::bit_cast<std::int64_t>(static_cast<double>(run));
    store.add(value);
  }
  ViewState state() const {
    ViewState state;
    state.session.snapshot = store.snapshot();
    state.sight.range = *state.session.snapshot->bounds();
    state.sight.now = state.sight.range.end;
    return state;
  }

  TraceStore store;

 private:
  static TrackInfo track(std::uint32_t run, std::string name, TrackKind kind, const std::string& device) {
    TrackInfo info;
    info.uuid = std::uint64_t{run} << 32 | 1;
    info.name = std::move(name);
    info.kind = kind;
    info.device = device;
    return info;
  }
  void slice(const TrackInfo& info, std::int64_t begin) {
    TraceEvent event;
    event.track = store.track(info);
    event.begin = {begin};
    event.payload = 50;
    store.add(event);
  }
};

TEST(Timeline, AnAgentTakesUpTheGroupsOfTheOneBefore) {
  SuccessiveAgents agents;
  for (std::uint32_t run = 1; run <= 3; ++run) agents.agent(run, "cpu:0 X", 1000 * run);
  const ViewState state = agents.state();
  const TimelineLayout layout = layoutTimeline(kArea, state);
  ASSERT_EQ(layout.groups.size(), 4u) << "two workers, a stream, a counter";
  std::size_t bars = 0;
  for (const TrackGroup& group : layout.groups) {
    ASSERT_EQ(group.tracks.size(), 3u) << group.name;
    if (group.kind != TrackKind::Counter) forEachBar(layout, state, group, 0, [&](const TimelineBar&) { ++bars; });
    for (const std::uint32_t track : group.tracks) EXPECT_EQ(layout.groupOf(track), &group);
  }
  EXPECT_EQ(bars, 9u);
  const CounterLine line = counterLineOf(layout, *state.session.snapshot, layout.groups.back(), state.sight.now);
  EXPECT_EQ(line.low, 1);
  EXPECT_EQ(line.high, 3);
  float x = 0;
  for (const CounterColumn& column : line.columns) {
    EXPECT_GE(column.x, x) << "an agent's last value ends where the next one's first begins";
    x = column.x + column.w - 1;
  }
}

TEST(Timeline, AgentsThatWorkSideBySideOrOnOtherDevicesKeepTheirGroups) {
  SuccessiveAgents devices, together;
  devices.agent(1, "cpu:0 X", 1000);
  devices.agent(2, "cuda:0 Y", 2000);
  EXPECT_EQ(timelineGroups(*devices.state().session.snapshot).size(), 8u);
  together.agent(1, "cpu:0 X", 1000);
  together.agent(2, "cpu:0 X", 1020);
  EXPECT_EQ(timelineGroups(*together.state().session.snapshot).size(), 7u) << "only values do not overlap";
}

TEST(Timeline, ThreadsOfOneStoreyAreToldApart) {
  SampleSession session;
  sampleRun(session);
  session.add({session.host(Storey::Driver, 205), "read", 1, 2, 0, 0, EventKind::Slice, Storey::Driver, {}, {}});
  const auto names = groupNames(session.state());
  EXPECT_NE(std::ranges::find(names, "driver · thread 100"), names.end());
  EXPECT_NE(std::ranges::find(names, "driver · thread 205"), names.end());
  EXPECT_NE(std::ranges::find(names, "runtime"), names.end());
}

TEST(Timeline, LanesOfOneNameAreToldApartByTheirProcesses) {
  TraceStore store;
  const auto add = [&](TrackKind kind, std::int64_t pid, const char* name, const char* process) {
    TrackInfo info;
    info.uuid = 100 + store.snapshot()->tracks().size();
    info.kind = kind;
    info.storey = Storey::Model;
    info.pid = info.tid = pid;
    info.name = name;
    if (kind == TrackKind::Host) info.thread = "worker";
    info.process = process;
    TraceEvent event;
    event.track = store.track(info);
    event.kind = kind == TrackKind::Counter ? EventKind::Counter : EventKind::Slice;
    store.add(event);
  };
  add(TrackKind::Host, 10, "model", "trainer");
  add(TrackKind::Host, 20, "model", "dataloader");
  add(TrackKind::Counter, 10, "rss", "trainer");
  add(TrackKind::Counter, 20, "rss", "dataloader");
  add(TrackKind::Counter, 20, "load", "dataloader");
  std::set<std::string> names, lanes;
  for (const TrackGroup& group : timelineGroups(*store.snapshot())) names.insert(group.name);
  for (const Lane& lane : lanesOf(*store.snapshot())) lanes.insert(lane.name);
  EXPECT_EQ(names, (std::set<std::string>{"model · worker · trainer", "model · worker · dataloader", "rss · trainer",
                                          "rss · dataloader", "load"}));
  EXPECT_EQ(lanes, (std::set<std::string>{"worker · trainer", "worker · dataloader"}));
}

struct ForeignThread {
  std::int64_t pid, tid;
  const char *thread, *process;
  const char* name = "other";
  Storey storey = Storey::Other;
  TrackKind kind = TrackKind::Host;
};

/// A track of another tool's trace for each, with one event on it.
std::shared_ptr<const TraceSnapshot> foreignThreads(std::initializer_list<ForeignThread> threads) {
  TraceStore store;
  for (const ForeignThread& of : threads) {
    TrackInfo info;
    info.uuid = 100 + store.snapshot()->tracks().size();
    info.kind = of.kind;
    info.storey = of.storey;
    info.pid = of.pid, info.tid = of.tid;
    info.name = of.name, info.thread = of.thread, info.process = of.process;
    TraceEvent event;
    event.track = store.track(info);
    event.kind = of.kind == TrackKind::Counter ? EventKind::Counter : EventKind::Slice;
    store.add(event);
  }
  return store.snapshot();
}

using LaneTexts = std::multiset<std::string>;

LaneTexts groupsOf(const TraceSnapshot& snapshot) {
  LaneTexts names;
  for (const TrackGroup& group : timelineGroups(snapshot)) names.insert(group.name);
  return names;
}

LaneTexts laneTextsOf(const TraceSnapshot& snapshot) {
  LaneTexts names;
  for (const Lane& lane : lanesOf(snapshot)) names.insert(lane.name);
  return names;
}

TEST(Timeline, ProcessesWithoutANameOrOfOneNameAreToldByTheirNumber) {
  const auto unnamed = foreignThreads({{11, 1, "thread 1", ""}, {12, 1, "thread 1", ""}});
  EXPECT_EQ(groupsOf(*unnamed), (LaneTexts{"other · thread 1 · process 11", "other · thread 1 · process 12"}));
  EXPECT_EQ(laneTextsOf(*unnamed), (LaneTexts{"thread 1 · process 11", "thread 1 · process 12"}));
  const auto named = foreignThreads({{11, 1, "thread 1", "worker"},
                                     {12, 1, "thread 1", "worker"},
                                     {13, 1, "thread 1", ""},
                                     {14, 1, "thread 1", "main"},
                                     {14, 2, "thread 2", "main"}});
  EXPECT_EQ(laneTextsOf(*named), (LaneTexts{"thread 1 · worker 11", "thread 1 · worker 12", "thread 1 · process 13",
                                            "thread 1 · main", "thread 2"}));
  const auto counters = foreignThreads({{11, 1, "thread 1", "worker"},
                                        {11, 0, "", "", "rss", Storey::Other, TrackKind::Counter},
                                        {12, 0, "", "", "rss", Storey::Other, TrackKind::Counter}});
  EXPECT_EQ(groupsOf(*counters), (LaneTexts{"other", "rss · worker", "rss · process 12"}));
}

TEST(Timeline, ThreadsOfOneNameAreToldByTheirNumber) {
  const auto pool = foreignThreads({{7, 71, "pool", "train"}, {7, 72, "pool", "train"}, {7, 73, "main", "train"}});
  EXPECT_EQ(laneTextsOf(*pool), (LaneTexts{"pool · thread 71", "pool · thread 72", "main"}));
}

TEST(Timeline, WaitsForStreamsAreToldByTheirDevice) {
  const auto waits = foreignThreads({{0, 7, "stream 7", "python", "runtime", Storey::Runtime},
                                     {1, 7, "stream 7", "python", "runtime", Storey::Runtime},
                                     {0, -1, "all streams", "", "runtime", Storey::Runtime},
                                     {1, -1, "all streams", "", "runtime", Storey::Runtime},
                                     {2, -1, "GPU 2 all streams", "", "runtime", Storey::Runtime}});
  EXPECT_EQ(groupsOf(*waits),
            (LaneTexts{"runtime · stream 7 · GPU 0", "runtime · stream 7 · GPU 1", "runtime · all streams · GPU 0",
                       "runtime · all streams · GPU 1", "runtime · GPU 2 all streams"}));
}

TEST(Timeline, ATooltipNamesTheThreadWhereThereAreSeveral) {
  const auto tipOf = [](std::initializer_list<ForeignThread> threads) {
    ViewState state;
    state.session.snapshot = foreignThreads(threads);
    const std::string lines = eventTooltip(state, state.session.snapshot->event({0, 0, 0}));
    const std::size_t storey = lines.find("Other");
    return lines.substr(storey, lines.find('\n', storey) - storey);
  };
  EXPECT_EQ(tipOf({{11, 1, "thread 1", "worker"}}), "Other");
  EXPECT_EQ(tipOf({{11, 1, "thread 1", "worker"}, {11, 2, "pool", "worker"}}), "Other · thread 1");
  EXPECT_EQ(tipOf({{11, 1, "thread 1", ""}, {12, 1, "thread 1", ""}}), "Other · thread 1 · process 11");
  EXPECT_EQ(tipOf({{11, 1, "io", "srv", "io"}, {12, 1, "io", "srv", "io"}}), "Other · io · srv 11")
      << "a track that is named as its thread is said once";
  EXPECT_EQ(tipOf({{1, 7, "stream 7", ""}}), "Other · GPU 1 · stream 7");
}

TEST(Timeline, TimeUnderTheCursorIsTheTimeDrawnThere) {
  SampleSession session;
  const ViewState state = sampleRun(session);
  const TimelineLayout layout = layoutTimeline(kArea, state);
  EXPECT_EQ(timelineTimeAt(kArea, state, timelinePlot(kArea).x), state.sight.range.begin);
  EXPECT_EQ(timelineTimeAt(kArea, state, timelinePlot(kArea).right()), state.sight.range.end);
  for (float x = layout.plot.x; x < layout.plot.right(); x += 37)
    EXPECT_NEAR(layout.xOf(timelineTimeAt(kArea, state, x)), x, 0.01);
}

TEST(Timeline, HeaderCountsEventsDropsAndTheClock) {
  SampleSession session;
  sampleRun(session);
  EXPECT_NE(drawn(session.state()).findText("38 events · 0 dropped · clock error ±400 ns"), nullptr);
  session.store().setDropped(session.host(Storey::Driver), 12);
  const RecordingCanvas canvas = drawn(session.state());
  ASSERT_NE(canvas.findText("12 dropped"), nullptr);
  EXPECT_EQ(canvas.findText("12 dropped")->color, darkTheme().warning);
  EXPECT_NE(canvas.findText("−12"), nullptr) << "and on the group that lost them";
}

TEST(Timeline, EveryKernelHasItsBarAndLabel) {
  SampleSession session;
  const ViewState state = sampleRun(session);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, storeyInfo(Storey::Framework).color).size(), 4u + 1)
      << "four ops and the group's colour";
  const auto kernel = state.session.snapshot->workOf(CorrelationId{2});
  const Rect bar = rectOf(state, *kernel);
  const DrawOp* label = canvas.findTextWith("matmul_til");
  ASSERT_NE(label, nullptr);
  EXPECT_GE(label->rect.x, bar.x);
  EXPECT_LE(label->rect.right(), bar.right());
}

TEST(Timeline, GroupsKeepTheirPlacesInSlowMotion) {
  SampleSession session;
  const ViewState state = sampleRun(session);
  const auto groups = timelineGroups(*state.session.snapshot);
  ASSERT_GT(groups.size(), 5u);
  const TimeRange bounds = *state.session.snapshot->bounds();
  for (int eighth = 0; eighth <= 8; ++eighth) {
    const TraceSnapshot seen = state.session.snapshot->until(bounds.begin + Duration{bounds.length().ns * eighth / 8});
    const auto then = timelineGroups(seen);
    ASSERT_EQ(then.size(), groups.size()) << eighth;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      EXPECT_EQ(then[i].tracks, groups[i].tracks);
      EXPECT_EQ(then[i].top, groups[i].top);
      EXPECT_EQ(then[i].height, groups[i].height);
    }
  }
}

TEST(Timeline, ScrollMovesGroupsAndClipsThem) {
  SampleSession session;
  ViewState state = sampleRun(session);
  const float before = drawn(state).findText("stream 1")->rect.y;
  state.sight.scroll = 40;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_FLOAT_EQ(canvas.findText("stream 1")->rect.y, before - 40);
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    EXPECT_TRUE(op->text != "framework" || op->clip) << "groups half scrolled away are cut at the ruler";
  EXPECT_GT(timelineContentHeight(state), 200);
}

TEST(Timeline, CountersAreStepsWithTheirRange) {
  SampleSession session;
  const ViewState state = sampleRun(session);
  EXPECT_NE(drawn(state).findText("0 B – 3 MiB · counted"), nullptr);
  const auto groups = timelineGroups(*state.session.snapshot);
  const auto group = std::ranges::find(groups, "device memory", &TrackGroup::name);
  const CounterLine line = counterLine(state.session.snapshot->row(group->tracks[0], 0), state.sight.range,
                                       state.sight.range.end, 100, 1000);
  EXPECT_EQ(line.low, 0);
  EXPECT_EQ(line.high, 3 * 1'048'576.0);
  EXPECT_LT(line.columns.size(), 10u) << "equal neighbours are joined";
  for (std::size_t i = 1; i < line.columns.size(); ++i)
    EXPECT_GE(line.columns[i].x, line.columns[i - 1].x + line.columns[i - 1].w - 0.01f);
}

TEST(Timeline, CounterTooltipTellsValueAndKind) {
  SampleSession session;
  const ViewState state = sampleRun(session);
  const TimelineLayout layout = layoutTimeline(kArea, state);
  const auto group = std::ranges::find(layout.groups, "device memory", &TrackGroup::name);
  const auto hit =
      findView("timeline")->hit(RecordingCanvas(), kArea, state, {layout.plot.x + 600, layout.yOf(*group) + 10});
  ASSERT_TRUE(hit);
  EXPECT_TRUE(hit->tooltip.starts_with("device memory\n3 MiB counted\n")) << hit->tooltip;
}

TEST(Timeline, PointerShowsItsTime) {
  SampleSession session;
  ViewState state = sampleRun(session);
  state.sight.range = {{SampleSession::kStart + 200'000}, {SampleSession::kStart + 300'000}};
  const Rect plot = timelinePlot(kArea);
  state.sight.pointer = Point{plot.x + plot.w / 2, plot.y + 30};
  EXPECT_NE(drawn(state).findTextWith("249.9"), nullptr) << "session starts at its first event, 100 ns in";
}

TEST(Timeline, EmptyNamesAllStoreysInALowPlace) {
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, {0, 0, 640, 160}, ViewState{});
  for (const StoreyInfo& info : std::span(storeys()).first(kStoreyCount))
    EXPECT_NE(canvas.findText(info.key), nullptr) << info.key;
}

TEST(Timeline, EmptyTeaches) {
  EXPECT_NE(drawn(ViewState{}).findTextWith("Press Run"), nullptr);
  ViewState live;
  live.sight.live = live.sight.running = true;
  EXPECT_EQ(drawn(live).findTextWith("Press Run"), nullptr);
  EXPECT_NE(drawn(live).findText(text(Msg::TimelineWaitingHint)), nullptr);
}

TEST(Timeline, FittedGroupsShowEveryStoreyHoweverDeepAndMany) {
  for (const int threads : {1, 3, 40}) {
    SampleSession session;
    for (int thread = 0; thread < threads; ++thread)
      for (const Storey storey : {Storey::Model, Storey::Framework, Storey::Runtime})
        for (std::int64_t depth = 0; depth < (storey == Storey::Model ? 60 : 2); ++depth)
          session.add({session.host(storey, 100 + thread),
                       "frame",
                       depth,
                       100'000 - depth,
                       0,
                       0,
                       EventKind::Slice,
                       storey,
                       {},
                       {}});
    session.add({session.stream(1), "gemm", 10, 90'000, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
    ViewState state = session.state();
    const Rect area{0, 0, 1300, 700};
    const TimelineLayout scrolled = layoutTimeline(area, state);
    EXPECT_GT(scrolled.groups.back().top + scrolled.groups.back().height, scrolled.plot.h) << "they do not all fit";
    state.sight.scroll = kGroupsFitted;
    const TimelineLayout layout = layoutTimeline(area, state);
    EXPECT_EQ(layout.groups.size(), scrolled.groups.size());
    for (const TrackGroup& group : layout.groups) {
      EXPECT_LE(layout.yOf(group) + group.height, layout.plot.bottom() + 0.5f) << group.name;
      for (std::uint32_t row = 0; row + 1 < group.rows; ++row)
        EXPECT_LE(layout.rowRect(group, row).bottom(), layout.rowRect(group, row + 1).y + 0.01f);
      EXPECT_GT(layout.rowRect(group, 0).h, 0);
    }
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, area, state);
    EXPECT_FALSE(canvas.of(DrawOp::Kind::Fill, storeyInfo(Storey::Hardware).color).empty());
  }
}

TEST(Timeline, LanesKeepTheirNamesWhereCountersHaveToGiveWay) {
  SampleSession session;
  ViewState state = sampleRun(session);
  for (int i = 0; i < 6; ++i) session.count(session.counter("counter " + std::to_string(i), "bytes"), 10, i);
  state = session.state();
  state.sight.scroll = kGroupsFitted;
  const Rect area{0, 0, 700, 200};
  const TimelineLayout layout = layoutTimeline(area, state);
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, area, state);
  for (const TrackGroup& group : layout.groups) {
    EXPECT_LE(layout.yOf(group) + group.height, layout.plot.bottom() + 0.5f) << group.name;
    if (group.kind == TrackKind::Host || group.kind == TrackKind::Queue || group.kind == TrackKind::Copy) {
      EXPECT_NE(canvas.findText(group.name), nullptr) << group.name;
    }
  }
}

ViewState withCounters(SampleSession& session) {
  sampleRun(session);
  for (int i = 0; i < 6; ++i) session.count(session.counter("counter " + std::to_string(i), "bytes"), 10, i);
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  return state;
}

TEST(Timeline, LanesAreHigherWhereThereIsRoomToSpare) {
  SampleSession session;
  ViewState state = withCounters(session);
  const auto heightAt = [&](float height) {
    const TimelineLayout layout = layoutTimeline({0, 0, 700, height}, state);
    return layout.groups.back().top + layout.groups.back().height;
  };
  const float plain = timelineContentHeight(state), headers = layoutTimeline({0, 0, 700, 2000}, state).plot.y + 4;
  EXPECT_NEAR(heightAt(headers + plain), plain, 1);
  EXPECT_NEAR(heightAt(headers + plain * 1.3f), plain * 1.3f, 1);
  EXPECT_LT(heightAt(2000), plain * 2) << "but no towers";
  state.sight.scroll = 0;
  EXPECT_NEAR(heightAt(2000), plain, 1) << "who scrolls has them as they are";
}

TEST(Timeline, CountersGiveWayHoweverLowItIs) {
  SampleSession session;
  const ViewState state = withCounters(session);
  for (float height = 260; height > 100; height -= 10) {
    float lane = 1000, counter = 0;
    for (const TrackGroup& group : layoutTimeline({0, 0, 700, height}, state).groups) {
      if (group.kind == TrackKind::Counter) counter = std::max(counter, group.height);
      if (group.kind == TrackKind::Host) lane = std::min(lane, group.height);
    }
    EXPECT_LT(counter, lane) << height;
  }
}

TEST(Timeline, CountersHaveTheirNamesOrAreLeftOutThoseThatNeverChangeFirst) {
  SampleSession session;
  sampleRun(session);
  for (int i = 0; i < 6; ++i) {
    const bool changes = i % 2 == 1;
    const std::uint32_t counter = session.counter((changes ? "changing " : "flat ") + std::to_string(i), "bytes");
    for (const int value : {7, changes ? 9 : 7}) session.count(counter, 10 * value, value);
  }
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  std::size_t withSome = 0;
  for (float height = 400; height > 100; height -= 5) {
    const Rect area{0, 0, 700, height};
    std::size_t flat = 0, changing = 0;
    const TimelineLayout layout = layoutTimeline(area, state);
    for (const TrackGroup& group : layout.groups) {
      if (group.kind != TrackKind::Counter || group.height == 0) continue;
      EXPECT_GE(group.height, kNamedGroup) << group.name << " at " << height;
      flat += group.name.starts_with("flat");
      changing += group.name.starts_with("changing");
    }
    EXPECT_TRUE(flat == 0 || changing == 3) << height;
    withSome += changing > 0 && flat == 0;
  }
  EXPECT_GT(withSome, 0u);
}

TEST(Timeline, TheRulerHasItsTimesInALowPanel) {
  SampleSession session;
  const ViewState state = withCounters(session);
  for (float height = 400; height > 130; height -= 5) {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, {0, 0, 700, height}, state);
    const Rect ruler = layoutTimeline({0, 0, 700, height}, state).ruler;
    const auto texts = canvas.of(DrawOp::Kind::Text);
    EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawOp* words) {
      return words->rect.x >= ruler.x && words->rect.y + words->rect.h / 2 > ruler.y &&
             words->rect.y + words->rect.h / 2 < ruler.bottom();
    })) << height;
  }
}

TEST(Timeline, LanesKeepTheirNamesLongerThanCountersTheirRoomAndItIsSaid) {
  SampleSession session;
  const ViewState state = withCounters(session);
  std::size_t lost = 0;
  for (float height = 260; height > 100; height -= 5) {
    const Rect area{0, 0, 700, height};
    const TimelineLayout layout = layoutTimeline(area, state);
    const auto isLane = [](const TrackGroup& group) {
      return group.kind != TrackKind::Counter && group.kind != TrackKind::TracingCost;
    };
    if (layout.plot.h < 1.02f * kNamedGroup * static_cast<float>(std::ranges::count_if(layout.groups, isLane)))
      continue;
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, area, state);
    for (const TrackGroup& group : layout.groups) {
      if (!isLane(group)) continue;
      EXPECT_NE(canvas.findText(group.name), nullptr) << group.name << " at " << height;
    }
    lost = std::max(lost, layout.withoutRoom());
    EXPECT_EQ(canvas.findTextWith("lanes without room: ") != nullptr, layout.withoutRoom() > 0) << height;
    const auto hit = findView("timeline")->hit(canvas, area, state, {area.w / 2, layout.header.y + 5});
    ASSERT_EQ(hit.has_value(), layout.withoutRoom() > 0) << height;
    if (layout.withoutRoom() > 8) continue;  // no more are named
    for (const TrackGroup& group : layout.groups)
      EXPECT_EQ(hit && hit->tooltip.find(group.name) != std::string::npos, !group.hasRoom()) << group.name;
  }
  EXPECT_GT(lost, 0u);
}

TEST(Timeline, WhereCountersHaveTheirNamesTheTracingsCostHasItsOwn) {
  SampleSession session;
  const ViewState state = withCounters(session);
  for (float height = 200; height < 700; height += 20) {
    float lowestCounter = height, cost = 0;
    for (const TrackGroup& group : layoutTimeline({0, 0, 700, height}, state).groups) {
      if (group.kind == TrackKind::Counter) lowestCounter = std::min(lowestCounter, group.height);
      if (group.kind == TrackKind::TracingCost) cost = group.height;
    }
    if (lowestCounter >= kNamedGroup) {
      EXPECT_GE(cost, kNamedGroup) << height;
    }
  }
}

TEST(Timeline, ADeepLaneLeavesThinOnesRoomForTheirNames) {
  SampleSession session;
  for (const Storey storey : {Storey::Model, Storey::Library, Storey::Compiler, Storey::Runtime, Storey::Driver})
    session.add({session.host(storey), "one", 0, 1000, 0, 0, EventKind::Slice, storey});
  const auto deep = session.host(Storey::Framework);
  for (std::int64_t depth = 0; depth < 30; ++depth)
    session.add({deep, "nested", depth, 1000 - depth, 0, 0, EventKind::Slice, Storey::Framework});
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  for (const float height : {136.f, 146.f, 166.f})
    for (const TrackGroup& group : layoutTimeline({0, 0, 1000, height}, state).groups)
      EXPECT_GE(group.height, kNamedGroup) << group.name << " at " << height;
}

TEST(Timeline, NoLineGoesThroughTheNameOfAThinLane) {
  SampleSession session;
  const ViewState state = withCounters(session);
  std::size_t thin = 0;
  for (float height = 90; height < 260; height += 10) {
    const Rect area{0, 0, 700, height};
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, area, state);
    for (const TrackGroup& group : layoutTimeline(area, state).groups) {
      const DrawOp* name = canvas.findText(group.name);
      if (!name || group.height >= kNamedGroup) continue;
      EXPECT_GT(group.height, 0) << group.name << " has no room at " << height;
      ++thin;
      for (const DrawOp* line : canvas.of(DrawOp::Kind::Fill, canvas.theme().groupLine))
        EXPECT_FALSE(line->rect.x < name->rect.right() && line->rect.y > name->rect.y + 2 &&
                     line->rect.y < name->rect.bottom() - 2)
            << group.name << " at " << height;
    }
  }
  EXPECT_GT(thin, 0u);
}

TEST(Timeline, TheNameOfAThinLaneStandsOnIt) {
  SampleSession session;
  for (const Storey storey :
       {Storey::Model, Storey::Framework, Storey::Library, Storey::Compiler, Storey::Runtime, Storey::Driver})
    session.add({session.host(storey), "one", 0, 1000, 0, 0, EventKind::Slice, storey});
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  std::size_t named = 0;
  for (const float height : {70.f, 80.f, 90.f, 100.f, 110.f}) {
    const Rect area{0, 0, 700, height};
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, area, state);
    const TimelineLayout layout = layoutTimeline(area, state);
    for (std::size_t i = 1; i < layout.groups.size(); ++i) {  // the first one's has nothing above it to reach into
      const TrackGroup& group = layout.groups[i];
      const DrawOp* name = canvas.findText(group.name);
      if (!name || group.height >= kNamedGroup) continue;
      ++named;
      EXPECT_NEAR(name->rect.y + name->rect.h / 2, layout.yOf(group) + group.height / 2, 1) << group.name << height;
    }
  }
  EXPECT_GT(named, 3u);
}

TEST(Timeline, TheStreamsOfACalibrationStandBelowARuns) {
  SampleSession session;
  const std::uint32_t model = session.host(Storey::Model), roof = session.stream(1), own = session.stream(2);
  session.add({model, "roof: vectorised", 0, 100, 1, 0, EventKind::Slice, Storey::Model, {}, {}});
  session.add({roof, "copy_vectorised", 10, 90, 1, 1, EventKind::Kernel, Storey::Hardware, {}, {}});
  session.add({model, "tiled 64×64×64", 200, 300, 2, 0, EventKind::Slice, Storey::Model, {}, {}});
  session.add({own, "matmul_tiled", 210, 290, 2, 2, EventKind::Kernel, Storey::Hardware, {}, {}});
  const ViewState state = session.state();
  EXPECT_EQ(groupNames(state), (std::vector<std::string>{"model", "stream 2", "stream 1"}));
  const auto lanes = lanesOf(*state.session.snapshot);
  EXPECT_EQ(lanes.back().tracks.front(), roof) << "so does the list of the table's filter";
}

}  // namespace
}  // namespace strata::timeline_test
