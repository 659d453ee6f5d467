#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/facts/tensor_cell.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::tensor_workings_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Rect kLarge{0, 0, 1300, 800};

// 2×2 of 4×4, so that each cell stands for element (2i, 2j): C(2, 0) = 5·1 + 6·2 + 7·3 = 38.
SessionMessage product() {
  return {MessageKind::Tensor,
          R"({"name":"C","rows":2,"cols":2,"shape":[4,4],"statistics":{"min":-1,"max":50,"mean":7.5},
              "workings":{"operation":"matmul","k":3,"operands":[{"name":"A","rows":2,"cols":3,"offset":4},
              {"name":"B","rows":3,"cols":2,"offset":10}]}})",
          {14, 0, 38, 8, 1, 2, 3, 5, 6, 7, 1, 0, 2, -1, 3, 2}};
}

// X is 2×3×3, two filters of 2×2 at stride 1 and padding 1; Y(1, 0, 2) lies half beside the picture.
SessionMessage convolution() {
  std::vector<float> blob(2 * 4 * 4, 0.f);
  const std::vector<float> x{1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  const std::vector<float> w{1, 0, 0, 1, 2, 0, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8}, bias{0.5f, 0.25f};
  blob[4 * 4 + 2] = 3 * 2 + 4 * 3 + 7 * 8 + 8 * 7 + 0.25f;
  for (const auto* part : {&x, &w, &bias}) blob.insert(blob.end(), part->begin(), part->end());
  return {MessageKind::Tensor,
          R"({"name":"Y","rows":8,"cols":4,"shape":[1,2,4,4],
              "sheet":{"channels":2,"height":4,"width":4,"per_row":1,"row":0,"col":0},
              "workings":{"operation":"conv2d","stride":1,"pad":1,"dilation":1,"operands":[
              {"name":"X","channels":2,"height":3,"width":3,"row":0,"col":0,"offset":32},
              {"name":"W","filters":2,"channels":2,"height":2,"width":2,"offset":50},
              {"name":"bias","filters":2,"offset":66}]}})",
          std::move(blob)};
}

ViewState stateOf(SessionMessage message, std::optional<TensorCell> cell = {}) {
  ViewState state;
  state.session.tensor = std::make_shared<SessionMessage>(std::move(message));
  state.sight.choices.cell = cell;
  return state;
}

RecordingCanvas drawn(const ViewState& state, Rect area = kLarge) {
  RecordingCanvas canvas;
  findView("tensor")->draw(canvas, area, state);
  return canvas;
}

TEST(TensorWorkings, AProductsCellIsTheRowTimesTheColumn) {
  const SessionMessage message = product();
  const auto picture = readTensor(message);
  ASSERT_TRUE(picture);
  const auto sum = cellSum(*picture, {1, 0});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->left, (std::vector<double>{5, 6, 7}));
  EXPECT_EQ(sum->right, (std::vector<double>{1, 2, 3}));
  EXPECT_DOUBLE_EQ(sum->sum, 38);
  EXPECT_EQ(formulaText(*sum), "5·1 + 6·2 + 7·3 = 38");
  EXPECT_EQ(verdictText(*sum), text(Msg::TensorAgrees));
  EXPECT_EQ(cellText(*picture, {1, 0}), "row 2, column 0: 38") << "the element of the whole tensor";
  EXPECT_EQ(formulaText(*cellSum(*picture, {0, 1})), "1·0 + 2·(-1) + 3·2 = 4");
}

TEST(TensorWorkings, AConvolutionsCellSeesTheWindowAndZerosBesideThePicture) {
  const SessionMessage message = convolution();
  const auto picture = readTensor(message);
  ASSERT_TRUE(picture && picture->sheet);
  EXPECT_EQ(windowOf(*picture, {4, 2}), (std::array<std::int64_t, 2>{-1, 1}));
  const auto sum = cellSum(*picture, {4, 2});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->left, (std::vector<double>{0, 0, 2, 3, 0, 0, 8, 7}));
  EXPECT_EQ(sum->right, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_DOUBLE_EQ(sum->bias, 0.25);
  EXPECT_DOUBLE_EQ(sum->sum, 2 * 3 + 3 * 4 + 8 * 7 + 7 * 8 + 0.25);
  EXPECT_EQ(sum->sum, sum->shown);
  EXPECT_THAT(cellText(*picture, {4, 2}), HasSubstr("channel 1, row 0, column 2"));
}

TEST(TensorWorkings, ADifferenceThatRoundingExplainsIsNotAnAlarmAndAGreatOneIs) {
  SessionMessage message = product();
  message.blob[2] = std::nextafter(38.f, 39.f);
  EXPECT_THAT(verdictText(*cellSum(*readTensor(message), {1, 0})), HasSubstr("from rounding in 3 additions"));
  message.blob[2] = 38.01f;
  EXPECT_THAT(verdictText(*cellSum(*readTensor(message), {1, 0})), HasSubstr("more than rounding"));
  EXPECT_EQ(drawn(stateOf(message, TensorCell{1, 0})).findTextWith("more than rounding")->style.color,
            darkTheme().warning);
}

TEST(TensorWorkings, TheViewDrawsRowColumnAndFormula) {
  const ViewState state = stateOf(product(), TensorCell{1, 0});
  const RecordingCanvas canvas = drawn(state);
  for (const std::string_view words : {"5·1 + 6·2 + 7·3 = 38", "row 2, column 0: 38", "A", "B"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
  EXPECT_NE(canvas.findTextWith("row 2 of A · column 0 of B"), nullptr);
  // A beside C and B above it, on the same lines.
  const auto images = canvas.of(DrawOp::Kind::Image);
  ASSERT_GE(images.size(), 3u);
  const Rect a = images[0]->rect, b = images[1]->rect, c = images[2]->rect;
  EXPECT_FLOAT_EQ(a.y, c.y);
  EXPECT_FLOAT_EQ(a.h, c.h);
  EXPECT_FLOAT_EQ(b.x, c.x);
  EXPECT_FLOAT_EQ(b.w, c.w);
  EXPECT_LE(a.right(), c.x);
  EXPECT_LE(b.bottom(), c.y);
}

TEST(TensorWorkings, AConvolutionsInputLiesBesideItsOutputWithTheWindowOnIt) {
  const RecordingCanvas canvas = drawn(stateOf(convolution(), TensorCell{2, 1}));
  const auto images = canvas.of(DrawOp::Kind::Image);
  ASSERT_GE(images.size(), 2u);
  const Rect x = images[0]->rect, y = images[1]->rect;
  EXPECT_LT(x.right(), y.x);
  EXPECT_FLOAT_EQ(x.y, y.y);
  EXPECT_NEAR(x.w / 3, y.w / 4, 0.01) << "pixels of one size";
  EXPECT_NE(canvas.findText("X, channel 0"), nullptr);
  // Y(2, 1) sees rows 1 and 2 and columns 0 and 1.
  const float pixel = x.w / 3;
  const auto frames = canvas.of(DrawOp::Kind::Stroke);
  EXPECT_TRUE(std::ranges::any_of(frames, [&](const DrawOp* op) {
    return std::abs(op->rect.x - x.x) < 1 && std::abs(op->rect.y - x.y - pixel) < 1 &&
           std::abs(op->rect.w - 2 * pixel) < 1 && std::abs(op->rect.h - 2 * pixel) < 1;
  }));
}

TEST(TensorWorkings, APointOfTheInputSpeaksOfTheCellWhoseWindowLiesAroundIt) {
  ViewState state = stateOf(convolution(), TensorCell{4, 2});
  const RecordingCanvas canvas = drawn(state);
  const Rect x = canvas.of(DrawOp::Kind::Image)[0]->rect;
  const View& view = *findView("tensor");
  const auto cellAt = [&](float across, float down) {
    const auto hit = view.hit(canvas, kLarge, state, {x.x + x.w * across, x.y + x.h * down});
    return hit && hit->choices ? hit->choices->cell : std::nullopt;
  };
  // The corner of four elements in the upper left is the middle of Y(1, 1)'s window; the plane is the chosen cell's.
  EXPECT_EQ(cellAt(1 / 3.f, 1 / 3.f), (TensorCell{4 + 1, 1}));
  EXPECT_EQ(cellAt(0.01f, 0.01f), (TensorCell{4 + 0, 0}));
  EXPECT_EQ(cellAt(0.99f, 0.99f), (TensorCell{4 + 3, 3}));
  state.sight.choices.cell.reset();
  EXPECT_EQ(cellAt(1 / 3.f, 2 / 3.f), (TensorCell{2, 1}));
}

TEST(TensorWorkings, TheFilterFollowsTheMouseAndTheKeys) {
  const ViewState state = stateOf(convolution(), TensorCell{4, 3});
  const RecordingCanvas canvas = drawn(state);
  const Rect x = canvas.of(DrawOp::Kind::Image)[0]->rect;
  const Point middle{x.x + x.w / 3, x.y + x.h / 3};
  const View& view = *findView("tensor");
  EXPECT_EQ(view.drawn(canvas, kLarge, state, {x.x, x.y}, middle)->cell, (TensorCell{5, 1}));
  EXPECT_FALSE(view.drawn(canvas, kLarge, state, middle, {5, 5})) << "beside the pictures it stays";
  EXPECT_EQ(view.stepped(canvas, kLarge, state, middle, 1)->cell, (TensorCell{5, 0})) << "on the next row";
  EXPECT_EQ(view.stepped(canvas, kLarge, state, middle, -9)->cell, (TensorCell{4, 0})) << "not into another plane";
  EXPECT_FALSE(view.stepped(canvas, kLarge, state, {5, 5}, 1));
  EXPECT_FALSE(view.stepped(canvas, kLarge, stateOf(convolution()), middle, 1)) << "no cell is chosen";
}

TEST(TensorWorkings, TheCellUnderThePointerComesBeforeTheChosenOne) {
  ViewState state = stateOf(product(), TensorCell{1, 0});
  const RecordingCanvas canvas = drawn(state);
  const Rect grid = canvas.of(DrawOp::Kind::Image)[2]->rect;
  state.sight.pointer = Point{grid.right() - 2, grid.y + 2};
  EXPECT_NE(drawn(state).findTextWith("row 0, column 2"), nullptr);
  const auto hit = findView("tensor")->hit(canvas, kLarge, state, *state.sight.pointer);
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->cell, (TensorCell{0, 1}));
  state.sight.pointer = Point{1290, 790};
  EXPECT_NE(drawn(state).findTextWith("row 2, column 0"), nullptr);
}

TEST(TensorWorkings, WindowFilterAndProductsStandInARowForEachChannel) {
  const RecordingCanvas canvas = drawn(stateOf(convolution(), TensorCell{4, 2}));
  for (const std::string_view words : {"channel 0", "channel 1", "filter 1", "18", "112"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
  // The input, the map, its scale, and four pictures for each channel.
  EXPECT_EQ(canvas.of(DrawOp::Kind::Image).size(), 3u + 2 * 4);
}

TEST(TensorWorkings, HistogramCountsEveryFiniteValue) {
  ViewState state = stateOf({MessageKind::Tensor, R"({"name":"t","rows":2,"cols":4})", {0, 0, 0, 10, NAN, 5, 10, 10}});
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("shown: 3 zeros, 1 not finite"), nullptr);
  std::size_t counted = 0;
  for (float x = 0; x < kLarge.w; x += 1) {
    const auto hit = findView("tensor")->hit(canvas, kLarge, state, {x, 100});
    if (!hit || hit->choices) continue;
    static std::string last;
    if (hit->tooltip != last && hit->tooltip.find(": 0 ") == std::string::npos)
      counted += std::stoul(hit->tooltip.substr(hit->tooltip.rfind(": ") + 2));
    last = hit->tooltip;
  }
  EXPECT_EQ(counted, 7u);
}

TEST(TensorWorkings, WhatIsMissingIsSaid) {
  const std::string plain = R"({"name":"C","rows":2,"cols":2,"shape":[4,4])";
  EXPECT_NE(drawn(stateOf({MessageKind::Tensor, plain + "}", {1, 2, 3, 4}}, TensorCell{0, 0}))
                .findTextWith("is recorded for matmul"),
            nullptr);
  const std::string why = plain + R"(,"workings":{"operation":"matmul","missing":"too long"}})";
  EXPECT_NE(drawn(stateOf({MessageKind::Tensor, why, {1, 2, 3, 4}}, TensorCell{0, 0})).findTextWith("too long"),
            nullptr);
  ViewState state = stateOf(product());
  EXPECT_NE(drawn(state).findText(text(Msg::TensorPickCell)), nullptr);
  state.sight.still = true;
  EXPECT_EQ(drawn(state).findText(text(Msg::TensorPickCell)), nullptr) << "nobody can click a picture";
  state.sight.clickable = true;
  EXPECT_NE(drawn(state).findText(text(Msg::TensorPickCell)), nullptr) << "a lesson's slide can be clicked";
  EXPECT_EQ(drawn(stateOf(product(), TensorCell{7, 7})).findTextWith("row 14"), nullptr) << "a cell it does not have";
}

TEST(TensorWorkings, WorkingsThatLieOutsideTheMessageAreLeftOut) {
  const nlohmann::json good = nlohmann::json::parse(product().json);
  const auto broken = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json json = good;
    json["workings"]["operands"][1][key] = value;
    const SessionMessage message{MessageKind::Tensor, json.dump(), product().blob};
    const auto picture = readTensor(message);
    ASSERT_TRUE(picture) << key;
    EXPECT_FALSE(cellSum(*picture, {0, 0})) << key << " " << value;
    drawn(stateOf(message, TensorCell{0, 0}));
  };
  broken("offset", 11);
  broken("offset", 4'000'000'000'000);
  broken("rows", 4'000'000'000'000'000'000);
  broken("rows", 4);
  broken("cols", 0);
  broken("cols", -1);
}

TEST(TensorWorkings, NothingLeavesTheAreaOrIsCut) {
  for (const SessionMessage& message : {product(), convolution()})
    for (const float w : {40.f, 150.f, 290.f, 330.f, 480.f, 560.f, 900.f, 1920.f})
      for (const float h : {30.f, 60.f, 120.f, 200.f, 300.f, 460.f, 1080.f}) {
        const Rect area{13, 17, w, h};
        ViewState state = stateOf(message, TensorCell{1, 1});
        const RecordingCanvas canvas = drawn(state, area);
        for (const DrawOp& op : canvas.ops()) {
          ASSERT_GE(op.rect.w, 0) << w << "×" << h;
          ASSERT_GE(op.rect.h, 0) << w << "×" << h;
          ASSERT_GE(op.rect.x, area.x - 1.01f) << w << "×" << h << " " << op.text;
          ASSERT_LE(op.rect.right(), area.right() + 1.01f) << w << "×" << h << " " << op.text;
          ASSERT_LE(op.rect.bottom(), area.bottom() + 1.51f) << w << "×" << h << " " << op.text;
        }
        findView("tensor")->hit(canvas, area, state, {area.x + w / 2, area.y + h / 2});
      }
}

}  // namespace
}  // namespace strata::tensor_workings_test
