#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/canvas/theme.h"
#include "app/facts/event_statistics.h"
#include "app/facts/named_events.h"
#include "app/facts/seen_statistics.h"
#include "app/facts/table_cells.h"
#include "app/views/statistics/statistics_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

namespace strata::statistics_test {
namespace {

TimeRange range(std::int64_t begin, std::int64_t end) {
  return {{SampleSession::kStart + begin}, {SampleSession::kStart + end}};
}

struct Counted {
  SampleSession session;
  ViewState state;

  Counted() {
    const auto runtime = session.host(Storey::Runtime), driver = session.host(Storey::Driver);
    for (std::int64_t i = 0; i < 101; ++i) session.add({runtime, "launch", i * 1000, i * 1000 + 1 + i});
    session.add({.track = driver, .name = "launch", .begin = 0, .end = 900'000, .storey = Storey::Driver});
    session.add({runtime, "copy", 200'000, 200'010});
    session.open({runtime, "endless", 300'000, 0});
    state = session.state();
    state.sight.range = range(0, 1'000'000);
  }
};

TEST(EventStatistics, CountsTotalsAndSpreadByNameAndStorey) {
  const Counted c;
  const EventStatistics statistics = statisticsOf(*c.state.session.snapshot, range(0, 1'000'000), NameId::None);
  ASSERT_EQ(statistics.names.size(), 3u) << "what runs still is not counted";
  EXPECT_EQ(statistics.events, 103u);
  EXPECT_EQ(statistics.names[0].storey, Storey::Driver) << "the longest total first";
  const NameStatistics& launch = statistics.names[1];
  EXPECT_EQ(launch.count, 101u);
  EXPECT_EQ(launch.total, Duration{101 * 102 / 2});
  EXPECT_EQ(launch.least, Duration{1});
  EXPECT_EQ(launch.most, Duration{101});
  EXPECT_EQ(c.state.session.snapshot->event(launch.longest).duration(), Duration{101});
}

/// A kernel measured for 100, and the same one counted for another GPU and watched for its accesses.
ViewState measuredAndCounted() {
  SampleSession session;
  const auto model = session.host(Storey::Model), stream = session.stream(1);
  std::uint32_t call = 0;
  std::int64_t now = 0;
  for (const auto& [name, length] : {std::pair("naive 8×8×8", 100),
                                     {"naive, counted for NVIDIA T4", 9000},
                                     {"naive, memory observed", 5000},
                                     {"naive 8×8×8", 100}}) {
    session.add({.track = model,
                 .name = name,
                 .begin = now,
                 .end = now + length + 20,
                 .call = ++call,
                 .storey = Storey::Model});
    session.add({.track = stream,
                 .name = "matmul_naive",
                 .begin = now + 10,
                 .end = now + 10 + length,
                 .call = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
    now += length + 100;
  }
  return session.state();
}

TEST(EventStatistics, LaunchesThatOnlyCountAreKeptApart) {
  ViewState state = measuredAndCounted();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const EventStatistics statistics = statisticsOf(snapshot, *snapshot.bounds(), NameId::None);
  const auto kernel = std::ranges::find(statistics.names, EventKind::Kernel, &NameStatistics::kind);
  ASSERT_NE(kernel, statistics.names.end());
  EXPECT_EQ(kernel->count, 2u);
  EXPECT_EQ(kernel->total, Duration{200});
  EXPECT_EQ(kernel->most, Duration{100});
  EXPECT_EQ(statistics.deviceTime, Duration{200});
  EXPECT_EQ(statistics.counting.count, 2u);
  EXPECT_EQ(statistics.counting.total, Duration{14'000});
  EXPECT_EQ(statistics.names.size(), 2u) << "their calls are in no row either";
  EXPECT_EQ(statistics.hostTime, Duration{2 * 120});
  addUpNames(state);
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 1600, 220}, state);
  EXPECT_NE(canvas.findTextWith("launches that only count: 2, 14.0 µs"), nullptr);
  EXPECT_EQ(canvas.findTextWith("counted for"), nullptr);
  state.sight.choices.table.eachEvent = true;
  addUpNames(state);
  EXPECT_EQ(state.sight.table->size(), statistics.events);
}

TEST(EventStatistics, WhatTheHostDidToCountIsNotTheTimeOfWhatItIsNestedIn) {
  SampleSession session;
  const auto model = session.host(Storey::Model), runtime = session.host(Storey::Runtime);
  session.add({.track = model, .name = "all", .begin = 0, .end = 1000, .storey = Storey::Model});
  session.add(
      {.track = model, .name = "naive, memory observed", .begin = 100, .end = 700, .call = 1, .storey = Storey::Model});
  session.add({.track = runtime, .name = "wait", .begin = 200, .end = 600, .call = 1, .storey = Storey::Runtime});
  const ViewState state = session.state();
  const EventStatistics statistics = statisticsOf(*state.session.snapshot, range(0, 1000), NameId::None);
  ASSERT_EQ(statistics.names.size(), 1u);
  EXPECT_EQ(statistics.names[0].total, Duration{1000});
  EXPECT_EQ(statistics.names[0].self, Duration{400});
  EXPECT_EQ(statistics.hostTime, Duration{400});
  const auto asked = longestNamed(*state.session.snapshot, "memory observed");
  ASSERT_TRUE(asked) << "who asks for one by name finds it";
  EXPECT_EQ(state.session.snapshot->event(*asked).duration(), Duration{600});
}

TEST(DeviceWork, LaunchesThatOnlyCountAreInNoSumOfTheSession) {
  const ViewState state = measuredAndCounted();
  const SessionWork work = workOf(*state.session.snapshot);
  EXPECT_EQ(work.all.kernels, 2u);
  EXPECT_EQ(work.all.busy, Duration{200});
  EXPECT_EQ(work.all.counting.count, 2u);
  EXPECT_EQ(work.calls[1].kernels, 0u);
  EXPECT_EQ(work.calls[1].counting.total, Duration{9000});
}

TEST(EventStatistics, MedianAndPercentilesOfTheChosenName) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  for (std::int64_t i = 0; i < 101; ++i) session.add({runtime, "launch", i * 1000, i * 1000 + 1 + i});
  const auto state = session.state();
  const EventStatistics statistics = statisticsOf(*state.session.snapshot, range(0, 1'000'000), NameId::None);
  ASSERT_TRUE(statistics.spread);
  EXPECT_EQ(statistics.spread->median, Duration{51});
  EXPECT_EQ(statistics.spread->p5, Duration{6});
  EXPECT_EQ(statistics.spread->p95, Duration{96});
  std::uint32_t binned = 0;
  for (const std::uint32_t bin : statistics.spread->bins) binned += bin;
  EXPECT_EQ(binned, 101u);
}

TEST(EventStatistics, TheMedianOfAnEvenNumberIsTheQuickerOfTheTwoInTheMiddle) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  std::int64_t begin = 0;
  for (const std::int64_t length : {400, 100, 300, 200}) {
    begin += 1000;
    session.add({runtime, "launch", begin, begin + length});
  }
  const auto state = session.state();
  for (const auto& [until, median] : {std::pair(3000, 100), std::pair(5000, 200)}) {
    const EventStatistics statistics = statisticsOf(*state.session.snapshot, range(0, until), NameId::None);
    EXPECT_EQ(statistics.names.at(0).median, Duration{median});
    ASSERT_TRUE(statistics.spread);
    EXPECT_EQ(statistics.spread->median, Duration{median});
  }
}

TEST(EventStatistics, AFewLongOnesDoNotLeaveTheOthersInOneBin) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  for (std::int64_t i = 0; i < 100; ++i)
    session.add({runtime, "launch", i * 1'000'000, i * 1'000'000 + (i % 10 == 0 ? 500'000 : 300 + 10 * i)});
  const auto state = session.state();
  const EventStatistics statistics = statisticsOf(*state.session.snapshot, range(0, 200'000'000), NameId::None);
  ASSERT_TRUE(statistics.spread);
  const Spread& spread = *statistics.spread;
  EXPECT_TRUE(spread.byFactors);
  EXPECT_EQ(spread.placeOf(spread.low), 0);
  EXPECT_EQ(spread.placeOf(spread.high), 1);
  EXPECT_LT(std::ranges::max(spread.bins), 50u) << "half of them would be one bar";
  EXPECT_EQ(std::accumulate(spread.bins.begin(), spread.bins.end(), 0u), 100u);
}

TEST(EventStatistics, ARangeTakesWhatLiesInItPartlyToo) {
  const Counted c;
  const EventStatistics statistics = statisticsOf(*c.state.session.snapshot, range(10'005, 12'001), NameId::None);
  ASSERT_EQ(statistics.names.size(), 2u);
  EXPECT_EQ(statistics.names[1].count, 3u) << "the slices at 10, 11 and 12 µs";
  EXPECT_TRUE(statisticsOf(*c.state.session.snapshot, range(950'000, 990'000), NameId::None).names.empty());
}

const NameStatistics& named(const ViewState& state, const EventStatistics& statistics, std::string_view name) {
  return *std::ranges::find_if(statistics.names,
                               [&](const NameStatistics& of) { return state.session.snapshot->name(of.name) == name; });
}

/// forward calls itself twice and then launches; another thread has one forward more; two streams overlap.
ViewState nestedFrames(SampleSession& session) {
  const auto model = session.host(Storey::Model), runtime = session.host(Storey::Runtime);
  session.add({model, "forward", 0, 64'000, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
  session.add({model, "forward", 10'000, 40'000, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
  session.add({model, "forward", 20'000, 30'000, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
  session.add({runtime, "launch", 22'000, 27'000, 0, 0, EventKind::Slice, Storey::Runtime, {}, {}});
  session.add({session.host(Storey::Model, 101), "forward", 0, 8'000, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
  for (std::uint32_t stream = 1; stream <= 2; ++stream)
    session.add({session.stream(stream), "gemm", 30'000, 50'000, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  return session.state();
}

TEST(EventStatistics, CountEachNanosecondOfAGroupOnce) {
  SampleSession session;
  const ViewState state = nestedFrames(session);
  const EventStatistics statistics = statisticsOf(*state.session.snapshot, range(0, 100'000), NameId::None);
  const NameStatistics& forward = named(state, statistics, "forward");
  EXPECT_EQ(forward.count, 4u);
  EXPECT_EQ(forward.total, Duration{64'000 + 8'000}) << "64 µs on one thread however deep, 8 on the other";
  EXPECT_EQ(forward.self, Duration{64'000 - 5'000 + 8'000});
  EXPECT_EQ(named(state, statistics, "launch").self, Duration{5'000});
  EXPECT_EQ(named(state, statistics, "gemm").total, Duration{40'000}) << "20 µs on each stream";
  ViewState drawn = state;
  addUpNames(drawn);
  const Rect area{0, 0, 1600, 220};
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, area, drawn);
  const DrawOp* busy = canvas.findText("busy");
  ASSERT_NE(busy, nullptr);
  const auto row = findView("statistics")->hit(canvas, area, drawn, {40, busy->rect.bottom() + 10});
  ASSERT_TRUE(row);
  EXPECT_NE(row->tooltip.find("busy 72.0 µs, overlaps counted once; sum of whole events 112 µs"), std::string::npos)
      << row->tooltip;
  Duration selves;
  for (const NameStatistics& of : statistics.names) selves += of.self;
  EXPECT_EQ(selves, Duration{64'000 + 8'000 + 2 * 20'000}) << "the time in which the groups were busy";
  EXPECT_EQ(statistics.cut, 0u);
}

TEST(EventStatistics, TimesAreClippedToTheRangeAndTheirEventsCounted) {
  SampleSession session;
  const ViewState state = nestedFrames(session);
  const EventStatistics statistics = statisticsOf(*state.session.snapshot, range(25'000, 35'000), NameId::None);
  const NameStatistics& forward = named(state, statistics, "forward");
  EXPECT_EQ(forward.total, Duration{10'000});
  EXPECT_EQ(forward.self, Duration{8'000});
  EXPECT_EQ(named(state, statistics, "launch").total, Duration{2'000});
  EXPECT_EQ(forward.most, Duration{64'000}) << "of whole events";
  EXPECT_EQ(statistics.events, 6u);
  EXPECT_EQ(statistics.cut, 6u);
  ViewState drawn = state;
  drawn.sight.range = range(25'000, 35'000);
  addUpNames(drawn);
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 1600, 220}, drawn);
  EXPECT_NE(canvas.findTextWith("6 cut at its edges"), nullptr);
  EXPECT_NE(canvas.findText(text(Msg::StatisticsSelf)), nullptr);
}

/// Against a count of every nanosecond by itself.
TEST(EventStatistics, AgreeWithCountingNanosecondByNanosecond) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    SampleSession session;
    const auto track = session.host(Storey::Runtime);
    struct Spec {
      std::int64_t begin, end;
      int name;
    };
    std::vector<Spec> specs;
    for (int i = 0; i < 12; ++i) {
      const auto begin = static_cast<std::int64_t>(random() % 200);
      specs.push_back({begin, begin + 1 + static_cast<std::int64_t>(random() % 80), static_cast<int>(random() % 3)});
    }
    std::ranges::sort(
        specs, [](const Spec& a, const Spec& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    constexpr std::string_view kNames[] = {"a", "b", "c"};
    for (const Spec& spec : specs) session.add({track, kNames[spec.name], spec.begin, spec.end});
    std::array<std::int64_t, 3> total{}, self{};
    for (std::int64_t t = 50; t < 150; ++t) {
      std::array<bool, 3> runs{};
      int last = -1;
      for (const Spec& spec : specs)
        if (spec.begin <= t && t < spec.end) runs[static_cast<std::size_t>(last = spec.name)] = true;
      for (std::size_t i = 0; i < 3; ++i) total[i] += runs[i];
      if (last >= 0) ++self[static_cast<std::size_t>(last)];
    }
    const ViewState state = session.state();
    for (const NameStatistics& of : statisticsOf(*state.session.snapshot, range(50, 150), NameId::None).names) {
      const auto i = static_cast<std::size_t>(state.session.snapshot->name(of.name)[0] - 'a');
      EXPECT_EQ(of.total.ns, total[i]) << round;
      EXPECT_EQ(of.self.ns, self[i]) << round;
    }
  }
}

TEST(StatisticsView, SaysThatALaunchIsOneOfSeveralOperations) {
  for (const bool several : {false, true}) {
    SampleSession session;
    const auto op = session.host(Storey::Framework), runtime = session.host(Storey::Runtime), queue = session.stream(1);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::int64_t at = i * 1000;
      const char* name = i > 0 && several ? "aten::mul" : "aten::add";
      session.add({op, name, at, at + 100, i + 1, 0, EventKind::Slice, Storey::Framework});
      session.add({runtime, "cudaLaunchKernel", at + 10, at + 20, i + 1, i + 1, EventKind::Slice, Storey::Runtime});
      session.add({queue, "kernel", at + 200, at + 250 + i, i + 1, i + 1, EventKind::Kernel, Storey::Hardware});
    }
    ViewState state = session.state();
    state.sight.selection.event = state.session.snapshot->workOf(CorrelationId{1});
    addUpNames(state);
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1600, 220}, state);
    EXPECT_NE(canvas.findText(several ? "launched by cudaLaunchKernel in aten::add, one of 2 operations"
                                      : "launched by cudaLaunchKernel in aten::add"),
              nullptr);
  }
}

TEST(StatisticsView, ColumnsSayWhatTheyCount) {
  Counted c;
  addUpNames(c.state);
  const Rect area{0, 0, 1600, 220};
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, area, c.state);
  const DrawOp* self = canvas.findText(text(Msg::StatisticsSelf));
  ASSERT_NE(self, nullptr);
  const auto hit = findView("statistics")->hit(canvas, area, c.state, {self->rect.x + 1, self->rect.y + 8});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->tooltip, text(Msg::StatisticsSelfTip));
  const DrawOp* median = canvas.findText(text(Msg::StatisticsMedian));
  ASSERT_NE(median, nullptr);
  const auto middle = findView("statistics")->hit(canvas, area, c.state, {median->rect.x + 1, median->rect.y + 8});
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->tooltip, text(Msg::StatisticsMedianTip));
  const DrawOp *ofThreads = canvas.findText("of threads"), *ofStreams = canvas.findText("of streams");
  ASSERT_TRUE(ofThreads && ofStreams) << "each share stands below its whole";
  EXPECT_GT(ofThreads->rect.x, self->rect.x) << "beside what it is a part of";
  const auto row = findView("statistics")->hit(canvas, area, c.state, {40, self->rect.bottom() + 10});
  ASSERT_TRUE(row);
  EXPECT_NE(row->tooltip.find(" in which "), std::string::npos) << "of what it is a part: " << row->tooltip;
}

/// A report's picture has all columns, with the spread below; a low dock as many as there is room for beside it.
TEST(StatisticsView, TheSpreadLeavesRoomForColumns) {
  Counted c;
  addUpNames(c.state);
  const auto all = statisticsColumns(false);
  const StatisticsLayout page = layOutStatistics({0, 0, 1200, 600}, c.state);
  EXPECT_EQ(page.columns.size(), all.size());
  EXPECT_GE(page.spread.y, page.rows.bottom());
  EXPECT_LE(page.spread.bottom(), 600);
  EXPECT_GE(page.nameWidth(), 170);
  const StatisticsLayout dock = layOutStatistics({0, 0, 1200, 220}, c.state);
  EXPECT_EQ(dock.columns.size(), all.size() - 1);
  EXPECT_GE(dock.spread.x, dock.rows.right());
  EXPECT_GE(dock.spread.w, 300);
  const StatisticsLayout wide = layOutStatistics({0, 0, 1700, 600}, c.state);
  EXPECT_EQ(wide.columns.size(), all.size());
  EXPECT_GE(wide.spread.x, wide.rows.right());
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 1200, 600}, c.state);
  for (const StatisticsColumn& column : all) EXPECT_NE(canvas.findText(text(column.name)), nullptr);
}

TEST(StatisticsView, APictureDoesNotTellWhatTheMouseDoes) {
  Counted c;
  addUpNames(c.state);
  for (const bool still : {false, true}) {
    c.state.sight.still = still;
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1600, 220}, c.state);
    EXPECT_NE(canvas.findText("of the session"), nullptr);
    EXPECT_EQ(canvas.findTextWith("Shift+drag") == nullptr, still);
  }
}

TEST(StatisticsView, SaysOfWhatTimeAsOtherViewsDo) {
  Counted c;
  const auto says = [&](const char* words) {
    addUpNames(c.state);
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1600, 220}, c.state);
    return canvas.findText(words) != nullptr;
  };
  c.state.sight.range = range(0, 500'000);
  EXPECT_TRUE(says("of what is in sight"));
  c.state.sight.measured = range(0, 1'000'000);
  EXPECT_TRUE(says("of the session")) << "it leaves nothing out";
  c.state.sight.measured = range(0, 400'000);
  EXPECT_TRUE(says("of the measured range"));
}

TEST(StatisticsView, FewEventsHaveNo99thPercentile) {
  const auto cell = [](int events) {
    SampleSession session;
    const auto runtime = session.host(Storey::Runtime);
    for (int i = 0; i < events; ++i) session.add({runtime, "launch", i * 1000, i * 1000 + 500 + i});
    ViewState state = session.state();
    addUpNames(state);
    return tableCell(state, 0, TableColumn::P99);
  };
  EXPECT_EQ(cell(12), "–");
  EXPECT_EQ(cell(100), "598 ns");
  EXPECT_EQ(cell(270), "767 ns") << "99 % of 270 are no longer than the 268th";
}

TEST(StatisticsView, OneEventHasNoHistogram) {
  const auto drawn = [](int events) {
    SampleSession session;
    const auto runtime = session.host(Storey::Runtime);
    for (int i = 0; i < events; ++i) session.add({runtime, "launch", i * 1000, i * 1000 + 500 + i});
    ViewState state = session.state();
    addUpNames(state);
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1200, 220}, state);
    return canvas;
  };
  EXPECT_NE(drawn(1).findText("500 ns, one event: no spread"), nullptr);
  EXPECT_NE(drawn(3).findText("1 in the tallest bar"), nullptr);
  EXPECT_EQ(drawn(1).findText("1 in the tallest bar"), nullptr);
}

TEST(StatisticsView, TheHistogramSaysThatItsLastBarHasAllThatIsLonger) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  for (int i = 0; i < 1000; ++i)
    session.add({runtime, "launch", i * 10'000, i * 10'000 + (i % 400 == 7 ? 5000 : 500 + i % 10)});
  ViewState state = session.state();
  addUpNames(state);
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 1200, 220}, state);
  EXPECT_NE(canvas.findText("≥ 509 ns"), nullptr);
}

TEST(StatisticsView, ALineSelectsTheLongestEvent) {
  Counted c;
  addUpNames(c.state);
  const Rect area{0, 0, 1200, 220};
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, area, c.state);
  const DrawOp* copy = canvas.findText("copy");
  ASSERT_NE(copy, nullptr);
  const auto hit = findView("statistics")->hit(canvas, area, c.state, {copy->rect.x + 1, copy->rect.y + 8});
  ASSERT_TRUE(hit && hit->selection.event);
  EXPECT_EQ(c.state.session.snapshot->name(c.state.session.snapshot->event(*hit->selection.event).name), "copy");
  EXPECT_NE(canvas.findText("101"), nullptr) << "how many launches";
}

TEST(StatisticsView, TheLineThatIsChosenHasAnEdge) {
  Counted c;
  addUpNames(c.state);
  const auto edges = [&] {
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1200, 220}, c.state);
    const Rect* row = nullptr;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Stroke, darkTheme().accent))
      if (op->rect.w > 300) row = &op->rect;
    return row ? std::optional(*row) : std::nullopt;
  };
  c.state.sight.selection = {};
  EXPECT_FALSE(edges());
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 1200, 220}, c.state);
  const DrawOp* copy = canvas.findText("copy");
  ASSERT_NE(copy, nullptr);
  const Point at{copy->rect.x + 1, copy->rect.y + 8};
  const auto hit = findView("statistics")->hit(canvas, {0, 0, 1200, 220}, c.state, at);
  ASSERT_TRUE(hit);
  c.state.sight.selection = hit->selection;
  const auto edge = edges();
  ASSERT_TRUE(edge);
  EXPECT_TRUE(edge->contains(at));
}

TEST(StatisticsView, SaysWhatItWillShow) {
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 900, 200}, {});
  EXPECT_NE(canvas.findTextWith("Count, total and spread"), nullptr);
}

TEST(StatisticsView, SaysWhyThereIsNoTableOfASession) {
  SampleSession session;
  session.add({.track = session.host(Storey::Framework), .name = "mm", .begin = 100, .end = 200});
  ViewState state = session.state();
  const View& view = *findView("statistics");
  const auto says = [&](const char* words) {
    RecordingCanvas canvas;
    view.draw(canvas, {0, 0, 900, 200}, state);
    return canvas.findTextWith(words) != nullptr;
  };
  EXPECT_TRUE(says("Adding up the events of the session: 1 …"));
  state.sight.measured = TimeRange{state.session.snapshot->bounds()->end + Duration{10},
                                   state.session.snapshot->bounds()->end + Duration{20}};
  addUpNames(state);
  EXPECT_TRUE(says("No event that has ended is in the measured range."));
  state.sight.range = *state.sight.measured;
  state.sight.measured.reset();
  EXPECT_TRUE(says("No event that has ended is in sight."));
}

TEST(StatisticsView, SaysThatLaunchesThatOnlyCountAreLeftOutWhereThereIsNothingElse) {
  ViewState state = measuredAndCounted();
  const auto says = [&](const char* words) {
    addUpNames(state);
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1200, 200}, state);
    return canvas.findTextWith(words) != nullptr;
  };
  state.sight.measured = range(300, 9000);
  EXPECT_TRUE(says("Launches that only count are left out: 1, 9.00 µs. No other event that has ended is in the meas"));
  state.sight.range = *std::exchange(state.sight.measured, std::nullopt);
  EXPECT_TRUE(says("Launches that only count are left out: 1, 9.00 µs. No other event that has ended is in sight."));
}

}  // namespace
}  // namespace strata::statistics_test
