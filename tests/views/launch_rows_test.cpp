#include <gtest/gtest.h>

#include <array>

#include "app/canvas/recording_canvas.h"
#include "app/facts/event_table.h"
#include "app/facts/seen_statistics.h"
#include "app/facts/table_cells.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"

// Rows of the event table that are told apart by grid and block.

namespace strata::launch_rows_test {
namespace {

/// One kernel, launched twice small and once large.
ViewState twoShapes(SampleSession& session) {
  for (const auto& [begin, length, grid] : {std::array<std::int64_t, 3>{0, 100, 8}, {200, 110, 8}, {400, 6400, 32}})
    session.add({.track = session.stream(1),
                 .name = "gemm",
                 .begin = begin,
                 .end = begin + length,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware,
                 .numbers = {{arg::kGridX, grid}, {arg::kGridY, grid}, {arg::kBlockX, 256}}});
  return session.state();
}

TEST(EventTable, LaunchesOfDifferentShapeAreRowsOfTheirOwnWhereThatIsAsked) {
  SampleSession session;
  ViewState state = twoShapes(session);
  addUpNames(state);
  EXPECT_EQ(state.sight.table->size(), 1u);
  state.sight.choices.table.byShape = true;
  addUpNames(state);
  const EventTable& table = *state.sight.table;
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table.label(0), "gemm <<<32×32, 256>>>");
  EXPECT_EQ(table.name(0).count, 1u);
  EXPECT_EQ(table.label(1), "gemm <<<8×8, 256>>>");
  EXPECT_EQ(table.name(1).count, 2u);
  EXPECT_EQ(table.name(1).whole, Duration{210});
  EXPECT_EQ(table.rowOf(*state.session.snapshot, table.event(1)), 1u);
  EXPECT_NE(tableCsv(state).find("\"<<<8×8, 256>>>\""), std::string::npos);
  state.sight.choices.table.filter.name = "gemm";
  addUpNames(state);
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, {0, 0, 1400, 240}, state);
  EXPECT_NE(canvas.findText("gemm <<<8×8, 256>>>"), nullptr);
  EXPECT_NE(canvas.findTextWith("2 rows by name and launch shape"), nullptr);
}

TEST(EventTable, TheSpreadIsOfTheSelectedRowsOwnShape) {
  SampleSession session;
  ViewState state = twoShapes(session);
  state.sight.choices.table.byShape = true;
  addUpNames(state);
  EXPECT_EQ(state.sight.table->statistics().spread->median, Duration{6400}) << "without a selection the longest row";
  state.sight.selection.event = state.sight.table->event(1);
  addUpNames(state);
  const Spread& spread = *state.sight.table->statistics().spread;
  EXPECT_EQ(launchShapeText(spread.line.shape), "<<<8×8, 256>>>");
  EXPECT_EQ(spread.high, Duration{110});
  EXPECT_EQ(std::reduce(spread.bins.begin(), spread.bins.end()), 2u);
  const auto before = state.sight.table;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const NameAndShape large = nameAndShape(snapshot, snapshot.event(before->event(0)), true);
  const EventTable after(snapshot, state.sight.statistics, large, before->choices(), before.get());
  EXPECT_EQ(after.statistics().spread->line, large) << "what the table before it has is of another shape";
  state.sight.choices.table.filter.name = "gemm";
  state.sight.choices.table.eachEvent = true;
  addUpNames(state);
  EXPECT_EQ(state.sight.table->statistics().spread->high, Duration{6400}) << "a row an event: it is of the whole name";
  const auto events = state.sight.table;
  state.sight.choices.table.eachEvent = false;
  const EventTable shapes(snapshot, state.sight.statistics, large, state.sight.choices.table, events.get());
  EXPECT_EQ(shapes.size(), 2u);
}

TEST(EventTable, ARowOfALaunchShapeIsOfOneNameOneGridAndOneBlock) {
  struct Launch {
    const char* name;
    std::int64_t grid, block, length;
  };
  SampleSession session;
  std::int64_t now = 0;
  for (const Launch& launch : {Launch{"gemm", 8, 256, 500},
                               {"gemm", 16, 256, 400},
                               {"gemm", 8, 128, 300},
                               {"scan", 8, 256, 200},
                               {"scan", 8, 256, 1}}) {
    session.add({.track = session.stream(1),
                 .name = launch.name,
                 .begin = now,
                 .end = now + launch.length,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware,
                 .numbers = {{arg::kGridX, launch.grid}, {arg::kBlockX, launch.block}}});
    now += 1000;
  }
  session.add({session.stream(1), "scan", now, now + 100, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  ViewState state = session.state();
  state.sight.choices.table.byShape = true;
  addUpNames(state);
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  for (std::size_t row = 0; row < state.sight.table->size(); ++row)
    rows.push_back({state.sight.table->label(row), state.sight.table->name(row).count});
  EXPECT_EQ(rows, (std::vector<std::pair<std::string, std::uint64_t>>{{"gemm <<<8, 256>>>", 1},
                                                                      {"gemm <<<16, 256>>>", 1},
                                                                      {"gemm <<<8, 128>>>", 1},
                                                                      {"scan <<<8, 256>>>", 2},
                                                                      {"scan", 1}}));
}

}  // namespace
}  // namespace strata::launch_rows_test
