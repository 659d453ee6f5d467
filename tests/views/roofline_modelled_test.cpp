#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/canvas/format.h"
#include "app/words/messages.h"
#include "tests/views/roofline_sample.h"
#include "tests/views/sample_modelled.h"

// The roofline of a GPU that is modelled, and of kernels whose bytes nobody counted.

namespace strata::roofline_view_test {
namespace {

TEST(Roofline, OfAGpuThatIsModelledHasItsSheetsRoofsAndHollowPoints) {
  ViewState state = sampleModelled();
  addRoofs(state.session.results, 1e10, 2e11);
  EXPECT_EQ(rooflineData(state).compute->value, 2e11) << "measured here, as long as those are asked for";
  const std::size_t rings = drawn(state).of(DrawOp::Kind::Stroke).size();
  state.sight.choices.speeds = SpeedKind::Modelled;
  const RooflineData data = rooflineData(state);
  EXPECT_EQ(data.gpuTitle, "NVIDIA RTX A6000");
  EXPECT_DOUBLE_EQ(data.bandwidth->value, 768e9);
  EXPECT_DOUBLE_EQ(data.compute->value, 2.0 * 128 * 84 * 1.8e9);
  EXPECT_EQ(data.compute->provenance, Provenance::Spec);
  ASSERT_EQ(data.points.size(), 2u) << "no library";
  for (const RooflinePoint& point : data.points) {
    EXPECT_TRUE(point.elsewhere);
    EXPECT_EQ(point.speedKind, Provenance::Modelled);
    EXPECT_DOUBLE_EQ(point.gflops, *point.result->modelled->gflops);
  }
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("NVIDIA RTX A6000"), nullptr);
  EXPECT_NE(canvas.findTextWith("GB/s spec"), nullptr);
  EXPECT_NE(canvas.findText("y modelled"), nullptr);
  EXPECT_NE(canvas.of(DrawOp::Kind::Stroke).size(), rings) << "hollow";
  for (RunResult& result : state.session.results) result.details["factors"] = "fp16";
  EXPECT_DOUBLE_EQ(rooflineData(state).compute->value, 154.8e12);
  EXPECT_EQ(rooflineData(state).unit, "matrix units, fp16");
  state.session.gpu = nullptr;
  EXPECT_FALSE(rooflineData(state).roofs());
  EXPECT_NE(drawn(state, {0, 0, 900, 400}).findTextWith("no roofs: the figures of NVIDIA RTX A6000"), nullptr);
}

void setMemorySectors(RunResult& result, double sectors) {
  for (nlohmann::json& launch : *result.modelled->launches) launch["demand"]["memory_sectors"] = sectors;
}

TEST(Roofline, TheAxisSaysWhichBytesAGpuThatIsModelledMoves) {
  ViewState state = sampleModelled();
  state.sight.choices.speeds = SpeedKind::Modelled;
  const Rect area{0, 0, 1200, 500};
  const RooflineData ofMemory = rooflineData(state);
  EXPECT_EQ(ofMemory.bytes(), IntensityBytes::OfMemory);
  const ModelledRun& naive = *ofMemory.points[0].result->modelled;
  EXPECT_EQ(naive.memoryBytes(), 32e7);
  EXPECT_DOUBLE_EQ(ofMemory.points[0].intensity, *naive.gflops * 1e9 * naive.seconds / 32e7);
  EXPECT_NE(drawn(state, area).findText(text(Msg::RooflineXAxisThere)), nullptr);

  setMemorySectors(state.session.results[0], 0);
  const RooflineData mixed = rooflineData(state);
  EXPECT_EQ(mixed.bytes(), std::nullopt);
  EXPECT_EQ(mixed.held, std::vector<std::string_view>{"naive"});
  EXPECT_NE(drawn(state, area).findText(text(Msg::RooflineXAxisShort)), nullptr);
  EXPECT_NE(drawn(state, area).findTextWith(fillText(Msg::RooflineHeld, {"naive"})), nullptr);

  setMemorySectors(state.session.results[1], 0);
  EXPECT_EQ(rooflineData(state).bytes(), IntensityBytes::Requested);
  const RecordingCanvas canvas = drawn(state, area);
  EXPECT_NE(canvas.findText(text(Msg::RooflineXAxis)), nullptr);
  EXPECT_EQ(canvas.findText(text(Msg::RooflineXAxisThere)), nullptr) << "0.25 is no byte of memory";
  EXPECT_NE(canvas.findTextWith(text(Msg::RooflineHeldAll)), nullptr);
}

TEST(Roofline, APointWhoseBytesWereNotCountedIsSaidToBeABound) {
  ViewState state = ladder();
  RunResult mine = state.session.results[1];
  mine.variant = "mine", mine.text = "__global__ void mine() {}";
  RunResult counted = mine;
  counted.variant = "counted";
  std::ranges::find(counted.figures, "global_bytes", &Figure::name)->provenance = Provenance::Counted;
  state.session.results.push_back(mine);  // whose bytes are the operands'
  state.session.results.push_back(counted);
  const RooflineData data = rooflineData(state);
  EXPECT_NE(std::ranges::find(data.atMost, "mine"), data.atMost.end());
  EXPECT_EQ(std::ranges::find(data.atMost, "tiled"), data.atMost.end());
  EXPECT_EQ(std::ranges::find(data.atMost, "counted"), data.atMost.end());
  EXPECT_EQ(data.bytes(), IntensityBytes::Requested);
  for (const Rect area : {Rect{0, 0, 1200, 500}, Rect{0, 0, 1200, 180}})
    EXPECT_NE(drawn(state, area).findTextWith(fillText(Msg::RooflineAtMost, {joinedNames(data.atMost)})), nullptr);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  const auto hit = findView("roofline")->hit(RecordingCanvas(), kArea, state, pointOf(layout, "mine").at);
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("if each byte moved once"), std::string::npos) << hit->tooltip;
  EXPECT_EQ(hit->tooltip.find("loads and stores request"), std::string::npos) << hit->tooltip;
}

TEST(Roofline, AKernelOfOnesOwnThatIsNotModelledSaysWhy) {
  ViewState state = sampleModelled();
  state.sight.choices.speeds = SpeedKind::Modelled;
  RunResult mine = state.session.results[1];
  mine.variant = "mine", mine.text = "__global__ void mine() {}";
  mine.modelled.reset();
  state.session.results.push_back(mine);
  const RooflineData data = rooflineData(state);
  EXPECT_TRUE(std::ranges::any_of(data.leftOut, [](const RooflineLeftOut& group) {
    return group.why == text(Msg::OwnNotModelledShort) && group.variants == std::vector<std::string_view>{"mine"};
  }));
  mine.figures = {{"arithmetic_intensity", 0, "FLOP/byte", Provenance::Modelled}};
  state.session.results.back() = mine;
  const RooflineData moves = rooflineData(state);
  ASSERT_FALSE(moves.leftOut.empty());
  EXPECT_EQ(moves.leftOut.back().why, text(Msg::RooflineNoFlop)) << "what holds on every GPU comes first";
}

}  // namespace
}  // namespace strata::roofline_view_test
