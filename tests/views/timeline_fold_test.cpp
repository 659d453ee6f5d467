#include <gtest/gtest.h>

#include "app/canvas/format.h"
#include "app/canvas/recording_canvas.h"
#include "app/views/timeline/timeline_bars.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

namespace strata::timeline_fold_test {
namespace {

constexpr Rect kArea{0, 0, 1294, 460};

TEST(TimelineFold, CountsAddUpToTheEventsOfEachGroup) {
  SampleSession session;
  session.addRun(5'000);
  const ViewState state = session.state();
  const TimelineLayout layout = layoutTimeline(kArea, state);
  for (const TrackGroup& group : layout.groups) {
    if (group.kind == TrackKind::Counter) continue;
    std::size_t shown = 0, events = 0, bars = 0;
    for (std::uint32_t row = 0; row < group.rows; ++row) {
      events += state.session.snapshot->row(group.tracks[0], row).size();
      forEachBar(layout, state, group, row, [&](const TimelineBar& bar) {
        shown += bar.count;
        ++bars;
        EXPECT_GE(bar.rect.w, kLeastBar);
      });
    }
    EXPECT_EQ(shown, events) << group.name;
    EXPECT_LE(bars, 2 * static_cast<std::size_t>(layout.plot.w)) << group.name;
  }
}

TEST(TimelineFold, DrawingCostsPixelsNotEvents) {
  SampleSession few, many;
  few.addRun(2'000);
  many.addRun(40'000);
  const auto ops = [](SampleSession& session) {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, kArea, session.state());
    return canvas.ops().size();
  };
  EXPECT_LT(ops(many), 2 * ops(few) + 100);
}

TEST(TimelineFold, AFoldedBlockSaysHowManyAndLetsOneBeSelected) {
  SampleSession session;
  session.addRun(5'000);
  const ViewState state = session.state();
  const TimelineLayout layout = layoutTimeline(kArea, state);
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findText("×5\u202f000"), nullptr);
  const Rect row = layout.rowRect(layout.groups[0], 0);
  const auto hit = findView("timeline")->hit(canvas, kArea, state, {row.x + row.w / 2, row.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_TRUE(hit->tooltip.starts_with("5\u202f000 events folded here")) << hit->tooltip;
  const auto call = static_cast<std::uint32_t>(hit->selection.call);
  EXPECT_NEAR(call, 2'500, 5) << "the one under the pointer, not the first of the block";
}

TEST(TimelineFold, AFoldedBlockSaysHowBusyItsStretchIsAndWhatItsFootMeans) {
  SampleSession session;
  const std::uint32_t stream = session.stream(1);
  for (std::int64_t i = 0; i < 3'000; ++i)
    session.add({stream, "gemm", 1'000 * i, 1'000 * i + 600, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  const ViewState state = session.state();
  const TimelineLayout layout = layoutTimeline(kArea, state);
  const Rect row = layout.rowRect(*layout.groupOf(stream), 0);
  const auto hit = findView("timeline")->hit(RecordingCanvas{}, kArea, state, {row.x + row.w / 2, row.y + row.h / 2});
  ASSERT_TRUE(hit);
  const std::string busy = fillText(Msg::TipFoldedBusy, {"3\u202f000", formatPercent(0.6)});
  EXPECT_TRUE(hit->tooltip.starts_with(busy + "\n" + std::string(text(Msg::TipFoldedFoot)))) << hit->tooltip;
}

TEST(TimelineFold, ABlockHasTheColourOfWhatTookMostOfItsTime) {
  const auto colorOfBlock = [](std::int64_t copyLength, std::int64_t kernelLength) {
    SampleSession session;
    const std::uint32_t stream = session.stream(1);
    session.add({stream, "Memcpy", 0, copyLength, 0, 0, EventKind::Copy, Storey::Hardware, {}, {}});
    for (std::int64_t i = 0; i < 3'000; ++i) {
      const std::int64_t at = 1'000 * (i + 1);
      const bool copy = i % 200 == 0;
      session.add({stream,
                   copy ? "Memcpy" : "gemm",
                   at,
                   at + (copy ? copyLength : kernelLength),
                   0,
                   0,
                   copy ? EventKind::Copy : EventKind::Kernel,
                   Storey::Hardware,
                   {},
                   {}});
    }
    session.add({session.host(Storey::Model), "run", 0, 4'000'000'000, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
    const ViewState state = session.state();
    const TimelineLayout layout = layoutTimeline(kArea, state);
    Color color{};
    forEachBar(layout, state, *layout.groupOf(stream), 0, [&](const TimelineBar& bar) {
      EXPECT_EQ(bar.count, 3'001u);
      color = bar.color;
    });
    return color;
  };
  EXPECT_EQ(colorOfBlock(900, 900), storeyInfo(Storey::Hardware).color) << "16 copies among 2985 kernels, one in front";
  EXPECT_EQ(colorOfBlock(1'000, 1), kCopyColor) << "few, but they take the time";
}

TEST(TimelineFold, TheSelectedCallShinesOutOfItsBlock) {
  SampleSession session;
  session.addRun(5'000);
  ViewState state = session.state();
  state.sight.selection.call = CallId{2'500};
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, state);
  const TimelineLayout layout = layoutTimeline(kArea, state);
  for (const Storey storey :
       {Storey::Model, Storey::Framework, Storey::Library, Storey::Runtime, Storey::Driver, Storey::Hardware}) {
    auto lit = canvas.of(DrawOp::Kind::Fill, storeyInfo(storey).color);
    std::erase_if(lit, [&](const DrawOp* op) { return op->rect.x < layout.plot.x; });
    ASSERT_EQ(lit.size(), 1u) << storeyInfo(storey).key;
    EXPECT_NEAR(lit[0]->rect.x, layout.plot.x + layout.plot.w / 2, 3);
  }
}

TEST(TimelineFold, ZoomingInTakesBlocksApart) {
  SampleSession session;
  session.addRun(5'000);
  ViewState state = session.state();
  state.sight.range = {{SampleSession::kStart + 210'000}, {SampleSession::kStart + 210'000 + 65'000 * 3}};
  const TimelineLayout layout = layoutTimeline(kArea, state);
  std::uint32_t bars = 0;
  forEachBar(layout, state, layout.groups[0], 0, [&](const TimelineBar& bar) {
    EXPECT_EQ(bar.count, 1u);
    ++bars;
  });
  EXPECT_EQ(bars, 3u);
}

}  // namespace
}  // namespace strata::timeline_fold_test
