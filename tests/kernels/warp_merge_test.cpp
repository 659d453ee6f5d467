#include "kernels/microscope/warp_merge.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace strata {
namespace {

/// The block at each of these addresses in turn.
using Way = std::vector<std::uintptr_t>;
using Steps = std::vector<std::pair<std::uintptr_t, std::size_t>>;  ///< address and lanes

Steps stepsOf(const std::vector<Way>& ways, CodeOrder& order) {
  std::vector<std::vector<Access>> logs;
  for (const Way& way : ways) {
    logs.emplace_back();
    for (const std::uintptr_t pc : way) logs.back().push_back({pc, 0, 0, 0, Access::Kind::Block});
  }
  Steps steps;
  mergeWarp(std::vector<std::span<const Access>>(logs.begin(), logs.end()), order,
            [&](const WarpStep& step) { steps.emplace_back(step.lanes.front().pc, step.lanes.size()); });
  return steps;
}

Steps stepsOf(const std::vector<Way>& ways) {
  CodeOrder order;
  return stepsOf(ways, order);
}

TEST(WarpMerge, LanesOfTwoBranchesComeTogetherBehindThem) {
  const Way odd{1, 3, 9}, even{1, 5, 5, 9};
  EXPECT_EQ(stepsOf({odd, even, odd, even}), Steps({{1, 4}, {3, 2}, {5, 2}, {5, 2}, {9, 4}}));
}

TEST(WarpMerge, ABranchIsBeforeWhereItMeetsTheOthersWhereverItsCodeIs) {
  EXPECT_EQ(stepsOf({{10, 90, 20, 30}, {10, 20, 30}}), Steps({{10, 2}, {90, 1}, {20, 2}, {30, 2}}));
  EXPECT_EQ(stepsOf({{10, 20, 30}, {10, 5, 20, 30}}), Steps({{10, 2}, {5, 1}, {20, 2}, {30, 2}}));
}

TEST(WarpMerge, ALoopIsBeforeWhatStandsBehindItWhereverItsCodeIs) {
  const Way once{10, 50, 10, 20}, twice{10, 50, 10, 50, 10, 20};
  EXPECT_EQ(stepsOf({once, twice, twice}), Steps({{10, 3}, {50, 3}, {10, 3}, {50, 2}, {10, 2}, {20, 3}}));
}

TEST(WarpMerge, AnInnerLoopEndsForAllBeforeTheOuterOneGoesOn) {
  // 10 is the outer loop's head, 60 the inner one's with 70 in it, 30 the end of a turn, 20 the way out.
  const Way few{10, 60, 70, 60, 30, 10, 60, 30, 10, 20}, many{10, 60, 70, 60, 70, 60, 30, 10, 60, 70, 60, 30, 10, 20};
  EXPECT_EQ(stepsOf({few, many}), Steps({{10, 2},
                                         {60, 2},
                                         {70, 2},
                                         {60, 2},
                                         {70, 1},
                                         {60, 1},
                                         {30, 2},
                                         {10, 2},
                                         {60, 2},
                                         {70, 1},
                                         {60, 1},
                                         {30, 2},
                                         {10, 2},
                                         {20, 2}}));
}

TEST(WarpMerge, WhatAnotherWarpDidIsKnown) {
  CodeOrder order;
  stepsOf({{10, 90, 20, 30}, {10, 20, 30}}, order);
  EXPECT_EQ(stepsOf({{90, 30}, {20, 30}}, order), Steps({{90, 1}, {20, 1}, {30, 2}}));
  EXPECT_EQ(stepsOf({{90, 30}, {20, 30}}), Steps({{20, 1}, {90, 1}, {30, 2}})) << "by address where nothing is known";
}

TEST(WarpMerge, ManyPlacesNeedNoStack) {
  Way way, other;
  for (std::uintptr_t pc = 100000; pc > 0; --pc) way.push_back(pc);
  other = way;
  other.erase(other.begin() + 1);
  const Steps steps = stepsOf({way, other});
  ASSERT_EQ(steps.size(), way.size());
  EXPECT_EQ(steps[1].second, 1u);
  EXPECT_EQ(steps[2].second, 2u);
}

}  // namespace
}  // namespace strata
