#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/facts/figure_caption.h"
#include "app/words/messages.h"
#include "tests/views/roofline_sample.h"

// The roofline as a picture, and where its words stand.

namespace strata::roofline_view_test {
namespace {

/// Sums of one chain: all at one intensity, and close together.
ViewState column() {
  ViewState state = ladder();
  const RunResult naive = state.session.results[0];
  state.session.results.clear();
  for (const auto& [variant, gflops] : {std::pair("interleaved", 0.00721),
                                        {"sequential", 0.00728},
                                        {"shuffle", 0.00437},
                                        {"coarsened", 0.0174},
                                        {"vectorised", 0.0643}}) {
    RunResult& step = state.session.results.emplace_back(naive);
    step.variant = variant;
    step.gflops = gflops;
    step.seconds = {1 / gflops, 0.9 / gflops, 1.1 / gflops, 5, "device"};
    step.figures[0].value = 0.25;  // arithmetic intensity; the bytes asked for are as many
  }
  state.sight.choices.variant = "vectorised";
  return state;
}

/// Numbers below the plot, from the left.
std::vector<const DrawOp*> intensitiesOf(const RecordingCanvas& canvas, const RooflineLayout& layout) {
  std::vector<const DrawOp*> numbers;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (op->rect.y > layout.frame.bottom() && op->rect.y < layout.frame.bottom() + 12 &&
        op->text.find_first_not_of("0123456789.") == std::string::npos)
      numbers.push_back(op);
  return numbers;
}

TEST(RooflinePicture, ItsCaptionSaysWhatWasMeasuredWhereAndHow) {
  ViewState state = ladder();
  state.session.shape = "512×512×512";
  for (const bool still : {false, true}) {
    state.sight.still = still;
    EXPECT_EQ(drawn(state, {0, 0, 1280, 720}).findText(figureCaption(state)) != nullptr, still);
  }
}

TEST(RooflinePicture, RoofsOfABusyMachineAreSaidToBe) {
  ViewState state = ladder();
  const auto said = [&] { return drawn(state, {0, 0, 1280, 720}).findTextWith("The roofs may be too low") != nullptr; };
  EXPECT_FALSE(said());
  for (RunResult& result : state.session.results) result.details["roofs_on_busy_machine"] = true;
  EXPECT_TRUE(said());
}

TEST(RooflinePicture, ReasonsToBeLeftOutAreReadToTheirEnd) {
  ViewState state = ladder();
  state.sight.still = true;
  state.session.results[2].message = "this device has no matrix unit, and the processor on which it ran emulates none";
  std::string all;
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {0, 0, 400, 400}, data);
  for (const std::string& line : layout.noteLines) {
    all += line + " ";
    EXPECT_LE(RecordingCanvas().measure(line, rooflineWordStyle(RecordingCanvas(), layout.letters)), layout.notes.w);
  }
  EXPECT_NE(all.find("emulates none"), std::string::npos) << all;
}

// As wide as a column of a paper.
TEST(RooflinePicture, NotesTakeNoMoreThanAThirdOfIt) {
  ViewState state = ladder();
  state.sight.still = true;
  for (RunResult& result : state.session.results) result.details["roofs_on_busy_machine"] = true;
  state.session.results[2].message = "this device has no matrix unit, and the processor on which it ran emulates none";
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {0, 0, 321, 240}, data);
  EXPECT_GT(layout.noteLines.size(), 5u) << "else this shows nothing";
  EXPECT_LE(layout.notes.h, 240 / 3 + 8);
  EXPECT_GT(layout.frame.h, 80);
}

TEST(RooflinePicture, PointsWithoutANameAreNamedBelow) {
  ViewState state = column();
  for (int i = 0; i < 20; ++i) {
    state.session.results.push_back(state.session.results[1]);
    state.session.results.back().variant = "a_long_name_of_a_step_" + std::to_string(i);
  }
  state.sight.still = true;
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {0, 0, 300, 260}, data);
  std::string all;
  for (const std::string& line : layout.noteLines) all += line + " ";
  std::size_t without = 0;
  for (const auto& placed : layout.points) without += placed.label ? 0 : 1;
  ASSERT_GT(without, 0u) << "else this shows nothing";
  EXPECT_NE(all.find("no room for the names of"), std::string::npos) << all;
}

TEST(Roofline, NumbersStandWherePointsAreAndBeyondThem) {
  const ViewState state = ladder();
  for (const float width : {300.f, 500.f, 640.f, 1280.f}) {
    const Rect area{0, 0, width, 420};
    const RooflineData data = rooflineData(state);
    const RooflineLayout layout = layOutRoofline(RecordingCanvas(), area, data);
    const RecordingCanvas canvas = drawn(state, area);
    const auto numbers = intensitiesOf(canvas, layout);
    ASSERT_GE(numbers.size(), 2u) << width;
    EXPECT_GE(numbers.back()->rect.right(), pointOf(layout, "library").at.x) << width;
    ASSERT_TRUE(layout.intensitiesName) << width;
    for (const DrawOp* number : numbers) {
      EXPECT_FALSE(overlaps(number->rect, layout.intensitiesName->box)) << number->text << " at " << width;
      EXPECT_LE(number->rect.right(), area.right()) << width;
    }
  }
}

TEST(Roofline, LabelsInAColumnStandInTheOrderOfTheirPoints) {
  const ViewState state = column();
  for (const Rect area : {Rect{0, 0, 1280, 720}, Rect{0, 0, 500, 375}, kArea}) {
    const RooflineData data = rooflineData(state);
    const RooflineLayout layout = layOutRoofline(RecordingCanvas(), area, data);
    const auto& coarsened = pointOf(layout, "coarsened");
    for (const char* lower : {"sequential", "shuffle"}) {
      const auto& below = pointOf(layout, lower);
      ASSERT_TRUE(coarsened.label && below.label) << area.w;
      EXPECT_LT(coarsened.label->box.y, below.label->box.y) << lower << " at " << area.w;
    }
  }
}

// At the left end of the axis the words have room on the other side only.
TEST(Roofline, TheLineOfEachByteOnceHasWordsOnTheSideWithRoom) {
  const ViewState state = column();
  const RooflineData data = rooflineData(state);
  const RooflineLayout layout = layOutRoofline(RecordingCanvas(), {0, 0, 1280, 720}, data);
  ASSERT_TRUE(idealTop(data, layout));
  ASSERT_TRUE(layout.ideal);
  EXPECT_GT(layout.ideal->box.x, layout.x.at(data.ideal->value));
}

}  // namespace
}  // namespace strata::roofline_view_test
