#include "engine/trace/trace_event.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(KindKeys, OfEventsReadBack) {
  int kinds = 0;
  for (; eventKindKey(EventKind{static_cast<std::uint8_t>(kinds)}) != "unknown"; ++kinds) {
    const EventKind kind{static_cast<std::uint8_t>(kinds)};
    EXPECT_EQ(eventKindFromKey(eventKindKey(kind)), kind);
  }
  EXPECT_EQ(kinds, static_cast<int>(EventKind::Wait) + 1);
  EXPECT_EQ(eventKindFromKey("queue"), std::nullopt);
}

TEST(KindKeys, OfTracksReadBack) {
  int kinds = 0;
  for (; trackKindKey(TrackKind{static_cast<std::uint8_t>(kinds)}) != "unknown"; ++kinds) {
    const TrackKind kind{static_cast<std::uint8_t>(kinds)};
    EXPECT_EQ(trackKindFromKey(trackKindKey(kind)), kind);
  }
  EXPECT_EQ(kinds, static_cast<int>(TrackKind::TracingCost) + 1);
  EXPECT_EQ(trackKindFromKey("kernel"), std::nullopt);
}

TEST(DeviceInTracks, IsBackendNumberAndName) {
  EXPECT_EQ(deviceInTracks("cuda", 1, "NVIDIA H200"), "cuda:1 NVIDIA H200");
}

}  // namespace
}  // namespace strata
