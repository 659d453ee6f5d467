#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "app/canvas/format.h"
#include "app/canvas/label_placer.h"
#include "app/canvas/log_axis.h"
#include "app/canvas/recording_canvas.h"
#include "app/facts/variant_facts.h"
#include "app/views/roofline/roofline_layout.h"
#include "app/views/spots.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/roofline_sample.h"

namespace strata::roofline_view_test {
namespace {

// A decade is as long everywhere: 2 GFLOP/s at 0.25 FLOP/byte, 20 at 8, 100 at 64.
TEST(Roofline, PointsStandWhereTheirNumbersAre) {
  const ViewState state = ladder();
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  ASSERT_EQ(layout.points.size(), 3u);
  const Point naive = pointOf(layout, "naive").at, tiled = pointOf(layout, "tiled").at,
              library = pointOf(layout, "library").at;
  const float decadeX = (tiled.x - naive.x) / std::log10(8 / 0.25f), decadeY = naive.y - tiled.y;
  EXPECT_NEAR(library.x - tiled.x, decadeX * std::log10(8.f), 0.5f);
  EXPECT_NEAR(tiled.y - library.y, decadeY * std::log10(5.f), 0.5f);
  EXPECT_GT(decadeX, 0);
  EXPECT_GT(decadeY, 0);
}

TEST(Roofline, RoofsMeetWhereBandwidthTimesIntensityIsTheComputeRoof) {
  const ViewState state = ladder();
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  EXPECT_DOUBLE_EQ(data.ridge(), 20);
  EXPECT_NEAR(layout.knee.x, layout.x.at(20), 0.01f);
  EXPECT_NEAR(layout.knee.y, layout.y.at(200), 0.01f);
  EXPECT_NEAR(layout.slopeStart.y, layout.y.at(1e10 * layout.x.low * 1e-9), 0.5f) << "the slope at the left end";
  const RecordingCanvas canvas = drawn(state);
  for (const char* words :
       {"200 GFLOP/s, fp32 measured", "10 GB/s measured", "memory bound", "compute bound", "each byte once: 64"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
}

TEST(Roofline, ADevicesNameIsShortenedBeforeTheKindsOfItsNumbersGo) {
  ViewState state = ladder();
  state.session.hello.emplace();
  state.session.hello->device.name = "A device with a name that is far too long for the header of so narrow a view";
  for (float width = 330; width < 900; width += 31) {
    RecordingCanvas canvas;
    findView("roofline")->draw(canvas, {0, 0, width, kArea.h}, state);
    EXPECT_NE(canvas.findTextWith("x modelled"), nullptr) << width;
    EXPECT_NE(canvas.findTextWith("y measured"), nullptr) << width;
  }
}

// As where the library is as fast as the roof: its mark stands on it, near the right end.
TEST(Roofline, TheNumberOfTheComputeRoofIsThereAndNoPointCoversIt) {
  ViewState state = sampleLadderState();
  addRoofs(state.session.results, 1e10, 1e11);
  const RooflineData data = rooflineData(state);
  for (float width = 380; width < 1000; width += 7.3f)
    for (const float height : {220.f, 330.f, 470.f}) {
      const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {3.7f, 20, width, height}, data);
      ASSERT_TRUE(layout.compute) << width << " × " << height;
      EXPECT_LE(layout.compute->box.right(), layout.frame.right()) << width << " × " << height;
      for (const auto& placed : layout.points)
        EXPECT_FALSE(layout.compute->box.inset(-layout.radius, -layout.radius).contains(placed.at))
            << placed.name << " at " << width << " × " << height;
    }
}

TEST(Roofline, TheLineBelowTheRidgeRunsThroughNoWords) {
  const ViewState state = ladder();
  int through = 0;
  for (float width = 380; width < 1000; width += 20) {
    const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {0, 0, width, 400}, rooflineData(state));
    ASSERT_TRUE(layout.ideal) << width;
    const Rect words = layout.ideal->box.inset(1, 1);
    through += words.x < layout.knee.x && layout.knee.x < words.right() ? 1 : 0;
    const RecordingCanvas canvas = drawn(state, {0, 0, width, 400});
    for (const DrawOp* line : canvas.of(DrawOp::Kind::Polyline, canvas.theme().tagBorder))
      EXPECT_FALSE(crosses(words, line->points.front(), line->points.back())) << width;
  }
  EXPECT_GT(through, 0) << "else this shows nothing";
}

TEST(Roofline, WhatLiesUnderTheRoofsIsOneArea) {
  const ViewState state = ladder();
  const RecordingCanvas canvas = drawn(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, rooflineData(state));
  const auto areas = canvas.of(DrawOp::Kind::Polygon);
  ASSERT_EQ(areas.size(), 1u);
  const std::vector<Point>& corners = areas[0]->points;
  ASSERT_EQ(corners.size(), 5u);
  EXPECT_EQ(corners[0], (Point{layout.slopeStart.x, layout.frame.bottom()}));
  EXPECT_EQ(corners[1], layout.slopeStart);
  EXPECT_EQ(corners[2], layout.knee);
  EXPECT_EQ(corners[4], (Point{layout.plot.right(), layout.frame.bottom()}));
  EXPECT_LE(canvas.of(DrawOp::Kind::Polyline, canvas.theme().tagBorder).size(), 2u)
      << "one line of dashes, or two with words between";
}

TEST(Roofline, LettersAreAsLargeAsASlidesWhereThereIsRoom) {
  const ViewState state = ladder();
  const auto sizeOf = [&](const char* words, Rect area) { return drawn(state, area).findText(words)->style.size; };
  for (const char* words : {"memory bound", "200 GFLOP/s, fp32 measured", "naive", "tiled"})
    EXPECT_GE(sizeOf(words, {0, 0, 850, 340}), 13) << words;
  EXPECT_LT(sizeOf("naive", {0, 0, 200, 140}), 10) << "where there is none, names before large letters";
}

TEST(Roofline, AnAxisHasTwoNumbersAtLeast) {
  for (const float width : {240.f, 265.f, 300.f, 420.f}) {
    const RecordingCanvas canvas = drawn(ladder(), {0, 0, width, 420});
    const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {0, 0, width, 420}, rooflineData(ladder()));
    const auto below = [&](const DrawOp* words) {
      return words->rect.y > layout.frame.bottom() && words->rect.bottom() < layout.frame.bottom() + 30 &&
             words->text.find_first_not_of("0123456789.") == std::string::npos;
    };
    EXPECT_GE(std::ranges::count_if(canvas.of(DrawOp::Kind::Text), below), 2) << width;
  }
}

// Sessions of before all results of a run had one roof.
TEST(Roofline, RoofsAreThoseOfTheLastResult) {
  ViewState state = ladder();
  const auto library = std::ranges::find(state.session.results, "library", &RunResult::variant);
  for (RunResult& result : state.session.results)
    for (Figure& figure : result.figures)
      if (figure.name.starts_with("roof_") && &result < &*library) figure.value /= 4;
  const RooflineData data = rooflineData(state);
  EXPECT_DOUBLE_EQ(data.compute->value, 2e11);
  EXPECT_DOUBLE_EQ(data.bandwidth->value, 1e10);
  EXPECT_TRUE(data.cached.empty() && data.faster.empty()) << "the library stands below the roof it has";
}

TEST(Roofline, AKernelThatWasBroughtIsAPointBesideTheTrail) {
  ViewState state = ladder();
  RunResult mine = state.session.results[0];
  mine.variant = "mine", mine.text = "__global__ void mine() {}";
  state.session.results.insert(state.session.results.begin(), mine);
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  EXPECT_FALSE(pointOf(layout, "mine").point->isStep());
  EXPECT_TRUE(pointOf(layout, "naive").point->isStep());
  const auto lines = [&] { return drawn(state).of(DrawOp::Kind::Polyline).size(); };
  const std::size_t beside = lines();
  state.session.results.front().text.clear();
  EXPECT_LT(beside, lines()) << "no way leads to it";
}

TEST(Roofline, EveryPointHasALabelAndNoneCoversAnother) {
  ViewState state = ladder();
  RunResult step = state.session.results[1];
  for (int i = 0; i < 9; ++i) {
    step.variant = "double_buffered_" + std::to_string(i);
    step.gflops = 20 + 0.2 * i;
    state.session.results.push_back(step);
  }
  for (const Rect area : {kArea, Rect{0, 0, 420, 300}, Rect{0, 0, 1920, 1080}}) {
    const RooflineData data = rooflineData(state);
    const RooflineLayout layout = layOutRoofline(RecordingCanvas(), area, data);
    ASSERT_EQ(layout.points.size(), 12u);
    for (const auto& placed : layout.points) ASSERT_TRUE(placed.label) << placed.name << " at " << area.w;
    for (const auto& a : layout.points) {
      for (const auto& b : layout.points) {
        const Rect mark{b.at.x - layout.radius, b.at.y - layout.radius, 2 * layout.radius, 2 * layout.radius};
        EXPECT_FALSE(overlaps(a.label->box, mark)) << a.name << " covers the point of " << b.name;
        EXPECT_FALSE(&a != &b && overlaps(a.label->box, b.label->box)) << a.name << " and " << b.name;
      }
    }
  }
}

TEST(Roofline, AtTheSizeOfADockTheEndsAreNamed) {
  const RecordingCanvas canvas = drawn(ladder(), {0, 0, 200, 140});
  for (const char* name : {"naive", "library"}) EXPECT_NE(canvas.findText(name), nullptr) << name;
}

// Both phases of a model's run stand under the roofs; one that did not take place does not.
TEST(Roofline, APromptAndTheGenerationAreTwoPoints) {
  RunResult run;
  run.variant = "transformer";
  run.figures = {{"prompt_gflop_per_s", 40, "GFLOP/s", Provenance::Modelled},
                 {"prompt_intensity", 30, "FLOP/byte", Provenance::Modelled},
                 {"generation_gflop_per_s", 4, "GFLOP/s", Provenance::Modelled},
                 {"generation_intensity", 0.5, "FLOP/byte", Provenance::Modelled}};
  ViewState state = ladder();
  state.session.results = {run};
  const RooflineData data = rooflineData(state);
  ASSERT_EQ(data.points.size(), 2u);
  EXPECT_TRUE(data.leftOut.empty());
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  EXPECT_EQ(layout.points[1].name, "generation");
  const auto hit = findView("roofline")->hit(RecordingCanvas(), kArea, state, layout.points[0].at);
  ASSERT_TRUE(hit);
  for (const char* words : {"prompt\n40 GFLOP/s modelled", "30 FLOP/byte modelled: if each byte moved once"})
    EXPECT_NE(hit->tooltip.find(words), std::string::npos) << hit->tooltip;

  state.session.results[0].figures.erase(state.session.results[0].figures.begin(),
                                         state.session.results[0].figures.begin() + 2);
  EXPECT_EQ(rooflineData(state).points.size(), 1u);
  state.session.results[0].figures.clear();
  EXPECT_EQ(rooflineData(state).leftOut.size(), 1u);
}

TEST(Roofline, AMeasuredRoofOfArithmeticSaysThatItIsOfFp32) {
  RunResult run;
  run.variant = "transformer";
  run.figures = {{"generation_gflop_per_s", 4, "GFLOP/s", Provenance::Modelled},
                 {"generation_intensity", 0.5, "FLOP/byte", Provenance::Modelled},
                 {"roof_bytes_per_s", 4.24e12, "bytes/s", Provenance::Measured},
                 {"roof_flop_per_s", 5.76e13, "FLOP/s", Provenance::Measured}};
  ViewState state = ladder();
  state.session.results = {run};
  EXPECT_NE(drawn(state).findText(formatFlopRate(5.76e4) + ", fp32 measured"), nullptr);
}

// The memory roof at 10⁻³ FLOP/byte is at 0.01 GFLOP/s, far below all points, which caches serve.
TEST(Roofline, ALineBelowThePlotIsNotDrawn) {
  ViewState state = ladder();
  for (RunResult& result : state.session.results)
    for (Figure& figure : result.figures)
      if (figure.name == "arithmetic_intensity") figure.value = 1e-3;
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  EXPECT_FALSE(idealTop(data, layout));
  EXPECT_FALSE(layout.ideal) << "no words without the line";
  const RecordingCanvas canvas = drawn(state);
  for (const DrawOp* line : canvas.of(DrawOp::Kind::Polyline, canvas.theme().textDim))
    for (const Point& point : line->points) EXPECT_LE(point.y, layout.frame.bottom() + 1);
  const ViewState within = ladder();
  const RooflineData plain = rooflineData(within);
  EXPECT_TRUE(idealTop(plain, layOutRoofline(RecordingCanvas(), kArea, plain)));
}

TEST(Roofline, WithoutRoofsItSaysHowToGetThem) {
  ViewState state = ladder();
  state.session.results = sampleLadderResults();
  const RecordingCanvas canvas = drawn(state, {0, 0, 1200, 500});
  EXPECT_NE(canvas.findText(text(Msg::RooflineNoRoofs)), nullptr);
  EXPECT_NE(canvas.findTextWith("naive"), nullptr) << "points are there all the same";
  EXPECT_EQ(canvas.findTextWith("memory bound"), nullptr);
}

TEST(Roofline, WhatHasNoPlaceIsListedWithTheReason) {
  ViewState state = ladder();
  state.session.results[1].figures.clear();
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("unit: unsupported: this device has no matrix unit"), nullptr);
  EXPECT_NE(canvas.findTextWith("tiled: its arithmetic intensity is not known"), nullptr);
  state.session.results = {state.session.results[2]};
  EXPECT_NE(drawn(state).findText(text(Msg::RooflineNoPoint)), nullptr);
  EXPECT_NE(drawn(ViewState{}).findText(text(Msg::RooflineEmpty)), nullptr);
}

TEST(Roofline, OfFramesItSaysWhyItIsEmptyAndWhatHasThePoints) {
  ViewState state;
  ExperimentInfo frames;
  frames.name = "frames";
  state.session.experiment = std::make_shared<const ExperimentInfo>(frames);
  RunResult pipe;
  pipe.variant = "pipe";
  for (const bool running : {true, false}) {
    state.sight.running = running;
    const RecordingCanvas canvas = drawn(state, {0, 0, 1200, 400});
    EXPECT_NE(canvas.findText(text(Msg::RooflineOfFrames)), nullptr) << running;
    EXPECT_NE(canvas.findTextWith("run Heat diffusion"), nullptr) << running;
    EXPECT_EQ(canvas.findTextWith("fills in"), nullptr) << "it does not";
    state.session.results = {pipe};
  }
  state.session.experiment = nullptr;
  EXPECT_EQ(drawn(state).findText(text(Msg::RooflineOfFrames)), nullptr);
}

TEST(Roofline, NumbersThatAreNoneLeaveAVariantOut) {
  for (const double odd : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    ViewState state = ladder();
    state.session.results[0].gflops = odd;
    const RooflineData data = rooflineData(state);
    EXPECT_EQ(data.points.size(), 2u) << odd;
    drawn(state);
  }
  ViewState state = ladder();
  for (RunResult& result : state.session.results)
    for (Figure& figure : result.figures)
      if (figure.name == "roof_flop_per_s") figure.value = std::nan("");
  EXPECT_FALSE(rooflineData(state).hasRidge());
  drawn(state);
}

/// As a GPU's results of bf16 are: with the data sheet's roof of matrix units, or with none where it is not known.
ViewState ofMatrixUnits(double roof) {
  ViewState state = ladder();
  for (RunResult& result : state.session.results) {
    result.details["factors"] = "bf16";
    for (Figure& figure : result.figures)
      if (figure.name == "roof_flop_per_s") figure = {figure.name, roof, figure.unit, Provenance::Spec};
    if (roof > 0) continue;
    std::erase_if(result.figures, [](const Figure& figure) {
      return figure.name == "roof_flop_per_s" || figure.name == "share_of_roof";
    });
  }
  return state;
}

TEST(Roofline, TheDataSheetsRoofOfMatrixUnitsHasItsNameAndKind) {
  const ViewState state = ofMatrixUnits(9.9e14);
  const RecordingCanvas canvas = drawn(state, {0, 0, 1200, 500});
  EXPECT_NE(canvas.findText(formatFlopRate(9.9e5) + ", matrix units, bf16 spec"), nullptr);
  EXPECT_NE(canvas.findTextWith("10 GB/s measured"), nullptr);
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  const auto roof =
      findView("roofline")->hit(RecordingCanvas(), kArea, state, {layout.plot.right() - 5, layout.knee.y});
  ASSERT_TRUE(roof);
  EXPECT_EQ(roof->tooltip, formatFlopRate(9.9e5) + " spec: matrix units, bf16, as the data sheet has them.");
}

TEST(Roofline, AboveTheDataSheetsRoofNothingIsToBeMeasuredAgain) {
  const ViewState state = ofMatrixUnits(8e10);
  const RooflineData data = rooflineData(state);
  EXPECT_EQ(data.faster, std::vector<std::string_view>{"library"});
  EXPECT_EQ(data.fasterWhy, text(Msg::RoofOfSheet));
}

TEST(Roofline, WhereNobodyKnowsMatrixUnitsMemorysRoofStandsAlone) {
  const ViewState state = ofMatrixUnits(0);
  const RooflineData data = rooflineData(state);
  EXPECT_TRUE(data.roofs());
  EXPECT_FALSE(data.hasRidge());
  for (const Rect area : {kArea, Rect{0, 0, 1200, 500}, Rect{0, 0, 200, 140}}) {
    const RooflineLayout layout = layOutRoofline(RecordingCanvas(), area, data);
    EXPECT_LE(layout.knee.x, layout.plot.right() + 0.5f);
    EXPECT_GE(layout.knee.y, layout.plot.y - 0.5f);
    EXPECT_LT(layout.slopeStart.x, layout.knee.x);
    EXPECT_FALSE(layout.compute || layout.computeBound);
  }
  const RecordingCanvas canvas = drawn(state, {0, 0, 1200, 500});
  EXPECT_NE(canvas.findTextWith("how fast bf16 can be multiplied here is not known"), nullptr);
  EXPECT_NE(canvas.findTextWith("10 GB/s measured"), nullptr);
  EXPECT_TRUE(data.faster.empty());
}

TEST(Roofline, OfTheCpuThatEmulatesMatrixUnitsIsMeasured) {
  ViewState state = ladder();
  for (RunResult& result : state.session.results) result.details["factors"] = "bf16";
  EXPECT_EQ(rooflineData(state).unit, "");
  EXPECT_EQ(rooflineData(state).compute->provenance, Provenance::Measured);
}

TEST(Roofline, AClickOnAPointChoosesItsVariantAndSelectsItsMedianCall) {
  const ViewState state = ladder();
  const RecordingCanvas canvas = drawn(state);
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(canvas, kArea, data);
  const auto& tiled = pointOf(layout, "tiled");
  for (const Point at : {tiled.at, Point{tiled.label->box.x + 2, tiled.label->box.y + 4}}) {
    const auto hit = findView("roofline")->hit(canvas, kArea, state, at);
    ASSERT_TRUE(hit && hit->choices);
    EXPECT_EQ(hit->choices->variant, "tiled");
    EXPECT_EQ(hit->selection.call, CallId{3});
    EXPECT_TRUE(hit->selection.event);
    EXPECT_NE(hit->tooltip.find("8 FLOP/byte modelled"), std::string::npos) << hit->tooltip;
  }
  const auto roof = findView("roofline")->hit(canvas, kArea, state, {layout.plot.right() - 5, layout.knee.y});
  ASSERT_TRUE(roof);
  EXPECT_NE(roof->tooltip.find("200 GFLOP/s"), std::string::npos);
  EXPECT_FALSE(findView("roofline")->hit(canvas, kArea, state, {layout.plot.x + 5, layout.plot.y + 5}));
}

TEST(Roofline, TheLibraryIsASquareAndTheChosenPointHasARing) {
  ViewState state = ladder();
  state.sight.choices.variant = "tiled";
  const RecordingCanvas canvas = drawn(state);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, canvas.theme().white).size(), 1u);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, storeyInfo(Storey::Library).color).size(), 1u);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, storeyInfo(Storey::Model).color).size(), 2u);
}

/// Where what a text stands on is drawn, so that the lines below it end there.
bool standsClear(const std::vector<DrawOp>& ops, std::size_t text) {
  const Rect letters = ops[text].rect.inset(0, ops[text].rect.h * 0.2f);
  const auto covers = [&](const DrawOp& op) {
    return op.kind == DrawOp::Kind::Fill && op.rect.x <= letters.x && op.rect.right() >= letters.right() &&
           op.rect.y <= letters.y && op.rect.bottom() >= letters.bottom() && op.rect.h < 2 * ops[text].rect.h;
  };
  std::size_t ground = text;
  while (ground > 0 && !covers(ops[ground])) --ground;
  if (ground == 0) return false;
  for (std::size_t i = ground; i < ops.size(); ++i)
    for (std::size_t at = 1; ops[i].kind == DrawOp::Kind::Polyline && at < ops[i].points.size(); ++at)
      if (crosses(letters, ops[i].points[at - 1], ops[i].points[at])) return false;
  return true;
}

TEST(Roofline, NoLineRunsThroughLetters) {
  const ViewState state = ladder();
  for (const Rect area : {kArea, Rect{0, 0, 340, 240}, Rect{0, 0, 420, 300}, Rect{0, 0, 900, 500}}) {
    const Rect frame = layOutRoofline(RecordingCanvas(), area, rooflineData(state)).frame;
    const RecordingCanvas canvas = drawn(state, area);
    std::size_t inPlot = 0;
    for (std::size_t i = 0; i < canvas.ops().size(); ++i) {
      const DrawOp& op = canvas.ops()[i];
      if (op.kind != DrawOp::Kind::Text || !frame.contains({op.rect.x + 1, op.rect.y + op.rect.h / 2})) continue;
      ++inPlot;
      EXPECT_TRUE(standsClear(canvas.ops(), i)) << op.text << " at " << area.w;
    }
    EXPECT_GT(inPlot, 2u) << area.w;
  }
}

TEST(Roofline, KeysStopOnceAtEachPoint) {
  const ViewState state = ladder();
  const View& view = *findView("roofline");
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), kArea, data);
  const auto onMark = [&](Point at) {
    return std::ranges::any_of(layout.points, [&](const auto& placed) {
      return std::hypot(placed.at.x - at.x, placed.at.y - at.y) <= layout.radius;
    });
  };
  std::vector<Spot> met;
  const auto meet = [&](const std::optional<Spot>& spot) {
    if (spot && std::ranges::find(met, *spot) == met.end()) met.push_back(*spot);
  };
  constexpr std::array kWays{Way::Left, Way::Right, Way::Up, Way::Down};
  for (const Way way : kWays) meet(nextSpot(view, kArea, state, std::nullopt, way));
  for (std::size_t i = 0; i < met.size() && i < 20; ++i)
    for (const Way way : kWays) meet(nextSpot(view, kArea, state, Spot(met[i]), way));
  EXPECT_EQ(met.size(), layout.points.size());
  for (const Spot& spot : met) EXPECT_TRUE(onMark(spot.at)) << spot.at.x << " " << spot.at.y;
}

TEST(LogAxis, TicksAreRoundAndApart) {
  for (const float width : {60.f, 200.f, 3000.f}) {
    const LogAxis axis{0.07, 4.2e5, 0, width};
    const auto ticks = logTicks(axis, 30);
    float last = -100;
    for (const AxisTick& tick : ticks) {
      if (tick.label.empty()) continue;
      EXPECT_GE(tick.at - last, 29) << width;
      last = tick.at;
    }
    EXPECT_GE(ticks.size(), 1u);
  }
}

}  // namespace
}  // namespace strata::roofline_view_test
