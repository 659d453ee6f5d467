#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "app/canvas/recording_canvas.h"
#include "app/facts/device_use.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"

// What of a session the device's use is of: of the run that is shown, of a range that was measured, of a gap.

namespace strata::device_range_test {
namespace {

constexpr Rect kArea{0, 0, 2000, 300};

const View& view() {
  return *findView("device");
}

/// ns of the session.
TimeRange range(std::int64_t begin, std::int64_t end) {
  return {HostTime{SampleSession::kStart + begin}, HostTime{SampleSession::kStart + end}};
}

struct Work {
  const char* call;
  std::int64_t begin, end;
};

/// Kernels, each within a call of its own that lasts as long.
ViewState sampleOf(std::initializer_list<Work> all) {
  SampleSession session;
  const auto model = session.host(Storey::Model), stream = session.stream(1);
  std::uint32_t call = 0;
  for (const Work& work : all) {
    call += 1;
    session.add({.track = model,
                 .name = work.call,
                 .begin = work.begin,
                 .end = work.end,
                 .call = call,
                 .storey = Storey::Model});
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = work.begin,
                 .end = work.end,
                 .call = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  }
  return session.state();
}

/// Gaps of 200, 50, 300 and 1000 ns.
ViewState withGaps() {
  return sampleOf({{"a", 0, 100}, {"b", 300, 400}, {"c", 450, 550}, {"d", 850, 950}, {"e", 1950, 2050}});
}

void measure(ViewState& state, std::optional<TimeRange> measured) {
  state.sight.measured = measured;
  completeFor(view(), state);
}

std::vector<std::int64_t> listed(const ViewState& state) {
  std::vector<std::int64_t> lengths;
  for (const DeviceGap& gap : state.sight.device->listed()) lengths.insert(lengths.end(), gap.range.length().ns);
  return lengths;
}

/// A key moves the hand and measures nothing.
void move(ViewState& state, ViewKey key) {
  const auto hit = view().pressed(RecordingCanvas{}, kArea, state, key);
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_FALSE(hit->part);
  state.sight.choices = *hit->choices;
}

/// Moves the hand by a key and presses Return, and does what the window does then; the gap that is measured by that.
std::int64_t press(ViewState& state, ViewKey key, bool answered = true) {
  if (key != ViewKey::Enter) move(state, key);
  const auto hit = view().pressed(RecordingCanvas{}, kArea, state, ViewKey::Enter);
  if (!hit || !hit->choices || !hit->part) return 0;
  state.sight.choices = *hit->choices;
  state.sight.measured = hit->part;
  if (answered) completeFor(view(), state);
  return hit->part->length().ns;
}

bool says(const ViewState& state, const char* words) {
  RecordingCanvas canvas;
  view().draw(canvas, kArea, state);
  return canvas.findTextWith(words) != nullptr;
}

TEST(DeviceGaps, StayListedAsTheyWereWhileOneOfThemIsMeasured) {
  for (const bool answered : {true, false}) {
    ViewState state = withGaps();
    measure(state, range(50, 900));
    const std::vector<std::int64_t> gaps{300, 200, 50};
    EXPECT_EQ(listed(state), gaps);
    EXPECT_EQ(press(state, ViewKey::Home, answered), 300);
    EXPECT_EQ(press(state, ViewKey::Down, answered), 200);
    EXPECT_EQ(press(state, ViewKey::Down, answered), 50);
    completeFor(view(), state);
    EXPECT_EQ(listed(state), gaps) << "and not those of the session";
    EXPECT_EQ(press(state, ViewKey::Up), 200);
  }
}

TEST(DeviceGaps, ARangeMeasuredAnewLeavesTheOneThatWasGoneThrough) {
  ViewState state = withGaps();
  measure(state, range(50, 500));
  EXPECT_EQ(press(state, ViewKey::Home), 200);
  measure(state, range(550, 850));
  EXPECT_EQ(listed(state), (std::vector<std::int64_t>{1000, 300, 200, 50})) << "a gap beyond it";
}

TEST(DeviceGaps, TheHandIsOnTheGapThatIsMeasured) {
  ViewState state = withGaps();
  state.sight.choices.device.gap = 0;
  measure(state, range(100, 300));
  EXPECT_EQ(press(state, ViewKey::Enter), 200);
  measure(state, range(100, 300));
  state.sight.choices.device.gap = 0;
  EXPECT_EQ(press(state, ViewKey::Down), 50);
}

TEST(DeviceGaps, KeysMoveTheHandFromAMeasuredOneAndReturnMeasures) {
  ViewState state = withGaps();
  measure(state, std::nullopt);
  const std::size_t ops = state.sight.device->ops.size();
  ASSERT_GT(ops, 0u);
  for (const ViewKey key : {ViewKey::Home, ViewKey::Down, ViewKey::Down}) move(state, key);
  EXPECT_EQ(state.sight.choices.device.gap, 2u);
  EXPECT_EQ(state.sight.device->ops.size(), ops);
  EXPECT_EQ(press(state, ViewKey::Enter), 200);
  for (const ViewKey key : {ViewKey::Up, ViewKey::Up}) move(state, key);
  EXPECT_EQ(state.sight.choices.device.gap, 0u) << "past the one that is measured";
  EXPECT_EQ(press(state, ViewKey::Enter), 1000);
}

TEST(DeviceOfRun, IsOfTheRunThatIsShown) {
  ViewState state = withGaps();
  state.session.part = range(300, 950);
  measure(state, std::nullopt);
  EXPECT_EQ(state.sight.device->span, Duration{650});
  EXPECT_EQ(state.sight.device->outside.count, 2u);
  EXPECT_TRUE(says(state, "from the first work of each variant’s timed calls to the last"));
}

TEST(DeviceOfRun, WhatLiesBetweenItsTimedCallsIsOutside) {
  ViewState state = withGaps();
  state.session.part = range(0, 2050);
  state.session.timed = {{CallId{1}, CallId{2}, range(0, 400)}, {CallId{4}, CallId{5}, range(850, 2050)}};
  measure(state, std::nullopt);
  EXPECT_EQ(state.sight.device->span, Duration{400 + 1200});
  EXPECT_EQ(listed(state), (std::vector<std::int64_t>{1000, 200}));
  EXPECT_EQ(state.sight.device->outside.count, 1u);
  EXPECT_TRUE(says(state, "from the first work of each variant’s timed calls to the last"));
}

TEST(DeviceOfRun, OfALostRunSaysSo) {
  ViewState state = withGaps();
  state.session.lost = true;
  state.session.part = range(800, 2050);
  measure(state, std::nullopt);
  EXPECT_EQ(state.sight.device->work, 2u);
  EXPECT_TRUE(says(state, "from the lost run’s first work to its last"));
  state.session.part = TimeRange{};
  measure(state, std::nullopt);
  EXPECT_FALSE(view().hasContent(state)) << "it recorded nothing";
  EXPECT_TRUE(says(state, "The device has done nothing in the time of this run."));
}

TEST(DeviceUse, SaysWhatLaunchesThatOnlyCountLeaveOut) {
  ViewState state = sampleOf({{"naive", 0, 100}, {"naive, memory observed", 200, 600}, {"tiled", 700, 800}});
  measure(state, state.session.snapshot->bounds());
  EXPECT_EQ(state.sight.device->span, Duration{200});
  EXPECT_EQ(state.sight.device->apart, Duration{600});
  EXPECT_TRUE(says(state, "busy 100.0 % of 200 ns"));
  EXPECT_TRUE(says(state, "without 600 ns around launches that only count"));
  measure(state, range(300, 500));
  EXPECT_TRUE(says(state, "Launches that only count are left out: 1, 400 ns. Nothing else in the measured range"));
}

TEST(DeviceUse, OfLaunchesThatOnlyCountAloneSaysSo) {
  ViewState state = sampleOf({{"naive, memory observed", 200, 600}});
  measure(state, std::nullopt);
  EXPECT_TRUE(says(state, "Launches that only count are left out: 1, 400 ns. The device did nothing else."));
  measure(state, range(300, 500));
  EXPECT_EQ(state.sight.device->each.size(), 0u) << "whether it was idle is not known";
  EXPECT_TRUE(says(state, "Launches that only count are left out: 1, 400 ns. Nothing else in the measured range"));
}

}  // namespace
}  // namespace strata::device_range_test
