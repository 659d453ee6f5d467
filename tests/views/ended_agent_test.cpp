#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "app/canvas/recording_canvas.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"
#include "tests/views/sample_tokens.h"

// What an agent counted is nothing's any more once that agent has ended.

namespace strata::ended_agent_test {
namespace {

constexpr Rect kArea{10, 20, 1300, 800};

std::uint32_t count(TraceStore& store, std::uint32_t run, const char* name, std::int64_t at, double value) {
  TrackInfo info;
  info.uuid = std::uint64_t{run} << 32 | 1;
  info.name = name;
  info.kind = TrackKind::Counter;
  info.unit = "bytes";
  info.device = "cpu:0 X";
  TraceEvent event;
  event.track = store.track(info);
  event.kind = EventKind::Counter;
  event.begin = {at};
  event.payload = std::bit_cast<std::int64_t>(value);
  store.add(event);
  return event.track;
}

TEST(EndedAgent, LeavesNothingOfItsCountersOnTheTimeline) {
  TraceStore store;
  count(store, 1, "device memory", 1'000, 512);
  count(store, 1, "device memory", 1'050, 256);
  store.endAgents();
  count(store, 2, "device memory", 2'000, 64);
  count(store, 2, "device memory", 2'050, 64);
  ViewState state;
  state.session.snapshot = store.snapshot();
  state.sight.range = *state.session.snapshot->bounds();
  state.sight.now = state.sight.range.end;
  const TimelineLayout layout = layoutTimeline(kArea, state);
  ASSERT_EQ(layout.groups.size(), 1u);
  const CounterLine line = counterLineOf(layout, *state.session.snapshot, layout.groups[0], state.sight.now);
  const float middle = layout.plot.x + layout.plot.w / 2;
  for (const CounterColumn& column : line.columns)
    EXPECT_FALSE(column.x <= middle && middle < column.x + column.w) << column.last;
  const float y = layout.yOf(layout.groups[0]) + 4;
  const auto before = findView("timeline")->hit(RecordingCanvas(), kArea, state, {layout.plot.x + 4, y});
  ASSERT_TRUE(before);
  EXPECT_NE(before->tooltip.find("512 B"), std::string::npos) << before->tooltip;
  const auto between = findView("timeline")->hit(RecordingCanvas(), kArea, state, {middle, y});
  EXPECT_TRUE(!between || between->tooltip.find("256 B") == std::string::npos);
}

TEST(EndedAgent, DoesNotTellTheSizeOfTheCacheOfALaterOne) {
  SampleSession session;
  count(session.store(), 7, "KV cache in use", SampleSession::kStart + 1, 1024);
  ViewState state;
  const auto drawn = [&] {
    state = session.state();
    state.session.tokens = sampleTokens(6);
    state.sight.choices.token = 6;
    RecordingCanvas canvas;
    findView("tokens")->draw(canvas, kArea, state);
    return canvas.findText("7 of 64 tokens") != nullptr;
  };
  session.store().endAgents();
  session.addRun(12);
  EXPECT_TRUE(drawn());
  count(session.store(), 8, "KV cache in use", SampleSession::kStart + 2, 2048);
  EXPECT_FALSE(drawn()) << "this one lives";
}

}  // namespace
}  // namespace strata::ended_agent_test
