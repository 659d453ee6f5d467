#include <gtest/gtest.h>

#include <algorithm>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <set>
#include <string>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_tracks.h"
#include "engine/trace/trace_query.h"

namespace strata::many_tracks_test {
namespace {

namespace d = perfetto::track_descriptor;

std::string descriptor(std::uint64_t uuid, std::uint64_t parent, std::string_view threadName) {
  std::string bytes;
  protozero::pbf_writer track(bytes);
  track.add_uint64(d::kUuid, uuid);
  if (parent != 0) track.add_uint64(d::kParentUuid, parent);
  if (threadName.empty()) return bytes;
  std::string thread;
  protozero::pbf_writer writer(thread);
  writer.add_int32(d::kThreadPid, 1);
  writer.add_int64(d::kThreadTid, static_cast<std::int64_t>(uuid));
  writer.add_string(d::kThreadName, std::string(threadName));
  track.add_message(d::kThread, thread);
  return bytes;
}

std::uint32_t trackOf(TraceStore& store, std::uint64_t uuid) {
  TrackInfo info;
  info.uuid = uuid;
  return store.track(info);
}

void addEvent(TraceStore& store, std::uint32_t track, std::int64_t begin, std::uint32_t call) {
  TraceEvent event;
  event.track = track;
  event.begin = {begin};
  event.payload = 1;
  event.call = CallId{call};
  store.add(event);
}

TEST(ManyTracks, AThreadNamedLateNamesItsTracksAndNoOthers) {
  TraceStore store;
  StreamTracks tracks(store);
  for (const std::uint64_t child : {10u, 11u, 12u}) tracks.describe(descriptor(child, child == 12 ? 2 : 1, ""));
  tracks.describe(descriptor(11, 2, ""));  // it moves to another thread
  for (const std::uint64_t child : {10u, 11u, 12u}) tracks.use(child);
  tracks.describe(descriptor(1, 0, "first"));
  tracks.describe(descriptor(2, 0, "second"));
  tracks.describe(descriptor(1, 0, "first again"));
  const auto snapshot = store.snapshot();
  const auto threadOf = [&](std::uint64_t uuid) { return snapshot->tracks()[store.findTrack(uuid)].thread; };
  EXPECT_EQ(threadOf(10), "first again");
  EXPECT_EQ(threadOf(11), "second");
  EXPECT_EQ(threadOf(12), "second");
}

TEST(ManyTracks, TheTracksOfACallAreThoseOfItsEvents) {
  std::mt19937 random(3);
  TraceStore store;
  constexpr std::uint32_t kTracks = 40, kCalls = 7;
  for (std::uint64_t uuid = 1; uuid <= kTracks; ++uuid) trackOf(store, uuid);
  std::vector<std::set<std::uint32_t>> expected(kCalls + 1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t call = static_cast<std::uint32_t>(random() % kCalls) + 1;
    const auto track = static_cast<std::uint32_t>(random() % (kTracks / call));
    addEvent(store, track, 10 * i, call);
    expected[call].insert(track);
  }
  const auto snapshot = store.snapshot();
  addEvent(store, kTracks - 1, 30'000, 7);
  for (std::uint32_t call = 1; call <= kCalls; ++call) {
    const auto tracks = snapshot->tracksOfCall(CallId{call});
    EXPECT_EQ(tracks, std::vector<std::uint32_t>(expected[call].begin(), expected[call].end())) << "call " << call;
  }
  EXPECT_TRUE(snapshot->tracksOfCall(CallId{kCalls + 1}).empty());
  EXPECT_EQ(store.snapshot()->tracksOfCall(CallId{7}).back(), kTracks - 1);
  std::size_t events = 0;
  for (std::uint32_t call = 1; call <= kCalls; ++call) events += eventsOfCall(*snapshot, CallId{call}).size();
  EXPECT_EQ(events, 2000u);
}

}  // namespace
}  // namespace strata::many_tracks_test
