#include "app/studio/replay.h"

#include <gtest/gtest.h>

#include "app/studio/replay_bar.h"
#include "engine/trace/trace_store.h"

namespace strata {
namespace {

std::shared_ptr<const TraceSnapshot> twoSlices() {
  TraceStore store;
  TrackInfo host, counter;
  host.uuid = 1;
  counter.uuid = 2;
  counter.kind = TrackKind::Counter;
  const std::uint32_t track = store.track(host), values = store.track(counter);
  for (const auto& [begin, end] : {std::pair(100, 200), std::pair(300, 450)}) {
    TraceEvent event;
    event.track = track;
    event.begin = {begin};
    event.payload = end - begin;
    store.add(event);
  }
  TraceEvent value;
  value.track = values;
  value.kind = EventKind::Counter;
  value.begin = {250};
  store.add(value);
  return store.snapshot();
}

TEST(Replay, StepsFromMomentToMomentBothWays) {
  Replay replay;
  replay.start(twoSlices(), {{0}, {500}});
  std::vector<std::int64_t> seen;
  for (int i = 0; i < 5; ++i) {
    replay.step(1);
    seen.push_back(replay.now().ns);
  }
  EXPECT_EQ(seen, (std::vector<std::int64_t>{100, 200, 300, 450, 450})) << "a counter's value is no moment";
  replay.step(-1);
  EXPECT_EQ(replay.now(), HostTime{300});
  EXPECT_TRUE(replay.snapshot()->openEvents().size() == 1) << "the second slice has just begun";
}

TEST(Replay, ShowsNoLaterThanItsRangeAndLeaves) {
  Replay replay;
  int moved = 0;
  QObject::connect(&replay, &Replay::moved, [&moved] { ++moved; });
  replay.start(twoSlices(), {{150}, {320}});
  EXPECT_EQ(replay.now(), HostTime{150});
  replay.moveTo({9000});
  EXPECT_EQ(replay.now(), HostTime{320});
  EXPECT_EQ(replay.snapshot()->bounds()->end, HostTime{320});
  replay.leave();
  EXPECT_FALSE(replay.active());
  EXPECT_EQ(replay.snapshot(), nullptr);
  EXPECT_EQ(moved, 3);
  replay.step(1);
  replay.play();
  EXPECT_FALSE(replay.playing()) << "nothing is there to be played";
}

TEST(Replay, SpeedsAreSaidInWords) {
  EXPECT_EQ(slowdownText(1), QStringLiteral("1 s = 1 s"));
  EXPECT_EQ(slowdownText(1000), QStringLiteral("1 ms = 1 µs"));
  EXPECT_EQ(slowdownText(1'000'000), QStringLiteral("1 s = 1 µs"));
  EXPECT_EQ(slowdownText(100), QStringLiteral("1 s = 10 ms"));
}

}  // namespace
}  // namespace strata
