#include <QLineEdit>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/selections.h"
#include "app/studio/inspector.h"
#include "app/studio/scene.h"
#include "app/studio/timeline_widget.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/views/view.h"
#include "window_fixture.h"

namespace strata {
namespace {

class TimelineHandsTest : public WindowTest {
 protected:
  TimelineWidget& timeline() { return window().scene().timelineWidget(); }
  const ViewState& state() { return window().scene().state(); }
  Rect area() { return {0, 0, static_cast<float>(timeline().width()), static_cast<float>(timeline().height())}; }

  void wheel(QPoint at, int notches) {
    QWheelEvent event(at, timeline().mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&timeline(), &event);
  }

  /// Some place of the timeline where a click meets an event: just there, for an event may be a hair.
  QPoint somewhereOnAnEvent() {
    for (int y = static_cast<int>(timelinePlot(area()).y); y < timeline().height(); y += 4)
      for (int x = static_cast<int>(timelinePlot(area()).x); x < timeline().width(); x += 3) {
        const auto hit = findView("timeline")
                             ->hit(RecordingCanvas{}, area(), state(), {static_cast<float>(x), static_cast<float>(y)});
        if (hit && hit->selection.event) return {x, y};
      }
    return {};
  }
};

TEST_F(TimelineHandsTest, WheelZoomsAtTheCursor) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const QPoint at(timeline().width() * 2 / 3, timeline().height() / 2);
  const HostTime before = timelineTimeAt(area(), state(), static_cast<float>(at.x()));
  const Duration span = state().sight.range.length();
  wheel(at, 4);
  EXPECT_LT(state().sight.range.length(), span);
  const HostTime after = timelineTimeAt(area(), state(), static_cast<float>(at.x()));
  EXPECT_NEAR(static_cast<double>(after.ns), static_cast<double>(before.ns), span.ns / 500.0);
  EXPECT_FALSE(window().scene().timeline().following());
}

TEST_F(TimelineHandsTest, DragPansAndDoesNotSelect) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const QPoint from(timeline().width() / 2, timeline().height() / 2);
  wheel(from, 6);
  const TimeRange before = state().sight.range;
  const Selection selected = window().selection().selection();
  QTest::mousePress(&timeline(), Qt::LeftButton, {}, from);
  QTest::mouseMove(&timeline(), from + QPoint(-40, 0));
  QTest::mouseMove(&timeline(), from + QPoint(-120, 0));
  QTest::mouseRelease(&timeline(), Qt::LeftButton, {}, from + QPoint(-120, 0));
  EXPECT_GT(state().sight.range.begin, before.begin);
  EXPECT_EQ(state().sight.range.length(), before.length());
  EXPECT_TRUE(window().selection().selection() == selected);
}

TEST_F(TimelineHandsTest, ClickSelectsAndDoubleClickZooms) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const QPoint at = somewhereOnAnEvent();
  ASSERT_FALSE(at.isNull());
  QTest::mouseClick(&timeline(), Qt::LeftButton, {}, at);
  const auto event = window().selection().selection().event;
  ASSERT_TRUE(event.has_value());
  const auto& snapshot = *state().session.snapshot;
  EXPECT_EQ(window().inspector().title().toStdString(), snapshot.name(snapshot.event(*event).name));
  QTest::mouseDClick(&timeline(), Qt::LeftButton, {}, at);
  const TimeRange of = rangeOf(snapshot, *event, state().sight.now);
  EXPECT_LE(state().sight.range.begin, of.begin);
  EXPECT_GE(state().sight.range.end, of.end);
  EXPECT_LE(state().sight.range.length().ns, std::max<std::int64_t>(of.length().ns * 3 / 2, 200));
}

TEST_F(TimelineHandsTest, AClickOnNothingLeavesTheKernelInView) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const auto selectRunOf = [&](const char* variant) {
    const auto& results = window().session().results();
    const auto found = std::ranges::find(results, variant, &RunResult::variant);
    ASSERT_NE(found, results.end());
    window().scene().select(selectionOf(*state().session.snapshot, CallId{found->medianCall}));
    ASSERT_EQ(kernelFacts(state()).variant, variant);
  };
  for (const char* variant : {"tiled", "naive", "tiled"}) {
    selectRunOf(variant);
    window().selection().clear();
    EXPECT_EQ(kernelFacts(state()).variant, variant);
  }
  ASSERT_TRUE(runSmall());
  window().selection().clear();
  EXPECT_NE(kernelFacts(state()).variant, "tiled") << "another run is shown, whose typical kernel was selected";
}

TEST_F(TimelineHandsTest, KeysStepZoomAndFit) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const auto clicked = [&] {  // the newest events may still be on their way, and groups with them
    QTest::mouseClick(&timeline(), Qt::LeftButton, {}, somewhereOnAnEvent());
    return window().selection().selection().event.has_value();
  };
  ASSERT_TRUE(waitUntil(clicked));
  const auto first = window().selection().selection().event;
  press(timeline(), Qt::Key_Down);
  EXPECT_NE(window().selection().selection().event, first);
  press(timeline(), Qt::Key_F);
  const auto run = window().session().newestPart();
  ASSERT_TRUE(run);
  const TimeRange fitted = state().sight.range;
  EXPECT_TRUE(fitted.covers(*run));
  EXPECT_LT(fitted.length().ns, run->length().ns * 11 / 10) << "without warm-up, and what else was not timed";
  press(timeline(), Qt::Key_W);
  EXPECT_LT(state().sight.range.length(), fitted.length());
  press(timeline(), Qt::Key_F);
  EXPECT_EQ(state().sight.range, fitted);
  press(timeline(), Qt::Key_F);
  EXPECT_TRUE(state().sight.range.covers(*window().session().snapshot()->bounds())) << "then everything";
}

TEST_F(TimelineHandsTest, PagesAndEndsOfTheLanesAreReachedByKeys) {
  openWindow();
  ASSERT_TRUE(runSmall());
  timeline().setFixedHeight(130);
  const float seen = timelinePlot(timeline().area()).h, most = timelineContentHeight(state()) - seen;
  ASSERT_GT(most, seen - 25) << "lanes of two pages";
  press(timeline(), Qt::Key_End);
  EXPECT_FLOAT_EQ(state().sight.scroll, most);
  press(timeline(), Qt::Key_Home);
  EXPECT_EQ(state().sight.scroll, 0);
  press(timeline(), Qt::Key_PageDown);
  const float page = state().sight.scroll;
  EXPECT_GE(page, 60);
  EXPECT_LE(page, std::max(60.f, seen)) << "no lane is leapt over";
  press(timeline(), Qt::Key_PageUp);
  EXPECT_EQ(state().sight.scroll, 0);
}

TEST_F(TimelineHandsTest, TheLineAroundWhatWasClickedGoesWithIt) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const QPoint at = somewhereOnAnEvent();
  ASSERT_FALSE(at.isNull());
  QTest::mouseClick(&timeline(), Qt::LeftButton, {}, at);
  ASSERT_FALSE(timeline().spot().isEmpty());
  window().scene().showRange({state().sight.now + Duration{1'000'000}, state().sight.now + Duration{2'000'000}});
  EXPECT_TRUE(timeline().spot().isEmpty()) << "nothing is there any more";
}

/// The selected event's bar, if its lane is there, is within what is seen of the lanes.
TEST_F(TimelineHandsTest, SearchAndZBringTheLaneIntoSightWhereverItIs) {
  openWindow();
  window().resize(1280, 720);
  ASSERT_TRUE(runSmall());
  const auto inSight = [&] {
    const TimelineLayout layout = layoutTimeline(timeline().area(), state());
    const EventRef event = *state().sight.selection.event;
    const TrackGroup* group = layout.groupOf(event.track);
    if (!group) return false;
    const Rect bar = layout.rowRect(*group, event.row), strip = layout.stripOf(group->pinned);
    return bar.y >= strip.y - 1 && bar.bottom() <= strip.bottom() + 1;
  };
  ASSERT_TRUE(waitUntil([&] { return state().sight.selection.event.has_value(); }));
  const std::string kernel(
      state().session.snapshot->name(state().session.snapshot->event(*state().sight.selection.event).name));
  const auto goAway = [&] {
    for (int i = 0; i < 40; ++i) press(timeline(), Qt::Key_PageDown);
    for (int i = 0; i < 40; ++i) press(timeline(), Qt::Key_PageUp);
  };
  for (const bool hidden : {false, true}) {
    goAway();
    if (hidden) press(timeline(), Qt::Key_H);
    EXPECT_FALSE(hidden && inSight());
    press(timeline(), Qt::Key_Z);
    EXPECT_TRUE(inSight()) << "by Z" << (hidden ? ", from a hidden lane" : "");
    goAway();
    if (hidden) press(timeline(), Qt::Key_H);
    press(timeline(), Qt::Key_F, Qt::ControlModifier);
    auto* search = window().findChild<QLineEdit*>("SearchText");
    search->clear();
    QTest::keyClicks(search, QString::fromStdString(kernel));
    press(*search, Qt::Key_F3);
    EXPECT_TRUE(inSight()) << "by F3" << (hidden ? ", from a hidden lane" : "");
  }
}

}  // namespace
}  // namespace strata
