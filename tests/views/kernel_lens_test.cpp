#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/views/kernel/kernel_lens.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

// The kernel's text as the other vendor's source.

namespace strata::kernel_lens_test {
namespace {

using ::testing::HasSubstr;

constexpr Rect kArea{10, 20, 1000, 560};
constexpr const char* kSource =
    "// cudaFree\n"
    "__global__ void sample_naive(float* x) {\n"
    "  *x += __shfl_down_sync(0xffffffff, *x, 1);\n"
    "}\n"
    "void done(float* x) { cudaFree(x); }\n";

ViewState showing(const char* source) {
  ViewState state = sampleLadderState();
  auto info = std::make_shared<ExperimentInfo>(*state.session.experiment);
  info->variants[0].source = source;
  state.session.experiment = info;
  state.sight.choices.variant = "naive";
  return state;
}

/// As a window has it, once something was chosen.
void choose(ViewState& state, std::optional<Dialect> lens) {
  state.sight.choices.lens = lens;
  completeFor(*findView("kernel"), state);
}

RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("kernel")->draw(canvas, area, state);
  EXPECT_TRUE(canvas.clipsBalanced());
  return canvas;
}

Point middle(Rect rect) {
  return {rect.x + rect.w / 2, rect.y + rect.h / 2};
}

std::optional<Hit> hitOn(const ViewState& state, std::string_view words) {
  const RecordingCanvas canvas = drawn(state);
  const DrawOp* op = canvas.findText(words);
  EXPECT_NE(op, nullptr) << words;
  return op ? findView("kernel")->hit(canvas, kArea, state, middle(op->rect)) : std::nullopt;
}

TEST(KernelLens, TheSwitchTurnsItOnAndOff) {
  ViewState state = showing(kSource);
  EXPECT_NE(drawn(state).findTextWith("cudaFree(x)"), nullptr) << "its own text";
  const auto on = hitOn(state, "as HIP");
  ASSERT_TRUE(on && on->choices);
  EXPECT_EQ(on->choices->lens, Dialect::Hip);
  EXPECT_THAT(on->tooltip, HasSubstr("HIP's source"));
  choose(state, on->choices->lens);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("hipFree(x)"), nullptr);
  EXPECT_NE(canvas.findTextWith("// cudaFree"), nullptr) << "comments stay";
  const auto off = hitOn(state, "as HIP");
  ASSERT_TRUE(off && off->choices);
  EXPECT_EQ(off->choices->lens, std::nullopt);
  EXPECT_EQ(hitOn(state, "as CUDA")->choices->lens, Dialect::Cuda);
}

TEST(KernelLens, APictureHasNoSwitchAndSaysWhichSourceItShows) {
  ViewState state = showing(kSource);
  choose(state, Dialect::Hip);
  state.sight.still = true;
  const RecordingCanvas canvas = drawn(state);
  for (const char* words : {"as HIP", "as CUDA"}) EXPECT_EQ(canvas.findText(words), nullptr) << words;
  EXPECT_NE(canvas.findTextWith(lensSummary(kernelFacts(state))), nullptr);
}

// Colour is never the only mark: a word stands at the line's end, and a line under what is new.
TEST(KernelLens, WhatIsNewIsUnderlinedAndNotesHaveAWord) {
  ViewState state = showing(kSource);
  const auto lines = [](const ViewState& of) {
    const RecordingCanvas canvas = drawn(of);
    std::size_t count = 0;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Fill, canvas.theme().accent)) count += op->rect.h < 3 ? 1 : 0;
    return count;
  };
  EXPECT_EQ(lines(state), 0u);
  choose(state, Dialect::Hip);
  EXPECT_EQ(lines(state), 1u);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("64 lanes"), nullptr);
  EXPECT_NE(canvas.findText("renamed"), nullptr);
  EXPECT_NE(canvas.findTextWith("in HIP: changes 1, warnings 3"), nullptr);
}

TEST(KernelLens, TheTooltipSaysTheSentence) {
  ViewState state = showing(kSource);
  choose(state, Dialect::Hip);
  const RecordingCanvas canvas = drawn(state);
  const KernelFacts facts = kernelFacts(state);
  EXPECT_THAT(lensTooltip(facts, 3), HasSubstr("0xffffffff names 32 lanes"));
  EXPECT_EQ(lensTooltip(facts, 2), "");
  const KernelLayout layout = layOutKernel(canvas, kArea, facts, state.sight.choices);
  const auto hit = findView("kernel")->hit(canvas, kArea, state, middle(layout.row(5)));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->tooltip, "cudaFree is hipFree.");
}

TEST(KernelLens, WhereNothingDiffersItSaysSo) {
  ViewState state = showing("__global__ void sample_naive(float* x) {\n  *x = 1;\n}\n");
  choose(state, Dialect::Hip);
  EXPECT_NE(drawn(state).findTextWith("in HIP it is the same text"), nullptr);
  choose(state, Dialect::Cuda);
  EXPECT_NE(drawn(state).findTextWith("in CUDA it is the same text"), nullptr);
}

TEST(KernelLens, LinesKeepTheirNumbersAndSmallViewsGoWithoutTheSwitch) {
  ViewState state = showing(kSource);
  const std::size_t lines = kernelFacts(state).lines.size();
  choose(state, Dialect::Hip);
  EXPECT_EQ(kernelFacts(state).lines.size(), lines);
  EXPECT_EQ(drawn(state, {0, 0, 150, 300}).findText("as HIP"), nullptr);
  for (const Rect area : {Rect{0, 0, 5, 5}, Rect{0, 0, 90, 700}, Rect{0, 0, 2000, 1200}}) drawn(state, area);
}

TEST(KernelLens, TheSwitchStandsAsHighAsItsNeighbours) {
  const ViewState state = showing(kSource);
  for (const float height : {130.f, 300.f, 700.f}) {
    const RecordingCanvas canvas = drawn(state, {0, 0, 1100, height});
    ASSERT_NE(canvas.findText("as HIP"), nullptr) << height;
    EXPECT_NEAR(middle(canvas.findText("as HIP")->rect).y, middle(canvas.findText("Kernel")->rect).y, 1) << height;
  }
}

/// Drawing, pointing and choosing again are no work for the lens; another text or vendor is.
TEST(KernelLens, ATextGoesThroughItOnce) {
  std::string longText = kSource;
  while (longText.size() < 100'000) longText += "void more() { cudaFree(0); }\n";
  ViewState state = showing(longText.c_str());
  choose(state, Dialect::Hip);
  const auto once = state.sight.lens;
  ASSERT_NE(once, nullptr);
  for (int i = 0; i < 3; ++i) {
    const auto ops = drawn(state).ops().size();
    EXPECT_LT(ops, 2000u) << "of what is in sight alone";
    EXPECT_TRUE(hitOn(state, "as HIP"));
    choose(state, Dialect::Hip);
  }
  EXPECT_EQ(state.sight.lens, once);
  choose(state, Dialect::Cuda);
  EXPECT_NE(state.sight.lens, once);
  ViewState other = showing(kSource);
  other.sight.lens = state.sight.lens;
  EXPECT_NE(drawn(other).findTextWith("cudaFree(x)"), nullptr) << "of the text before nothing is shown";
  choose(other, Dialect::Cuda);
  EXPECT_NE(other.sight.lens, state.sight.lens);
  choose(other, std::nullopt);
  EXPECT_EQ(other.sight.lens, nullptr);
}

}  // namespace
}  // namespace strata::kernel_lens_test
