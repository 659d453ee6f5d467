#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/facts/figure_caption.h"
#include "app/views/speed/speed_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_modelled.h"
#include "tests/views/sample_session.h"

// The speeds as a picture: no mouse reaches it, and who sees it has nothing beside it to ask.

namespace strata::speed_picture_test {
namespace {

constexpr Rect kArea{0, 0, 900, 420};

ViewState picture() {
  ViewState state = sampleLadderState();
  addRoofs(state.session.results, 1e10, 2e11);
  state.session.hello = sampleHello();
  state.sight.still = true;
  return state;
}

RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("speed")->draw(canvas, area, state);
  return canvas;
}

void makeSpreadWide(ViewState& state) {
  RunResult::Seconds& tiled = state.session.results[1].seconds;
  tiled.max = 3 * tiled.min;
}

TEST(SpeedPicture, SaysWhichDeviceAndHasNoSwitch) {
  ViewState state = sampleModelled();
  state.session.hello = sampleHello();
  const std::string& device = state.session.hello->device.name;
  for (const bool still : {false, true}) {
    state.sight.still = still;
    const RecordingCanvas canvas = drawn(state, {0, 0, 520, 400});
    EXPECT_EQ(canvas.findText(text(Msg::ResultsMeasured)) == nullptr, still);
    EXPECT_EQ(canvas.findText(device) != nullptr, still) << "in a window that is as narrow the switch needs its room";
  }
  state.sight.clickable = true;
  EXPECT_FALSE(layOutResults(RecordingCanvas(), kArea, state).choices.empty()) << "the mouse reaches a lesson's slide";
}

TEST(SpeedPicture, BesideTheSpreadStandsWhatBarAndWhiskerAre) {
  for (const bool still : {false, true}) {
    ViewState state = picture();
    state.sight.still = still;
    makeSpreadWide(state);
    const RecordingCanvas canvas = drawn(state);
    EXPECT_NE(canvas.findTextWith("slowest repeat took up to 3 × the fastest"), nullptr) << still;
    EXPECT_NE(canvas.findText(fillText(Msg::ResultsRange, {"5"})), nullptr) << still;
  }
}

TEST(SpeedPicture, ItsCaptionSaysWhatWasMeasuredWhereAndHow) {
  ViewState state = picture();
  state.session.shape = "512×512×512";
  for (RunResult& result : state.session.results) result.parameters["type"] = "fp32";
  EXPECT_EQ(figureCaption(state), "Sample 512×512×512, fp32 · AMD EPYC 9354, 2 cores · median of 5 · Strata 0.1");
  EXPECT_NE(drawn(state).findText(figureCaption(state)), nullptr);
  state.session.results[0].seconds.repeats = 9;
  EXPECT_NE(figureCaption(state).find("median of 5 to 9"), std::string::npos);
  state.session.shape = "512×512×512 bf16";
  for (RunResult& result : state.session.results) result.parameters["type"] = "bf16", result.seconds.repeats = 1;
  EXPECT_EQ(figureCaption(state), "Sample 512×512×512 bf16 · AMD EPYC 9354, 2 cores · one repeat · Strata 0.1");
  state.sight.still = false;
  EXPECT_EQ(drawn(state).findText(figureCaption(state)), nullptr) << "a window has it elsewhere";
}

TEST(SpeedPicture, TheCaptionOfModelledSpeedsNamesNoDeviceThatMeasuredThem) {
  ViewState state = sampleModelled();
  state.session.hello = sampleHello();
  state.sight.choices.speeds = SpeedKind::Modelled;
  EXPECT_EQ(figureCaption(state).find("AMD EPYC"), std::string::npos) << figureCaption(state);
  EXPECT_EQ(figureCaption(state).find("median"), std::string::npos) << figureCaption(state);
}

TEST(SpeedPicture, RoofsOfABusyMachineAreSaidToBe) {
  ViewState state = picture();
  const auto said = [&] {
    return drawn(state).findTextWith("The roofs may be too low: the machine was busy") != nullptr;
  };
  EXPECT_FALSE(said());
  for (RunResult& result : state.session.results) {
    result.details["roofs_on_busy_machine"] = true;
    result.details["roofs_measured_at"] = 1'760'000'000;
  }
  EXPECT_TRUE(said());
  state.sight.still = false;
  EXPECT_TRUE(said());
}

TEST(SpeedPicture, AWarningIsReadToItsEnd) {
  ViewState state = picture();
  makeSpreadWide(state);
  state.session.results[1].variant = "a_very_long_name_for_a_kernel_of_a_thesis_with_prefetch_and_double_buffering_v1";
  std::string all;
  for (const std::string& line : layOutResults(RecordingCanvas(), {0, 0, 500, 500}, state).footLines) all += line + " ";
  EXPECT_NE(all.find("3 × the fastest; run again before you compare"), std::string::npos) << all;
}

TEST(SpeedPicture, LongNamesThatDifferAtTheirEndsAreToldApart) {
  ViewState state = picture();
  const std::string name = "a_very_long_name_for_a_kernel_of_a_thesis_with_prefetch_and_double_buffering_v";
  state.session.results[0].variant = name + "1";
  state.session.results[1].variant = name + "2";
  const RecordingCanvas canvas = drawn(state, {0, 0, 700, 420});
  for (const char* end : {"1", "2"}) {
    const auto texts = canvas.of(DrawOp::Kind::Text);
    EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawOp* op) {
      return op->text.starts_with("a_") && op->text.find("…") != std::string::npos && op->text.ends_with(end);
    })) << end;
  }
}

TEST(SpeedPicture, WhatHasNoRowIsCountedAndNoThumbShowsWhereRowsAre) {
  ViewState state = picture();
  for (int i = 0; i < 40; ++i) state.session.results.push_back(state.session.results.front());
  constexpr Rect kLow{0, 0, 445, 195};
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kLow, state);
  const RecordingCanvas canvas = drawn(state, kLow);
  EXPECT_NE(canvas.findText(fillText(Msg::ResultsMore, {std::to_string(layout.hidden())})), nullptr);
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Fill)) EXPECT_FALSE(op->rect.x > layout.list.area.right());
}

TEST(SpeedPicture, OfWhatNobodyRecordedThereIsNone) {
  ViewState state = sampleModelled();
  state.session.snapshot = sampleLadderState().session.snapshot;
  state.session.published = nullptr;
  state.sight.choices.speeds = SpeedKind::Published;
  const View& view = *findView("speed");
  EXPECT_TRUE(view.hasContent(state)) << "a window has the way back";
  state.sight.still = true;
  EXPECT_FALSE(view.hasContent(state));
  EXPECT_NE(absentIn(view, state).find("is kept for this size"), std::string::npos) << absentIn(view, state);
  state.sight.choices.speeds = SpeedKind::Modelled;
  EXPECT_TRUE(view.hasContent(state));
}

}  // namespace
}  // namespace strata::speed_picture_test
