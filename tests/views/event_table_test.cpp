#include "app/facts/event_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <regex>
#include <set>

#include "app/canvas/format.h"
#include "app/canvas/recording_canvas.h"
#include "app/facts/lanes.h"
#include "app/facts/seen_statistics.h"
#include "app/facts/short_name.h"
#include "app/facts/table_cells.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

namespace strata::event_table_test {
namespace {

constexpr Rect kArea{0, 0, 1400, 240};

struct Event {
  std::string name;
  Storey storey;
  std::uint32_t track;
  std::int64_t begin, length;
};

/// Two threads and two streams; what happened there is known besides.
struct Busy {
  SampleSession session;
  std::vector<Event> events;
  ViewState state;

  Busy() {
    std::mt19937 random(7);
    const std::uint32_t tracks[] = {session.host(Storey::Runtime, 100), session.host(Storey::Runtime, 101),
                                    session.stream(1), session.stream(2)};
    std::array<std::int64_t, 4> now{};
    for (int i = 0; i < 2000; ++i) {
      const std::size_t at = random() % 4;
      const bool device = at >= 2;
      const std::string name = (device ? "gemm" : "cudaLaunch") + std::to_string(random() % 40);
      const auto length = static_cast<std::int64_t>(10 + random() % 5000);
      const Storey storey = device ? Storey::Hardware : Storey::Runtime;
      events.push_back({name, storey, tracks[at], now[at], length});
      now[at] += length + static_cast<std::int64_t>(random() % 100);
    }
    for (const Event& event : events)
      session.add({event.track,
                   event.name,
                   event.begin,
                   event.begin + event.length,
                   0,
                   0,
                   event.storey == Storey::Hardware ? EventKind::Kernel : EventKind::Slice,
                   event.storey,
                   {},
                   {}});
    state = session.state();
    addUpNames(state);
  }
  const EventTable& ask(const TableChoices& choices) {
    state.sight.choices.table = choices;
    addUpNames(state);
    return *state.sight.table;
  }
  std::string nameAt(std::size_t row) const {
    const TraceSnapshot& snapshot = *state.session.snapshot;
    return std::string(snapshot.name(snapshot.event(state.sight.table->event(row)).name));
  }
};

TEST(EventTable, FiltersAsCountingEachEventDoes) {
  Busy busy;
  const auto lanes = lanesOf(*busy.state.session.snapshot);
  ASSERT_EQ(lanes.size(), 4u);
  std::vector<std::pair<EventFilter, std::function<bool(const Event&)>>> cases;
  cases.push_back({{.storey = Storey::Hardware}, [](const Event& e) { return e.storey == Storey::Hardware; }});
  cases.push_back({{.work = true}, [](const Event& e) { return e.storey == Storey::Hardware; }});
  const std::uint32_t lane = lanes[2].tracks.front();
  cases.push_back({{.lane = lane}, [=](const Event& e) { return e.track == lane; }});
  cases.push_back({{.name = "LAUNCH1"}, [](const Event& e) { return e.name.find("Launch1") != std::string::npos; }});
  cases.push_back({{.name = "^(gemm3|cudaLaunch).$", .expression = true},
                   [](const Event& e) { return std::regex_search(e.name, std::regex("^(gemm3|cudaLaunch).$")); }});
  cases.push_back({{.least = {2500}}, [](const Event& e) { return e.length >= 2500; }});
  for (const auto& [filter, passes] : cases) {
    std::map<std::string, std::pair<std::uint64_t, std::int64_t>> expected;
    for (const Event& event : busy.events)
      if (passes(event)) ++expected[event.name].first, expected[event.name].second += event.length;
    const EventTable& table = busy.ask({.filter = filter});
    ASSERT_EQ(table.size(), expected.size());
    std::uint64_t events = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      const auto [count, total] = expected.at(busy.nameAt(row));
      EXPECT_EQ(table.name(row).count, count);
      EXPECT_EQ(table.name(row).total.ns, total);
      events += count;
    }
    EXPECT_EQ(busy.ask({.filter = filter, .eachEvent = true}).size(), events);
  }
}

TEST(EventTable, AFilterOfNamesTakesItsLinesFromThoseOfAll) {
  Busy busy;
  const TraceSnapshot& snapshot = *busy.state.session.snapshot;
  const TimeRange whole = *snapshot.bounds();
  const Event& first = *std::ranges::find_if(busy.events, [](const Event& e) { return e.name == "gemm1"; });
  const TimeRange range{whole.begin + Duration{first.begin + first.length / 2}, whole.end};
  const EventStatistics all = statisticsOf(snapshot, range, NameId::None);
  const auto found = std::ranges::find_if(all.names, [&](const auto& of) { return snapshot.name(of.name) == "gemm1"; });
  const NameId chosen = found->name;
  const auto sieve = EventSieve::of(snapshot, {.storey = Storey::Hardware, .name = "1"});
  ASSERT_TRUE(sieve.ok());
  for (const NameId name : {NameId::None, chosen}) {
    const EventStatistics counted = statisticsOf(snapshot, range, name, sieve.value());
    const EventStatistics taken = statisticsOfNames(snapshot, all, name, sieve.value());
    ASSERT_EQ(taken.names.size(), counted.names.size());
    EXPECT_LT(taken.names.size(), all.names.size());
    for (std::size_t i = 0; i < counted.names.size(); ++i) {
      EXPECT_EQ(taken.names[i].name, counted.names[i].name);
      EXPECT_EQ(taken.names[i].self, counted.names[i].self);
      EXPECT_EQ(taken.names[i].p99, counted.names[i].p99);
    }
    EXPECT_EQ(taken.events, counted.events);
    EXPECT_EQ(taken.cut, counted.cut);
    EXPECT_GT(taken.cut, 0u);
    EXPECT_EQ(taken.deviceTime, counted.deviceTime);
    ASSERT_TRUE(taken.spread && counted.spread);
    EXPECT_EQ(taken.spread->line, counted.spread->line);
    EXPECT_EQ(taken.spread->bins, counted.spread->bins);
    EXPECT_EQ(taken.spread->median, counted.spread->median);
  }
}

TEST(EventTable, TheFilterChangesNeitherSelfNorShare) {
  SampleSession session;
  const auto model = session.host(Storey::Model), runtime = session.host(Storey::Runtime);
  session.add({model, "step", 0, 100'000, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
  session.add({runtime, "launch", 20'000, 50'000, 0, 0, EventKind::Slice, Storey::Runtime, {}, {}});
  session.add({session.stream(1), "gemm", 60'000, 80'000, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  session.add({session.stream(1), "add", 80'000, 85'000, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  ViewState state = session.state();
  state.sight.choices.table.filter.name = "step";
  addUpNames(state);
  ASSERT_EQ(state.sight.table->size(), 1u);
  EXPECT_EQ(state.sight.table->name(0).self, Duration{70'000}) << "the launch within it is left out, and not its time";
  EXPECT_EQ(tableCell(state, 0, TableColumn::ThreadShare), "70.0 %");
  EXPECT_EQ(tableCell(state, 0, TableColumn::StreamShare), "–");
  state.sight.choices.table.filter.name = "gemm";
  addUpNames(state);
  EXPECT_EQ(tableCell(state, 0, TableColumn::StreamShare), "80.0 %") << "of all device time";
  EXPECT_EQ(tableCell(state, 0, TableColumn::ThreadShare), "–") << "it is no part of what threads did";
  EXPECT_EQ(state.sight.table->statistics().busyAround(state.sight.table->name(0)), Duration{25'000});
}

TEST(EventTable, AnAnnotationOfTheDeviceIsNoWork) {
  SampleSession session;
  session.add({session.stream(2), "ProfilerStep#6", 0, 900'000, 0, 0, EventKind::Slice, Storey::Hardware, {}, {}});
  session.add({session.stream(1), "gemm", 60'000, 80'000, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  session.add({session.host(Storey::Runtime), "launch", 0, 10'000, 0, 0, EventKind::Slice, Storey::Runtime, {}, {}});
  ViewState state = session.state();
  addUpNames(state);
  ASSERT_EQ(state.sight.table->size(), 3u);
  EXPECT_EQ(tableCell(state, 0, TableColumn::ThreadShare), "–");
  EXPECT_EQ(tableCell(state, 0, TableColumn::StreamShare), "–");
  EXPECT_EQ(tableCell(state, 1, TableColumn::StreamShare), "100.0 %");
  EXPECT_EQ(tableCell(state, 2, TableColumn::ThreadShare), "100.0 %") << "all time of threads";
}

TEST(EventTable, EveryColumnSortsBothWays) {
  Busy busy;
  for (const TableColumn column :
       {TableColumn::Total, TableColumn::ThreadShare, TableColumn::StreamShare, TableColumn::Self, TableColumn::Count,
        TableColumn::Mean, TableColumn::Least, TableColumn::Median, TableColumn::P99, TableColumn::Most}) {
    const auto value = [&](const NameStatistics& of) {
      switch (column) {
        case TableColumn::ThreadShare: return isWork(of.kind) ? 0 : busy.state.sight.statistics->shareOf(of).value();
        case TableColumn::StreamShare: return isWork(of.kind) ? busy.state.sight.statistics->shareOf(of).value() : 0;
        case TableColumn::Self: return of.self.seconds();
        case TableColumn::Count: return static_cast<double>(of.count);
        case TableColumn::Mean: return of.mean();
        case TableColumn::Least: return of.least.seconds();
        case TableColumn::Median: return of.median.seconds();
        case TableColumn::P99: return of.p99.value_or(Duration{}).seconds();
        case TableColumn::Most: return of.most.seconds();
        default: return of.total.seconds();
      }
    };
    for (const bool ascending : {false, true}) {
      const EventTable& table = busy.ask({.column = column, .ascending = ascending});
      ASSERT_EQ(table.size(), 80u);
      for (std::size_t row = 1; row < table.size(); ++row) {
        const double before = value(table.name(row - 1)), after = value(table.name(row));
        EXPECT_TRUE(ascending ? before <= after : before >= after) << static_cast<int>(column) << " row " << row;
      }
    }
  }
  busy.ask({.column = TableColumn::Name, .ascending = true});
  for (std::size_t row = 1; row < 80; ++row) EXPECT_LT(busy.nameAt(row - 1), busy.nameAt(row));
}

TEST(EventTable, MedianAndP99AreThoseOfTheDurationsInOrder) {
  Busy busy;
  std::map<std::string, std::vector<std::int64_t>> durations;
  for (const Event& event : busy.events) durations[event.name].push_back(event.length);
  const EventTable& table = *busy.state.sight.table;
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::vector<std::int64_t>& of = durations.at(busy.nameAt(row));
    std::ranges::sort(of);
    EXPECT_EQ(table.name(row).median.ns, of[(of.size() - 1) / 2]);
    const std::size_t nearestRank = (of.size() * 99 + 99) / 100;
    EXPECT_EQ(table.name(row).p99, of.size() < 100 ? std::nullopt : std::optional(Duration{of[nearestRank - 1]}));
    EXPECT_EQ(table.name(row).least.ns, of.front());
    EXPECT_EQ(table.name(row).most.ns, of.back());
  }
}

TEST(EventTable, EachEventHasItsRowAndIsFoundThere) {
  Busy busy;
  const EventTable& table = busy.ask({.eachEvent = true, .column = TableColumn::Length});
  const TraceSnapshot& snapshot = *busy.state.session.snapshot;
  ASSERT_EQ(table.size(), busy.events.size());
  std::set<EventRef> seen;
  for (std::size_t row = 0; row < table.size(); ++row) {
    seen.insert(table.event(row));
    EXPECT_EQ(table.rowOf(snapshot, table.event(row)), row);
    if (row == 0) continue;
    EXPECT_GE(snapshot.event(table.event(row - 1)).duration(), snapshot.event(table.event(row)).duration());
  }
  EXPECT_EQ(seen.size(), busy.events.size());
  EXPECT_FALSE(busy.ask({.filter = {.least = {1'000'000}}, .eachEvent = true}).rowOf(snapshot, *seen.begin()));
}

TEST(EventTable, ABrokenExpressionSaysWhatIsWrongAndWhere) {
  Busy busy;
  EventFilter filter{.name = "gemm(3", .expression = true};
  EXPECT_EQ(busy.ask({.filter = filter}).size(), 0u);
  const std::string problem = busy.state.sight.table->problem();
  EXPECT_NE(problem.find("missing closing parenthesis"), std::string::npos) << problem;
  EXPECT_NE(problem.find("gemm(3"), std::string::npos) << problem;
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, kArea, busy.state);
  EXPECT_NE(canvas.findTextWith("missing closing parenthesis"), nullptr);
  filter.expression = false;
  EXPECT_TRUE(busy.ask({.filter = filter}).problem().empty()) << "as text it is in no name";
}

TEST(EventTable, AnExpressionThatWouldTakeForEverIsRefused) {
  SampleSession session;
  session.add({session.host(Storey::Runtime), std::string(60, 'a') + "b", 0, 100});
  ViewState state = session.state();
  state.sight.choices.table.filter = {.name = "^(a+)+$", .expression = true};
  addUpNames(state);
  EXPECT_NE(state.sight.table->problem().find("takes too long"), std::string::npos) << state.sight.table->problem();
}

/// The event that a row's click selects, by its place on the picture.
std::optional<Hit> clickAt(const ViewState& state, std::string_view words) {
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, kArea, state);
  const DrawOp* found = canvas.findText(words);
  if (!found) return std::nullopt;
  return findView("statistics")->hit(canvas, kArea, state, {found->rect.x + 1, found->rect.y + 8});
}

std::string firstRow(const ViewState& state) {
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, kArea, state);
  for (const DrawOp* words : canvas.of(DrawOp::Kind::Text))
    if (words->text.starts_with("gemm") || words->text.starts_with("cudaLaunch")) return words->text;
  return {};
}

TEST(StatisticsTable, TheMarginBesideASessionIsNoTimeOfIt) {
  Busy busy;
  const TimeRange whole = *busy.state.session.snapshot->bounds();
  const auto says = [&](Duration time) {
    addUpNames(busy.state);
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, kArea, busy.state);
    return canvas.findTextWith(formatDuration(time) + " ") != nullptr;
  };
  busy.state.sight.range = {whole.begin + Duration{-50'000'000}, whole.end + Duration{50'000'000}};
  EXPECT_TRUE(says(whole.length()));
  const Duration quarter{whole.length().ns / 4};
  busy.state.sight.range = {whole.begin, whole.begin + quarter};
  EXPECT_TRUE(says(quarter));
}

TEST(StatisticsTable, AHeadSortsAndTurnsAbout) {
  Busy busy;
  auto hit = clickAt(busy.state, text(Msg::StatisticsCount));
  ASSERT_TRUE(hit && hit->table);
  EXPECT_EQ(hit->table->column, TableColumn::Count);
  EXPECT_FALSE(hit->table->ascending);
  busy.ask(*hit->table);
  hit = clickAt(busy.state, text(Msg::StatisticsCount));
  ASSERT_TRUE(hit && hit->table);
  EXPECT_TRUE(hit->table->ascending);
}

TEST(StatisticsTable, KeysWalkTheRowsAndTheWheelScrolls) {
  Busy busy;
  const View& view = *findView("statistics");
  const auto press = [&](ViewKey key) {
    const auto hit = view.pressed(RecordingCanvas{}, kArea, busy.state, key);
    ASSERT_TRUE(hit && hit->table);
    busy.state.sight.selection = hit->selection;
    busy.state.sight.choices.table = *hit->table;
    addUpNames(busy.state);
  };
  const auto row = [&] {
    return *busy.state.sight.table->rowOf(*busy.state.session.snapshot, *busy.state.sight.selection.event);
  };
  press(ViewKey::Down);
  EXPECT_EQ(row(), 0u);
  const std::string top = firstRow(busy.state);
  press(ViewKey::Down);
  EXPECT_EQ(row(), 1u);
  EXPECT_EQ(firstRow(busy.state), top) << "the rows stay while the next is in sight";
  press(ViewKey::End);
  EXPECT_EQ(row(), 79u);
  EXPECT_NE(firstRow(busy.state), top);
  press(ViewKey::Up);
  EXPECT_EQ(row(), 78u);
  press(ViewKey::Home);
  EXPECT_EQ(row(), 0u);
  busy.state.sight.choices = view.scrolled(RecordingCanvas{}, kArea, busy.state, 5);
  EXPECT_NE(firstRow(busy.state), top);
  busy.state.sight.choices = view.scrolled(RecordingCanvas{}, kArea, busy.state, -50);
  EXPECT_EQ(firstRow(busy.state), top);
  press(ViewKey::Right);
  EXPECT_EQ(busy.state.sight.choices.table.column, TableColumn::Self);
  press(ViewKey::Right);
  EXPECT_EQ(busy.state.sight.choices.table.column, TableColumn::ThreadShare) << "a part of self stands beside it";
  press(ViewKey::Space);
  EXPECT_TRUE(busy.state.sight.choices.table.ascending);
}

TEST(StatisticsTable, WhatKeysReachIsReadInItsWords) {
  Busy busy;
  const View& view = *findView("statistics");
  const auto press = [&](ViewKey key) {
    const auto hit = view.pressed(RecordingCanvas{}, kArea, busy.state, key);
    busy.state.sight.selection = hit->selection;
    busy.state.sight.choices.table = *hit->table;
    addUpNames(busy.state);
  };
  const auto read = [&](std::size_t row) {
    const std::string words = view.reads(busy.state);
    EXPECT_THAT(words, testing::StartsWith(std::string(busy.state.sight.table->label(row)) + ", "));
    EXPECT_THAT(words, testing::HasSubstr(std::string(text(Msg::StatisticsCount)) + " " +
                                          tableCell(busy.state, row, TableColumn::Count)));
    return words;
  };
  press(ViewKey::Down);
  const std::string first = read(0);
  press(ViewKey::Down);
  EXPECT_NE(read(1), first);
  EXPECT_THAT(read(1), testing::EndsWith(", descending"));
  press(ViewKey::Space);
  EXPECT_THAT(view.reads(busy.state), testing::EndsWith(", ascending"));
}

TEST(StatisticsTable, WhatIsSelectedElsewhereComesIntoSight) {
  Busy busy;
  const EventRef last = busy.state.sight.table->event(79);
  busy.state.sight.selection.event = last;
  addUpNames(busy.state);
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, kArea, busy.state);
  EXPECT_NE(canvas.findText(shortName(busy.nameAt(79))), nullptr);
}

TEST(StatisticsTable, AMillionRowsSortScrollAndFilterAtOnce) {
  constexpr std::int64_t kEvents = 1'000'000;
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  std::mt19937 random(3);
  for (std::int64_t i = 0; i < kEvents; ++i)
    session.add(
        {runtime, i % 2 ? "launch" : "copy", i * 3000, i * 3000 + 1 + static_cast<std::int64_t>(random() % 2900)});
  ViewState state = session.state();
  addUpNames(state);
  const auto all = state.sight.statistics;
  // The processor's time: the machine may do other things, too. Sanitizers make it ten times as long.
  const auto timed = [&](const char* what, const auto& act) {
    const std::clock_t begin = std::clock();
    act();
    const double ms = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%s: %.1f ms\n", what, ms);
    EXPECT_LT(ms, 1000) << what;
  };
  const auto ask = [&](const TableChoices& choices) {
    state.sight.choices.table = choices;
    state.sight.table = std::make_shared<const EventTable>(*state.session.snapshot, all, NameId::None, choices,
                                                           state.sight.table.get());
  };
  timed("sort by duration", [&] { ask({.eachEvent = true, .column = TableColumn::Length}); });
  ASSERT_EQ(state.sight.table->size(), static_cast<std::size_t>(kEvents));
  timed("sort by begin", [&] { ask({.eachEvent = true, .column = TableColumn::Begin}); });
  timed("filter", [&] { ask({.filter = {.name = "laun"}, .eachEvent = true, .column = TableColumn::Length}); });
  EXPECT_EQ(state.sight.table->size(), static_cast<std::size_t>(kEvents / 2));
  state.sight.selection.event = state.sight.table->event(400'000);
  timed("draw the middle", [&] {
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, kArea, state);
  });
  timed("scroll", [&] { findView("statistics")->scrolled(RecordingCanvas{}, kArea, state, 100'000); });
}

TEST(TableCsv, HasWholeNamesQuotedAndNanoseconds) {
  SampleSession session;
  session.add({session.stream(1), "gemm<\"a\", b>", 100, 350, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  ViewState state = session.state();
  addUpNames(state);
  EXPECT_EQ(
      tableCsv(state),
      "name,storey,count,busy_ns,sum_ns,thread_share,stream_share,self_ns,mean_ns,min_ns,median_ns,p99_ns,max_ns\n"
      "\"gemm<\"\"a\"\", b>\",hardware,1,250,250,,1.000000,250,250.0,250,250,,250\n");
  state.sight.choices.table.eachEvent = true;
  addUpNames(state);
  EXPECT_EQ(tableCsv(state),
            "name,storey,lane,begin_ns,duration_ns\n\"gemm<\"\"a\"\", b>\",hardware,\"stream 1\",0,250\n");
}

TEST(TableCsv, BusyTimeCountsOverlapsOnceAndTheMeanIsOfTheSum) {
  SampleSession session;
  for (const std::int64_t begin : {0, 100})
    session.add({session.stream(1), "gemm", begin, begin + 150, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  ViewState state = session.state();
  addUpNames(state);
  EXPECT_NE(tableCsv(state).find("\"gemm\",hardware,2,250,300,,1.000000,250,150.0,"), std::string::npos)
      << tableCsv(state);
}

TEST(ShortName, NamesThatItMakesAlikeAreToldApart) {
  const std::vector<std::string_view> names{
      "void elementwise_kernel<4, at::BinaryFunctor<float, at::MulFunctor<float>>>(int)",
      "void elementwise_kernel<4, at::BinaryFunctor<float, at::AddFunctor<float>>>(int)",
      "void elementwise_kernel<4, at::(anonymous namespace)::silu(int)::{lambda()#1}>(int)",
      "void reduce_kernel<4, MeanOps<float>>(int)",
      "gemm",
      "gemm",
  };
  EXPECT_EQ(
      toldApart(names),
      (std::vector<std::string>{"elementwise_kernel<…>(…) · MulFunctor<…>", "elementwise_kernel<…>(…) · AddFunctor<…>",
                                "elementwise_kernel<…>(…) · silu", "reduce_kernel<…>(…)", "gemm", "gemm"}));
}

TEST(ShortName, FoldsWhatMakesNamesOfTemplatesLong) {
  EXPECT_EQ(shortName("void at::native::elementwise_kernel<128, 4, Foo<(anonymous namespace)::a->b>>(int, Foo<1>)"),
            "at::native::elementwise_kernel<…>(…)");
  EXPECT_EQ(shortName("a::(anonymous namespace)::cat<int>::run()"), "a::(anonymous namespace)::cat<…>::run()");
  for (const char* same : {"Memcpy HtoD (Pageable -> Device)", "operator<<", "a < b", "cudaLaunchKernel", "broken<a(",
                           "void plain(int)", "aten::mm"})
    EXPECT_EQ(shortName(same), same);
  EXPECT_EQ(shortName(""), "(no name)");
}

TEST(EventTable, BeginsAreInOneUnitAndTellNeighboursApart) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  for (const std::int64_t begin : {0, 5'401'000, 35'000'100, 35'000'400})
    session.add({.track = runtime, .name = "launch", .begin = begin, .end = begin + 200, .storey = Storey::Runtime});
  ViewState state = session.state();
  state.sight.choices.table = {.eachEvent = true, .column = TableColumn::Begin, .ascending = true};
  addUpNames(state);
  EXPECT_EQ(tableCell(state, 1, TableColumn::Begin), "5.401\u202f000 ms");
  EXPECT_EQ(tableCell(state, 2, TableColumn::Begin), "35.000\u202f100 ms");
  EXPECT_EQ(tableCell(state, 3, TableColumn::Begin), "35.000\u202f400 ms");
}

}  // namespace
}  // namespace strata::event_table_test
