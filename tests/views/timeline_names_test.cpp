#include "app/views/timeline/timeline_names.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/views/counting_canvas.h"

namespace strata::timeline_names_test {
namespace {

const TextStyle kStyle{11, Face::Regular, {}};

std::vector<TrackGroup> ranks(int count) {
  std::vector<TrackGroup> groups(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    groups[static_cast<std::size_t>(i)].name =
        "framework · rank " + std::to_string(i) + " · thread " + std::to_string(4000 + i) + " (python)";
  return groups;
}

std::vector<std::string> fitted(const Canvas& canvas, const std::vector<TrackGroup>& groups, float width) {
  LaneNames names(groups);
  std::vector<std::string> all;
  for (const TrackGroup& group : groups) all.push_back(names.fitted(canvas, group, kStyle, width));
  return all;
}

TEST(TimelineNames, WhatTheyWereShortenedToIsKept) {
  const std::vector<TrackGroup> groups = ranks(60);
  const CountingCanvas canvas;
  const std::vector<std::string> first = fitted(canvas, groups, 150);
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), groups.size());
  EXPECT_GT(canvas.measured, 10 * groups.size());
  canvas.measured = 0;
  EXPECT_EQ(fitted(canvas, groups, 150), first);
  EXPECT_EQ(canvas.measured, groups.size()) << "only whether each has room";
  for (const std::string& name : fitted(canvas, groups, 120)) EXPECT_LE(canvas.measure(name, kStyle), 120);
}

TEST(TimelineNames, AreShortenedAnewBesideOtherLanes) {
  const CountingCanvas canvas;
  std::vector<TrackGroup> groups = ranks(1);
  const std::string alone = fitted(canvas, groups, 150).front();
  groups.push_back(groups.front());
  groups.back().name = "framework · rank 7 · thread 4000 (python)";
  const std::vector<std::string> both = fitted(canvas, groups, 150);
  EXPECT_NE(both[0], both[1]);
  EXPECT_EQ(fitted(canvas, ranks(1), 150).front(), alone);
}

TEST(TimelineNames, OfStreamsTheNumberStaysWithItsDevice) {
  const CountingCanvas canvas;
  std::vector<TrackGroup> groups(1);
  groups[0].kind = TrackKind::Queue;
  groups[0].name = "GPU 0 stream 7";
  const float room = canvas.measure("GPU 0 · 7", kStyle) + 1;
  EXPECT_EQ(fitted(canvas, groups, room).front(), "GPU 0 · 7");
  EXPECT_EQ(fitted(canvas, groups, 300).front(), "GPU 0 stream 7");
  groups[0].name = "GPU 12 graphics";
  const std::string cut = fitted(canvas, groups, canvas.measure(groups[0].name, kStyle) - 1).front();
  EXPECT_TRUE(cut.starts_with("GPU 12 g")) << cut;
}

}  // namespace
}  // namespace strata::timeline_names_test
