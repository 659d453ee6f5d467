#include <gtest/gtest.h>

#include "app/facts/kernel_facts.h"
#include "app/facts/variant_facts.h"
#include "app/facts/warp_picture.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/words/messages.h"
#include "engine/base/fingerprint.h"
#include "tests/views/kernel_sample.h"

// What the kernel view says where something is not there, or has no room.

namespace strata::kernel_view_test {
namespace {

/// A text of somebody's own, in place of the naive step, that came to nothing.
ViewState failed(const char* message) {
  ViewState state = ladder();
  RunResult mine;
  mine.variant = "mine_2";
  mine.status = RunResult::Status::Failed;
  mine.message = message;
  mine.text = "// by hand\n__global__ void by_hand(int n) {}\n";
  state.session.results.push_back(mine);
  state.session.experiment = withOwnKernels(state.session.experiment, state.session.results);
  state.sight.choices.variant = mine.variant;
  return state;
}

constexpr const char* kWrong =
    "mine_2 computes a wrong result: relative Frobenius error 0.0123, limit 2.38e-06; its speed is not shown. “What is "
    "wrong” looks for the lines to blame";

TEST(KernelSaid, OfAWrongTextTheHeaderNamesItAndCutsWhyItFailed) {
  const ViewState state = failed(kWrong);
  const std::string name = fillText(Msg::KernelOwnText, {"mine_2.cu", fingerprint(state.session.results.back().text)});
  EXPECT_NE(drawn(state, {10, 20, 640, 560}).findText(name), nullptr);
  for (const float width : {1000.f, 800.f}) {
    const RecordingCanvas canvas = drawn(state, {10, 20, width, 560});
    const DrawOp* file = canvas.findText(name);
    ASSERT_NE(file, nullptr) << width;
    const DrawOp* why = canvas.findTextWith("mine_2 com");
    ASSERT_NE(why, nullptr) << width;
    EXPECT_TRUE(why->text.ends_with("…")) << why->text;
    EXPECT_GE(why->rect.x, file->rect.right()) << width;
    EXPECT_LE(why->rect.right(), 10 + width) << width;
  }
}

TEST(KernelSaid, OfAFailedTextTheWarpPanelSaysWhyNothingIsCounted) {
  ViewState state = failed("mine_2.cu does not compile:\nmine_2.cu:1:1: error: no");
  const auto says = [&](std::string_view words) { return drawn(state).findTextWith(words) != nullptr; };
  EXPECT_TRUE(says("Not counted: mine_2.cu"));
  EXPECT_FALSE(says("set Observe"));
  state.session.results.back().message = kWrong;
  state.session.results.back().error = RunResult::Check{"relative Frobenius", 0.0123, 2.38e-06};
  EXPECT_TRUE(says("since its result is wrong"));
  EXPECT_FALSE(says("set Observe"));
}

TEST(KernelSaid, WhatOfALineHasNoRoomInTheWarpPanelIsCounted) {
  ViewState state = observed();
  ObservedPlace& shared = state.session.results[0].places[1];
  shared.line = 4;
  shared.example = samplePlace(4, 128).example;
  const std::size_t all = kernelFacts(state).requests().size();
  ASSERT_EQ(all, 2u);
  bool someLeftOut = false, allShown = false;
  for (float height = 240; height <= 1000; height += 10) {
    const Rect area{10, 20, 1000, height};
    const RecordingCanvas canvas = drawn(state, area);
    std::size_t captions = 0, means = 0;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
      captions += op->text.find("lanes → ") != std::string::npos;
      means += op->text.starts_with("mean ") && op->text.find("without room") == std::string::npos;
    }
    if (captions == 0) continue;
    const bool accesses = canvas.findTextWith("accesses without room: 1") != nullptr;
    const bool mean =
        canvas.findText(text(Msg::KernelMeanWithoutRoom)) || canvas.findTextWith("and the mean (enlarge)");
    EXPECT_EQ(accesses, captions < all) << height;
    EXPECT_EQ(mean, means < captions) << height;
    someLeftOut = someLeftOut || accesses;
    allShown = allShown || (!accesses && !mean);
  }
  EXPECT_TRUE(someLeftOut);
  EXPECT_TRUE(allShown);
}

}  // namespace
}  // namespace strata::kernel_view_test
