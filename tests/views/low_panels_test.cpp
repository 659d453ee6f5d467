#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "app/canvas/recording_canvas.h"
#include "app/facts/seen_statistics.h"
#include "app/views/statistics/statistics_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/compared_sessions.h"

// Panels of a small window with large letters: tables have their first rows before what stands around them has room.

namespace strata::compare_test {
namespace {

/// Compared with itself.
ViewState workOnAllStoreys() {
  SampleSession session;
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const auto storey = static_cast<Storey>(i);
    const bool device = storey == Storey::Hardware;
    session.add({.track = device ? session.stream(1) : session.host(storey),
                 .name = "work",
                 .begin = 0,
                 .end = 1000,
                 .kind = device ? EventKind::Kernel : EventKind::Slice,
                 .storey = storey});
  }
  ViewState state = session.state();
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(state.session.snapshot, "one"), side(state.session.snapshot, "two"), std::nullopt));
  return state;
}

TEST(CompareView, AllStoreysAreInSightHoweverLowItIs) {
  const ViewState state = workOnAllStoreys();
  for (const float height : {122.f, 146.f, 171.f, 250.f, 330.f, 600.f}) {
    const Rect area{0, 0, 690, height};
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, area, state);
    float bottom = 0;
    for (std::size_t i = 0; i < kStoreyCount; ++i) {
      const DrawOp* title = canvas.findText(storeys()[i].title);
      ASSERT_NE(title, nullptr) << storeys()[i].title << " at " << height;
      EXPECT_GE(title->rect.y, bottom - 2) << "letters lie on those above";
      bottom = title->rect.bottom();
    }
    EXPECT_LE(bottom, height);
    EXPECT_NE(canvas.findText("name"), nullptr) << "the table has its head";
    EXPECT_TRUE(canvas.findText("A · B") || canvas.findText("A") || height < 200) << "whose strip is which";
  }
}

TEST(CompareView, TheTableHasItsFirstRowsBeforeLanesHaveRoom) {
  const ViewState state = workOnAllStoreys();
  for (const float height : {130.f, 150.f, 190.f, 240.f, 250.f, 300.f, 420.f}) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 480, height}, state);
    const auto rows = std::ranges::count_if(canvas.ops(), [](const DrawOp& op) { return op.text.starts_with("work"); });
    EXPECT_GE(rows, 3) << height;
    const DrawOp* lane = canvas.findText(storeyInfo(Storey::Model).title);
    EXPECT_EQ(lane != nullptr, height > 245) << height;
    EXPECT_TRUE(!lane || lane->style.size >= 12) << height;
  }
}

TEST(CompareView, ANameIsWholeBeforeOtherColumnsGrow) {
  SampleSession session;
  const char* name = "at::native::sum_of_all_rows";
  session.add(
      {.track = session.host(Storey::Runtime), .name = name, .begin = 0, .end = 500, .storey = Storey::Runtime});
  ViewState state = session.state();
  const auto all = side(state.session.snapshot, "one");
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(all, all, std::nullopt));
  for (const float width : {640.f, 700.f, 780.f, 880.f}) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, width, 420}, state);
    EXPECT_NE(canvas.findText(name), nullptr) << width;
  }
}

TEST(StatisticsView, TheHeadShrinksBeforeTheFirstRowsHaveNoRoom) {
  SampleSession session;
  const std::uint32_t runtime = session.host(Storey::Runtime);
  for (const char* name : {"launch", "copy", "wait", "free"})
    session.add({.track = runtime, .name = name, .begin = 0, .end = 500, .storey = Storey::Runtime});
  ViewState state = session.state();
  addUpNames(state);
  ASSERT_GE(state.sight.table->size(), 3u);
  for (const auto& [height, rows, header] :
       {std::tuple(120.f, 3u, true), {104.f, 3u, true}, {98.f, 3u, true}, {84.f, 3u, false}, {62.f, 2u, false}}) {
    const Rect area{0, 0, 480, height};
    EXPECT_GE(layOutStatistics(area, state).shown, rows) << height;
    EXPECT_LE(layOutStatistics(area, state).row(rows - 1).bottom(), height);
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, area, state);
    EXPECT_EQ(canvas.findText(text(Msg::StatisticsTitle)) != nullptr, header) << height;
    EXPECT_NE(canvas.findText(provenanceKey(Provenance::Measured)), nullptr) << height;
  }
}

}  // namespace
}  // namespace strata::compare_test
