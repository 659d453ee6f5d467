#include "layers/workloads/cnn/cnn_plan.h"

#include <gmock/gmock.h>

#include <numeric>

#include "layers/workloads/cnn/cnn_reference.h"
#include "tests/cnn/cnn_fixture.h"

// Graphs made by hand: what can be run is run and held against the reference, the rest is refused with a reason.

namespace strata::test {
namespace {

using ::testing::HasSubstr;
using Shape = std::vector<std::int64_t>;

OnnxTensor weight(const std::string& name, const Shape& shape) {
  OnnxTensor tensor{name, shape, {}, {}};
  const std::int64_t elements = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies());
  for (std::int64_t i = 0; i < elements; ++i) tensor.floats.push_back(static_cast<float>((i * 7 + 3) % 11 - 5));
  return tensor;
}

OnnxAttribute sizes(const std::string& name, Shape values) {
  OnnxAttribute attribute;
  attribute.name = name;
  attribute.integers = std::move(values);
  return attribute;
}

OnnxAttribute textAttribute(const std::string& name, std::string value) {
  OnnxAttribute attribute;
  attribute.name = name;
  attribute.text = std::move(value);
  return attribute;
}

OnnxAttribute integerAttribute(const std::string& name, std::int64_t value) {
  OnnxAttribute attribute;
  attribute.name = name;
  attribute.integer = value;
  return attribute;
}

/// One node that reads the picture "x" of 6×8, and the weights.
OnnxGraph graphOf(const std::string& op, std::vector<OnnxTensor> weights, std::vector<OnnxAttribute> attributes = {}) {
  OnnxGraph graph;
  graph.inputs = {{"x", {-1, 1, 6, 8}}};
  graph.outputs = {{"y", {}}};
  std::vector<std::string> inputs{"x"};
  for (const OnnxTensor& each : weights) inputs.push_back(each.name);
  graph.initializers = std::move(weights);
  graph.nodes = {{op, "node", inputs, {"y"}, std::move(attributes)}};
  return graph;
}

std::string planRefusal(const OnnxGraph& graph) {
  const auto plan = planCnn(graph);
  return plan.ok() ? "" : plan.error().message;
}

class CnnGraphs : public CnnFixture {
 protected:
  void expectRight(const OnnxGraph& graph, const Shape& shape) {
    std::vector<float> picture(48);
    for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<float>(i * 5 % 13) - 6;
    const auto plan = planCnn(graph);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(plan.value().values[plan.value().output].shape, shape);
    const auto truth = cnnReference(graph, picture, {});
    const auto values = walk(graph, picture, "direct");
    ASSERT_TRUE(truth.ok());
    for (const auto& [name, stage] : values) {
      ASSERT_EQ(stage.size(), truth.value().at(name).size());
      for (std::size_t i = 0; i < stage.size(); ++i) ASSERT_EQ(stage[i], truth.value().at(name)[i]) << name << i;
    }
  }
};

// Whole numbers, so fp32 is exact.
TEST_F(CnnGraphs, WhatCanBeRunIsRight) {
  expectRight(graphOf("Conv", {weight("w", {3, 1, 3, 3})}), {1, 3, 4, 6});
  expectRight(graphOf("Conv", {weight("w", {3, 1, 3, 3}), weight("b", {3})}, {sizes("pads", {1, 1, 1, 1})}),
              {1, 3, 6, 8});
  expectRight(graphOf("Conv", {weight("w", {2, 1, 5, 5})}, {textAttribute("auto_pad", "SAME_UPPER")}), {1, 2, 6, 8});
  expectRight(graphOf("Conv", {weight("w", {2, 1, 3, 1})}, {sizes("strides", {2, 2}), sizes("dilations", {2, 2})}),
              {1, 2, 1, 4});
  expectRight(graphOf("Conv", {weight("w", {3, 1, 3, 3})}, {sizes("pads", {0, 0, 1, 1})}), {1, 3, 5, 7});
  expectRight(
      graphOf("Conv", {weight("w", {3, 1, 3, 3})}, {textAttribute("auto_pad", "SAME_UPPER"), sizes("strides", {2, 2})}),
      {1, 3, 3, 4});
  expectRight(graphOf("Conv", {weight("w", {1, 1, 2, 4})}, {textAttribute("auto_pad", "SAME_LOWER")}), {1, 1, 6, 8});
  expectRight(graphOf("Add", {weight("b", {1})}), {1, 1, 6, 8});
  expectRight(graphOf("Add", {weight("b", {8})}), {1, 1, 6, 8});
  expectRight(graphOf("Add", {weight("b", {6, 1})}), {1, 1, 6, 8});
  expectRight(graphOf("Add", {weight("b", {1, 1, 6, 8})}), {1, 1, 6, 8});
  expectRight(graphOf("MatMul", {weight("b", {8, 2})}), {1, 1, 6, 2});
  expectRight(graphOf("Relu", {}), {1, 1, 6, 8});
  expectRight(graphOf("MaxPool", {}, {sizes("kernel_shape", {2, 2}), sizes("strides", {2, 2})}), {1, 1, 3, 4});
  expectRight(graphOf("MaxPool", {}, {sizes("kernel_shape", {3, 3}), sizes("pads", {1, 1, 1, 1})}), {1, 1, 6, 8});
  expectRight(graphOf("MaxPool", {}, {sizes("kernel_shape", {2, 2}), textAttribute("auto_pad", "SAME_UPPER")}),
              {1, 1, 6, 8});
  expectRight(graphOf("MaxPool", {},
                      {sizes("kernel_shape", {3, 3}), sizes("strides", {3, 3}), integerAttribute("ceil_mode", 1)}),
              {1, 1, 2, 3});
}

// PyTorch's example for MNIST sums 9216 numbers, one without pooling 21632.
TEST_F(CnnGraphs, SumsMayBeLongerThanTheLadderOffers) {
  OnnxGraph graph = graphOf("Flatten", {});
  const auto summed = [&](std::int64_t numbers) {
    graph.inputs[0].shape = {1, 1, numbers / 8, 8};
    graph.initializers = {weight("w", {10, numbers})};
    graph.nodes = {{"Flatten", "flat", {"x"}, {"row"}, {}},
                   {"Gemm", "node", {"row", "w"}, {"y"}, {integerAttribute("transB", 1)}}};
    std::vector<float> picture(static_cast<std::size_t>(numbers));
    for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<float>(i * 5 % 13) - 6;
    return picture;
  };
  for (const std::int64_t numbers : {9216, 21632}) {
    const std::vector<float> picture = summed(numbers);
    const auto truth = cnnReference(graph, picture, {});
    ASSERT_TRUE(truth.ok());
    const std::vector<float> values = walk(graph, picture, "direct")["y"];
    ASSERT_EQ(values.size(), 10u) << numbers;
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(static_cast<double>(values[i]), truth.value().at("y")[i]) << numbers << ": " << i;
  }
  summed(65544);
  EXPECT_THAT(planRefusal(graph), HasSubstr("k 65544 is not within 1 … 65536 of matmul"));
}

TEST_F(CnnGraphs, GroupsSeeTheirChannels) {
  OnnxGraph graph = graphOf("Conv", {weight("w", {4, 1, 3, 3}), weight("grouped", {6, 2, 3, 3})});
  graph.nodes[0].inputs = {"x", "w"};
  graph.nodes[0].outputs = {"four"};
  graph.nodes.push_back({"Conv", "", {"four", "grouped"}, {"y"}, {integerAttribute("group", 2)}});
  expectRight(graph, {1, 6, 2, 4});
}

TEST_F(CnnGraphs, WhatIsAllBelowZeroHasALargestValue) {
  OnnxGraph graph = graphOf("Add", {{"b", {1}, {-100}, {}}});
  graph.nodes[0].outputs = {"low"};
  graph.nodes.push_back({"MaxPool", "", {"low"}, {"y"}, {sizes("kernel_shape", {3, 3}), sizes("pads", {1, 1, 1, 1})}});
  expectRight(graph, {1, 1, 6, 8});
}

TEST_F(CnnGraphs, ReshapeAndGemm) {
  OnnxGraph graph = graphOf("Reshape", {});
  graph.initializers = {{"shape", {2}, {}, {4, -1}}, weight("w", {5, 12}), weight("c", {5, 1})};
  graph.nodes[0].inputs = {"x", "shape"};
  graph.nodes[0].outputs = {"rows"};
  graph.nodes.push_back({"Gemm", "", {"rows", "w"}, {"y"}, {integerAttribute("transB", 1)}});
  expectRight(graph, {4, 5});
  graph.nodes[1].inputs.push_back("c");
  EXPECT_THAT(planRefusal(graph), HasSubstr("cannot be put together"));
  graph.initializers[2] = weight("c", {4, 1});
  expectRight(graph, {4, 5});
  graph.initializers[2] = weight("c", {4, 5});
  expectRight(graph, {4, 5});
}

TEST(CnnPlan, RefusesWhatTheLaddersCannotRun) {
  const std::vector<OnnxTensor> filters{weight("w", {3, 1, 3, 3})};
  EXPECT_THAT(planRefusal(graphOf("Conv", filters, {sizes("strides", {1, 2})})), HasSubstr("strides 1 2 differ"));
  EXPECT_THAT(planRefusal(graphOf("Conv", filters, {sizes("pads", {0, 1, 0, 1}), sizes("dilations", {2, 2})})),
              HasSubstr("the same all around"));
  EXPECT_THAT(planRefusal(graphOf("Conv", filters, {textAttribute("auto_pad", "ROUND")})), HasSubstr("auto_pad ROUND"));
  EXPECT_THAT(planRefusal(graphOf("Conv", filters, {sizes("kernel_shape", {5, 5})})), HasSubstr("do not fit"));
  EXPECT_THAT(planRefusal(graphOf("Conv", {weight("w", {3, 2, 3, 3})})), HasSubstr("do not fit"));
  EXPECT_THAT(planRefusal(graphOf("Conv", {weight("w", {1, 1, 7, 7})})), HasSubstr("larger than the padded image"));
  EXPECT_THAT(planRefusal(graphOf("Conv", filters, {sizes("strides", {99, 99})})), HasSubstr("not within 1 … 16"));
  EXPECT_THAT(planRefusal(graphOf("Conv", filters, {sizes("pads", {-1, -1, -1, -1})})), HasSubstr("pads"));
  EXPECT_THAT(planRefusal(graphOf("Conv", {weight("w", {3, 1, 3, 3}), weight("b", {2})})), HasSubstr("as many biases"));
  EXPECT_THAT(planRefusal(graphOf("Conv", {})), HasSubstr("takes 2 tensors"));
  EXPECT_THAT(planRefusal(graphOf("MaxPool", {}, {sizes("kernel_shape", {2, 3})})), HasSubstr("square"));
  EXPECT_THAT(planRefusal(graphOf("MaxPool", {})), HasSubstr("kernel_shape"));
  EXPECT_THAT(planRefusal(graphOf("MaxPool", {}, {sizes("kernel_shape", {2, 2}), sizes("pads", {2, 0, 0, 0})})),
              HasSubstr("in the padding"));
  EXPECT_THAT(planRefusal(graphOf("Add", {weight("b", {7})})), HasSubstr("cannot be put together"));
  EXPECT_THAT(planRefusal(graphOf("MatMul", {weight("b", {7, 2})})), HasSubstr("not matrices"));
  EXPECT_THAT(planRefusal(graphOf("Reshape", {weight("shape", {2})})), HasSubstr("must be whole numbers"));
}

// Before opset 7 an axis said where B lies along A.
TEST(CnnPlan, SumsMeetAtTheLastAxes) {
  for (const char* const op : {"Add", "Sub", "Mul", "Div"}) {
    const auto laid = [&](std::int64_t axis) {
      OnnxGraph graph =
          graphOf(op, {weight("b", {8})}, {integerAttribute("broadcast", 1), integerAttribute("axis", axis)});
      graph.inputs[0].shape = {1, 1, 8, 8};
      graph.opset = 6;
      return planRefusal(graph);
    };
    EXPECT_THAT(laid(2), HasSubstr("axis 2 lays 8 along 1×1×8×8")) << op;
    EXPECT_THAT(laid(-2), HasSubstr("opset 7 or later")) << op;
    EXPECT_EQ(laid(3), "") << op;
    EXPECT_EQ(laid(-1), "") << op;
  }
  for (const char* const op : {"Add", "Sub", "Mul", "Div"})
    for (const Shape& few : {Shape{8}, Shape{1}, Shape{}}) {
      OnnxGraph graph = graphOf("Add", {});
      graph.initializers = {weight("a", few), weight("b", {6, 8})};
      graph.nodes = {{op, "node", {"a", "b"}, {"known"}, {}}, {"Add", "", {"x", "known"}, {"y"}, {}}};
      EXPECT_EQ(planRefusal(graph), "") << op << " of A with fewer axes than B, as from opset 7 on";
      if (std::string_view(op) == "Div") continue;
      graph.nodes = {{op, "node", {"a", "x"}, {"y"}, {}}};
      EXPECT_EQ(planRefusal(graph), "") << op << " of what is not known";
    }
  OnnxGraph known = graphOf("Add", {});
  known.initializers = {weight("a", {8, 8}), weight("b", {8})};
  known.nodes = {{"Add", "node", {"a", "b"}, {"sum"}, {integerAttribute("axis", 0)}},
                 {"Add", "", {"x", "sum"}, {"y"}, {}}};
  EXPECT_THAT(planRefusal(known), HasSubstr("axis 0 lays 8 along 8×8")) << "of what is known too";
}

TEST(CnnPlan, CastsOfWeightsAreThoseOfTheirType) {
  const auto cast = [](std::int64_t type) {
    OnnxGraph graph = graphOf("Cast", {}, {integerAttribute("to", type)});
    graph.initializers = {{"w", {4}, {0.5f, -300.75f, 0, 1.0f / 3}, {}}};
    graph.nodes[0].inputs = {"w"};
    return cnnReference(graph, std::vector<float>(48), {});
  };
  using Values = std::vector<double>;
  EXPECT_EQ(cast(9).value().at("y"), (Values{1, 1, 0, 1})) << "bool";
  EXPECT_EQ(cast(10).value().at("y"), (Values{0.5, -300.75, 0, 0.333251953125})) << "float16";
  for (const std::int64_t whole : {6, 7}) EXPECT_EQ(cast(whole).value().at("y"), (Values{0, -300, 0, 0}));
  for (const std::int64_t wide : {1, 11})
    EXPECT_EQ(cast(wide).value().at("y"), (Values{0.5, -300.75, 0, static_cast<double>(1.0f / 3)}));
  for (const std::int64_t other : {2, 3, 16}) {
    const auto refused = cast(other);
    ASSERT_FALSE(refused.ok()) << other;
    EXPECT_THAT(refused.error().message, HasSubstr("those of type " + std::to_string(other)));
  }
}

TEST(CnnPlan, RefusesOtherInputsAndResults) {
  OnnxGraph graph = graphOf("Relu", {});
  graph.inputs[0].shape = {1, 3, 6, 8};
  EXPECT_THAT(planRefusal(graph), HasSubstr("one grey picture"));
  graph.inputs[0].shape = {1, 1, std::int64_t{1} << 40, 1 << 30};
  EXPECT_THAT(planRefusal(graph), HasSubstr("too large"));
  graph.inputs.clear();
  EXPECT_THAT(planRefusal(graph), HasSubstr("one picture"));
  graph = graphOf("Relu", {});
  graph.outputs.push_back({"x", {}});
  EXPECT_THAT(planRefusal(graph), HasSubstr("one result"));
  graph = graphOf("Reshape", {});
  for (const Shape& shape :
       {Shape{-1, -1}, Shape{7, -1}, Shape{0, 0, 0, 0, 0}, Shape{-5}, Shape{1LL << 62, 1LL << 62}}) {
    graph.initializers = {{"shape", {std::ssize(shape)}, {}, shape}};
    graph.nodes[0].inputs = {"x", "shape"};
    EXPECT_NE(planRefusal(graph), "") << shape[0];
  }
}

}  // namespace
}  // namespace strata::test
