#include "app/studio/replay.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QPushButton>

#include "app/facts/set_back.h"
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

/// An agent died in a slice that began at 20 and was seen until 60; later another worked.
std::shared_ptr<const TraceSnapshot> afterACrash() {
  TraceStore store;
  TrackInfo died, host;
  died.uuid = 1;
  host.uuid = 2;
  TraceEvent event;
  event.track = store.track(died);
  event.begin = {20};
  store.cutOff(store.begin(event), {60});
  event.track = store.track(host);
  event.begin = {100};
  event.payload = 100;
  store.add(event);
  return store.snapshot();
}

TEST(Replay, StepsToWhatWasCutOffAndToWhereItWasSeenLast) {
  Replay replay;
  replay.start(afterACrash(), {{0}, {200}});
  std::vector<std::int64_t> seen;
  for (const int by : {1, 1, 1, 1, -1, -1, -1}) {
    replay.step(by);
    seen.push_back(replay.now().ns);
  }
  EXPECT_EQ(seen, (std::vector<std::int64_t>{20, 60, 100, 200, 100, 60, 20}));
}

TEST(Replay, BeginsWithTheFirstMomentInSightUnlessSomethingRuns) {
  EXPECT_EQ(firstToBeSeen(*twoSlices(), {{0}, {500}}), HostTime{100});
  EXPECT_EQ(firstToBeSeen(*twoSlices(), {{210}, {500}}), HostTime{300});
  EXPECT_EQ(firstToBeSeen(*twoSlices(), {{150}, {500}}), HostTime{150}) << "a slice runs";
  EXPECT_EQ(firstToBeSeen(*twoSlices(), {{210}, {260}}), HostTime{210}) << "there is none in sight";
  EXPECT_EQ(firstToBeSeen(*afterACrash(), {{0}, {200}}), HostTime{20}) << "what was cut off is not passed by";
  EXPECT_EQ(firstToBeSeen(*afterACrash(), {{30}, {200}}), HostTime{30}) << "it ran still";
  EXPECT_EQ(firstToBeSeen(*afterACrash(), {{70}, {200}}), HostTime{100}) << "it runs no longer";
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

TEST(Replay, WhatIsInSightTakesTenToTwentySecondsWhateverItsLength) {
  for (std::int64_t length = 10; length < 1'000'000'000'000; length += 1 + length / 7) {
    const double seconds = static_cast<double>(length) / static_cast<double>(fittingSpeed({length}).ns);
    EXPECT_GE(seconds, 10) << length;
    EXPECT_LE(seconds, 20) << length;
  }
  EXPECT_EQ(fittingSpeed({3}), Duration{1}) << "there is nothing slower";
}

TEST(Replay, StartsAtTheSpeedThatFitsUnlessOneWasChosen) {
  Replay replay;
  replay.start(twoSlices(), {{0}, {500}});
  EXPECT_EQ(replay.speed(), Duration{50});
  replay.start(twoSlices(), {{100}, {220}});
  EXPECT_EQ(replay.speed(), Duration{10}) << "another part is in sight";
  replay.setSpeed(Duration{1000});
  replay.start(twoSlices(), {{0}, {500}});
  EXPECT_EQ(replay.speed(), Duration{1000});
  replay.setSpeed(std::nullopt);
  EXPECT_EQ(replay.speed(), Duration{50});
}

TEST(Replay, SpeedsAreSaidInOneNotation) {
  EXPECT_EQ(speedText({1'000'000'000}), QStringLiteral("1 s = 1 s"));
  EXPECT_EQ(speedText({20'000'000}), QStringLiteral("1 s = 20 ms"));
  EXPECT_EQ(speedText({50'000}), QStringLiteral("1 s = 50 µs"));
  EXPECT_EQ(speedText({300}), QStringLiteral("1 s = 300 ns"));
  for (const Duration speed : Replay::speeds()) EXPECT_TRUE(speedText(speed).startsWith("1 s = "));
}

TEST(Replay, TheButtonSaysTheSpeedAndWhereItIsChosenForABarWithoutRoomForItsBox) {
  Replay replay;
  ReplayBar bar(replay, [] { return false; });
  const auto* play = bar.findChild<QPushButton*>(QStringLiteral("ReplayPlay"));
  ASSERT_TRUE(play);
  EXPECT_TRUE(play->toolTip().contains(QStringLiteral("Speed: what fits; others in the menu Replay")));
  replay.start(twoSlices(), {{0}, {500}});
  EXPECT_TRUE(play->toolTip().contains(QStringLiteral("1 s = 50 ns"))) << play->toolTip().toStdString();
}

TEST(Replay, TheBarSaysTheSpeedThatFitsWhileItPlays) {
  Replay replay;
  ReplayBar bar(replay, [] { return false; });
  const auto* speeds = bar.findChild<QComboBox*>(QStringLiteral("ReplaySpeed"));
  ASSERT_TRUE(speeds);
  replay.start(twoSlices(), {{0}, {500}});
  EXPECT_TRUE(speeds->currentText().contains(QStringLiteral("1 s = 50 ns"))) << speeds->currentText().toStdString();
  replay.leave();
  EXPECT_FALSE(speeds->currentText().contains(QStringLiteral("=")));
}

}  // namespace
}  // namespace strata
