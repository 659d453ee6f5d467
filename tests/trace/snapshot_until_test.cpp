#include <gtest/gtest.h>

#include <random>

#include "engine/trace/holds_trace.h"
#include "engine/trace/trace_store.h"

namespace strata {
namespace {

std::uint32_t addTrack(TraceStore& store, std::uint64_t uuid, TrackKind kind) {
  TrackInfo info;
  info.uuid = uuid;
  info.kind = kind;
  return store.track(info);
}

struct Sample {
  TraceStore store;
  std::uint32_t host = addTrack(store, 1, TrackKind::Host), queue = addTrack(store, 2, TrackKind::Queue),
                counter = addTrack(store, 3, TrackKind::Counter);

  EventRef add(std::uint32_t track, std::int64_t begin, std::int64_t end, EventKind kind, std::uint32_t call = 0,
               std::uint32_t correlation = 0) {
    TraceEvent event;
    event.track = track;
    event.begin = {begin};
    event.payload = end - begin;
    event.kind = kind;
    event.call = CallId{call};
    event.correlation = CorrelationId{correlation};
    event.storey = kind == EventKind::Kernel ? Storey::Hardware : Storey::Model;
    return store.add(event);
  }
};

TEST(SnapshotUntil, ShowsTheSessionAsItWasThen) {
  Sample s;
  const EventRef outer = s.add(s.host, 100, 200, EventKind::Slice, 1);
  const EventRef inner = s.add(s.host, 120, 150, EventKind::Slice, 1, 1);
  const EventRef kernel = s.add(s.queue, 160, 190, EventKind::Kernel, 1, 1);
  s.add(s.host, 300, 400, EventKind::Slice, 2);
  const auto whole = s.store.snapshot();

  const TraceSnapshot early = whole->until({130});
  ASSERT_EQ(early.openEvents().size(), 2u) << "both slices run";
  EXPECT_TRUE(early.event(outer).open());
  EXPECT_TRUE(early.event(inner).open());
  EXPECT_EQ(early.event(inner).begin, HostTime{120});
  EXPECT_TRUE(early.launchOf(CorrelationId{1}).has_value());
  EXPECT_FALSE(early.workOf(CorrelationId{1}).has_value()) << "the kernel has not begun";
  EXPECT_EQ(early.callCount(), 1u);
  EXPECT_EQ(early.bounds()->end, HostTime{130});

  const TraceSnapshot later = whole->until({250});
  EXPECT_TRUE(later.openEvents().empty());
  EXPECT_EQ(later.event(kernel).duration(), Duration{30});
  EXPECT_EQ(later.workOf(CorrelationId{1}), kernel);
  EXPECT_EQ(later.callCount(), 1u) << "the second call is still to come";
  EXPECT_EQ(whole->until({400}).callCount(), 2u);
  EXPECT_NE(early.state(), whole->state());
  EXPECT_NE(early.state(), later.state());
  EXPECT_EQ(early.state(), whole->until({130}).state());
  EXPECT_EQ(early.state(), early.until({250}).state()) << "what was left out does not come back";
  EXPECT_TRUE(whole->event(outer).duration() == Duration{100}) << "the whole stays whole";
}

// Against the definition, event by event, at random times.
TEST(SnapshotUntil, IsWhatReadingEventByEventGives) {
  std::mt19937 random(5);
  Sample s;
  std::vector<EventRef> refs;
  std::int64_t now = 1000;
  for (int i = 0; i < 3000; ++i) {
    now += static_cast<std::int64_t>(random() % 40);
    const auto length = static_cast<std::int64_t>(random() % 90);
    const int kind = static_cast<int>(random() % 3);
    if (kind == 0) refs.push_back(s.add(s.queue, now, now + length, EventKind::Kernel));
    if (kind == 1) refs.push_back(s.add(s.counter, now, now + 7, EventKind::Counter));
    if (kind == 2) refs.push_back(s.add(s.host, now, now + length, EventKind::Slice));
  }
  const auto whole = s.store.snapshot();
  for (int round = 0; round < 60; ++round) {
    const HostTime time{900 + static_cast<std::int64_t>(random() % 62'000)};
    const TraceSnapshot cut = whole->until(time);
    std::size_t begun = 0, running = 0, held = 0;
    for (const EventRef ref : refs) {
      const TraceEvent& event = whole->event(ref);
      if (event.begin > time) continue;
      ++begun;
      const TraceEvent& seen = cut.event(ref);
      EXPECT_EQ(seen.begin, event.begin);
      EXPECT_EQ(seen.open(), event.end() > time);
      if (event.end() > time)
        ++running;
      else
        EXPECT_EQ(seen.payload, event.payload);
    }
    for (std::uint32_t track = 0; track < cut.tracks().size(); ++track)
      for (std::size_t row = 0; row < cut.rowCount(track); ++row)
        held += cut.row(track, static_cast<std::uint32_t>(row)).size();
    EXPECT_EQ(cut.openEvents().size(), running);
    EXPECT_EQ(held + running, begun);
  }
}

TEST(SnapshotUntil, OfAWholeSessionIsNotCutOff) {
  Sample s;
  s.add(s.host, 100, 200, EventKind::Slice);
  s.store.addMessage({MessageKind::Hello, "{}", {}});
  EXPECT_TRUE(isCutOff(s.store.snapshot()->until({150}))) << "its agent may write more";
  s.store.addMessage({MessageKind::End, "{}", {}});
  EXPECT_FALSE(isCutOff(s.store.snapshot()->until({150})));
}

TEST(SnapshotUntil, OfNothingIsNothing) {
  const TraceStore store;
  EXPECT_FALSE(store.snapshot()->until({7}).bounds().has_value());
}

}  // namespace
}  // namespace strata
