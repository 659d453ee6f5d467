#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/facts/variant_facts.h"
#include "app/views/roofline/roofline_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/roofline_sample.h"

// What stands above a measured roof, and what is known of why.

namespace strata::roofline_view_test {
namespace {

TEST(Roofline, WhatIsAboveTheRoofOfArithmeticIsSaidToBe) {
  ViewState state = ladder();
  EXPECT_TRUE(rooflineData(state).faster.empty());
  for (RunResult& result : state.session.results)
    for (Figure& figure : result.figures)
      if (figure.name == "roof_flop_per_s") figure.value = 8e10;
  EXPECT_EQ(rooflineData(state).faster, std::vector<std::string_view>{"library"});
  for (const Rect area : {Rect{0, 0, 1200, 500}, Rect{0, 0, 700, 180}})
    EXPECT_NE(drawn(state, area).findTextWith(fillText(Msg::RooflineFaster, {"library"})), nullptr) << area.h;
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  const auto hit = findView("roofline")->hit(RecordingCanvas(), kArea, state, pointOf(layout, "library").at);
  EXPECT_NE(hit->tooltip.find(text(Msg::RoofAboveCompute)), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("roofs = anew"), std::string::npos) << "and how to measure it again: " << hit->tooltip;
  EXPECT_NE(hit->tooltip.find(text(Msg::RoofKeptSometime)), std::string::npos) << hit->tooltip;
  EXPECT_EQ(hit->tooltip.find(text(Msg::RooflineAbove)), std::string::npos) << "no cache makes arithmetic faster";
}

TEST(Roofline, WhatMemoryCouldNotAnswerSoFastIsSaidToBeServedByCaches) {
  ViewState state = ladder();
  EXPECT_TRUE(rooflineData(state).cached.empty());
  for (Figure& figure : state.session.results[1].figures)
    if (figure.name == "global_bytes") figure.value *= 10;  // tiled: 20 GFLOP/s, 0.8 FLOP/byte · 10 GB/s = 8
  EXPECT_EQ(rooflineData(state).cached, std::vector<std::string_view>{"tiled"});
  EXPECT_TRUE(rooflineData(state).faster.empty());
  for (const Rect area : {Rect{0, 0, 1200, 500}, Rect{0, 0, 900, 180}})
    EXPECT_NE(drawn(state, area).findTextWith(fillText(Msg::RooflineCached, {"tiled"})), nullptr) << area.h;
}

TEST(Roofline, AShareOfMemorysRoofAboveAllOfItIsSaidToBeAndWhenTheRoofWasMeasured) {
  ViewState state = ladder();
  RunResult& tiled = state.session.results[1];
  for (Figure& figure : tiled.figures)
    if (figure.name == "share_of_roof") figure.value = 1.35;
  tiled.details["roofs_measured_at"] = 1'760'000'000;  // in October 2025 everywhere
  EXPECT_TRUE(rooflineData(state).faster.empty()) << "by what it asks for it is drawn below the roofs";
  for (Figure& figure : tiled.figures)
    if (figure.name == "global_bytes") figure.value *= 5;  // 20 GFLOP/s, 1.6 FLOP/byte · 10 GB/s = 16
  EXPECT_EQ(rooflineData(state).faster, std::vector<std::string_view>{"tiled"});
  const RecordingCanvas canvas = drawn(state, {0, 0, 1200, 500});
  EXPECT_NE(canvas.findTextWith("above the roof: tiled. The kept roof was measured on 2025-10-"), nullptr);
  EXPECT_EQ(variantTooltip(state, tiled).find(text(Msg::RoofAboveMemory)), std::string::npos) << "nobody knows";
  EXPECT_EQ(variantTooltip(state, tiled).find("busy"), std::string::npos) << "nobody knows";
  tiled.details["fits_cache"] = false;
  EXPECT_EQ(variantTooltip(state, tiled).find(text(Msg::RoofAboveMemory)), std::string::npos);
  tiled.details["fits_cache"] = true;
  EXPECT_NE(variantTooltip(state, tiled).find(text(Msg::RoofAboveMemory)), std::string::npos);
}

TEST(Roofline, ARoofThatIsPassedSaysItsOwnTimeAndThatTheMachineWasBusy) {
  ViewState state = ladder();
  RunResult& tiled = state.session.results[1];
  for (Figure& figure : tiled.figures)
    if (figure.name == "share_of_roof") figure.value = 1.35;
  tiled.details["roofs_measured_at"] = 1'760'000'000;
  tiled.details["memory_roof_measured_at"] = 1'728'000'000;  // in October 2024 everywhere
  tiled.details["roofs_on_busy_machine"] = true;
  const std::string tip = variantTooltip(state, tiled);
  EXPECT_NE(tip.find("measured on 2024-10-"), std::string::npos) << tip;
  EXPECT_NE(tip.find(", when the machine was busy: run with roofs = anew"), std::string::npos) << tip;
}

TEST(Roofline, ARoofThatWasMeasuredForTheRunAsksForNoOther) {
  ViewState state = ladder();
  RunResult& tiled = state.session.results[1];
  for (Figure& figure : tiled.figures)
    if (figure.name == "share_of_roof") figure.value = 1.35;
  tiled.details["roofs_measured_at"] = 1'760'000'000;
  tiled.parameters["roofs"] = "anew";
  const std::string tip = variantTooltip(state, tiled);
  EXPECT_NE(tip.find("measured anew for this run, on 2025-10-"), std::string::npos) << tip;
  EXPECT_EQ(tip.find("run with roofs = anew"), std::string::npos) << tip;
}

TEST(Roofline, AMeasuredRoofSaysWhenItWasAndHowToDoItAgain) {
  ViewState state = ladder();
  for (RunResult& result : state.session.results) result.details["roofs_measured_at"] = 1'760'000'000;
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, rooflineData(state));
  const auto hit = findView("roofline")->hit(RecordingCanvas(), kArea, state, {layout.knee.x + 3, layout.knee.y});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("Measured on 2025-10-"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("roofs = anew"), std::string::npos);
}

}  // namespace
}  // namespace strata::roofline_view_test
