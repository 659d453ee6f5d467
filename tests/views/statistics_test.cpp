#include <gtest/gtest.h>

#include "app/views/event_statistics.h"
#include "app/views/recording_canvas.h"
#include "app/views/views.h"
#include "engine/base/messages.h"
#include "tests/views/sample_session.h"

namespace strata {
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
  }
};

TEST(EventStatistics, CountsTotalsAndSpreadByNameAndStorey) {
  const Counted c;
  const EventStatistics statistics = statisticsOf(*c.state.snapshot, range(0, 1'000'000), NameId::None);
  ASSERT_EQ(statistics.names.size(), 3u) << "what runs still is not counted";
  EXPECT_EQ(statistics.events, 103u);
  EXPECT_EQ(statistics.names[0].storey, Storey::Driver) << "the longest total first";
  const NameStatistics& launch = statistics.names[1];
  EXPECT_EQ(launch.count, 101u);
  EXPECT_EQ(launch.total, Duration{101 * 102 / 2});
  EXPECT_EQ(launch.least, Duration{1});
  EXPECT_EQ(launch.most, Duration{101});
  EXPECT_EQ(c.state.snapshot->event(launch.longest).duration(), Duration{101});
}

TEST(EventStatistics, MedianAndPercentilesOfTheChosenName) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  for (std::int64_t i = 0; i < 101; ++i) session.add({runtime, "launch", i * 1000, i * 1000 + 1 + i});
  const auto state = session.state();
  const EventStatistics statistics = statisticsOf(*state.snapshot, range(0, 1'000'000), NameId::None);
  ASSERT_TRUE(statistics.spread);
  EXPECT_EQ(statistics.spread->median, Duration{51});
  EXPECT_EQ(statistics.spread->p5, Duration{6});
  EXPECT_EQ(statistics.spread->p95, Duration{96});
  std::uint32_t binned = 0;
  for (const std::uint32_t bin : statistics.spread->bins) binned += bin;
  EXPECT_EQ(binned, 101u);
}

TEST(EventStatistics, ARangeTakesWhatLiesInItPartlyToo) {
  const Counted c;
  const EventStatistics statistics = statisticsOf(*c.state.snapshot, range(10'005, 12'001), NameId::None);
  ASSERT_EQ(statistics.names.size(), 2u);
  EXPECT_EQ(statistics.names[1].count, 3u) << "the slices at 10, 11 and 12 µs";
  EXPECT_TRUE(statisticsOf(*c.state.snapshot, range(950'000, 990'000), NameId::None).names.empty());
}

TEST(StatisticsView, OneEventHasNoHistogram) {
  const auto drawn = [](int events) {
    SampleSession session;
    const auto runtime = session.host(Storey::Runtime);
    for (int i = 0; i < events; ++i) session.add({runtime, "launch", i * 1000, i * 1000 + 500 + i});
    ViewState state = session.state();
    state.statistics =
        std::make_shared<EventStatistics>(statisticsOf(*state.snapshot, range(0, 1'000'000), NameId::None));
    RecordingCanvas canvas;
    drawStatistics(canvas, {0, 0, 1200, 220}, state);
    return canvas;
  };
  EXPECT_NE(drawn(1).findText("500 ns, one event: nothing to spread"), nullptr);
  EXPECT_NE(drawn(3).findText("1 in the tallest bar"), nullptr);
  EXPECT_EQ(drawn(1).findText("1 in the tallest bar"), nullptr);
}

TEST(StatisticsView, ALineSelectsTheLongestEvent) {
  Counted c;
  c.state.statistics =
      std::make_shared<EventStatistics>(statisticsOf(*c.state.snapshot, range(0, 1'000'000), NameId::None));
  const Rect area{0, 0, 1200, 220};
  RecordingCanvas canvas;
  drawStatistics(canvas, area, c.state);
  const DrawOp* copy = canvas.findText("copy");
  ASSERT_NE(copy, nullptr);
  const auto hit = hitStatistics(canvas, area, c.state, {copy->rect.x + 1, copy->rect.y + 8});
  ASSERT_TRUE(hit && hit->selection.event);
  EXPECT_EQ(c.state.snapshot->name(c.state.snapshot->event(*hit->selection.event).name), "copy");
  EXPECT_NE(canvas.findText("101"), nullptr) << "how many launches";
}

TEST(StatisticsView, SaysWhatItWillShow) {
  RecordingCanvas canvas;
  drawStatistics(canvas, {0, 0, 900, 200}, {});
  EXPECT_NE(canvas.findTextWith("Count, total and spread"), nullptr);
}

}  // namespace
}  // namespace strata
