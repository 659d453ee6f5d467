#include "engine/modelfile/onnx_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/modelfile/onnx_reader.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

using ::testing::ElementsAre;

OnnxGraph graphOf(const std::filesystem::path& path) {
  auto graph = readOnnx(path);
  EXPECT_TRUE(graph.ok()) << graph.error().message;
  return graph.ok() ? std::move(graph).value() : OnnxGraph{};
}

std::vector<std::string> opsOf(const OnnxGraph& graph) {
  std::vector<std::string> ops;
  for (const OnnxNode& node : graph.nodes) ops.push_back(node.op);
  return ops;
}

// keras2onnx 1.5 writes the last node before the one it reads; onnxruntime runs such files.
TEST(Onnx, NodesStandBehindWhatTheyRead) {
  const OnnxNode one{"Relu", "one", {"x"}, {"a"}, {}}, two{"Tanh", "two", {"a"}, {"b"}, {}},
      three{"Add", "three", {"b", "a"}, {"y"}, {}}, aside{"Neg", "aside", {"x"}, {"c"}, {}};
  OnnxGraph graph;
  graph.inputs = {{"x", {1}}};
  graph.outputs = {{"y", {}}};
  graph.nodes = {three, two, aside, one};
  checkGraph(graph);
  EXPECT_THAT(opsOf(graph), ElementsAre("Relu", "Tanh", "Add", "Neg"));
  graph.nodes = {one, aside, two, three};
  checkGraph(graph);
  EXPECT_THAT(opsOf(graph), ElementsAre("Relu", "Neg", "Tanh", "Add")) << "an order that fits is kept";
  graph.nodes = {two, {"Relu", "circle", {"b"}, {"a"}, {}}};
  graph.outputs = {{"b", {}}};
  EXPECT_THROW(checkGraph(graph), OnnxRefusal);
}

TEST(Onnx, TinyGraphIsRead) {
  const OnnxGraph graph = graphOf(tinyModel("conv.onnx"));
  ASSERT_THAT(opsOf(graph), ElementsAre("Conv", "Add", "Relu", "MaxPool", "Reshape", "Gemm"));
  EXPECT_EQ(graph.opset, 9);
  EXPECT_EQ(graph.producer, "make_models.py");
  ASSERT_EQ(graph.inputs.size(), 1u) << "the kernel is an initialiser";
  EXPECT_EQ(graph.inputs[0].name, "image");
  EXPECT_THAT(graph.inputs[0].shape, ElementsAre(-1, 1, 4, 4));
  EXPECT_THAT(graph.outputs[0].shape, ElementsAre(1, 3));
  const OnnxNode& conv = graph.nodes[0];
  EXPECT_THAT(conv.inputs, ElementsAre("image", "kernel"));
  EXPECT_THAT(conv.attribute("pads")->integers, ElementsAre(1, 1, 1, 1));
  EXPECT_EQ(conv.attribute("auto_pad")->text, "NOTSET");
  EXPECT_EQ(conv.attribute("dilations"), nullptr);
  EXPECT_EQ(graph.nodes[5].attribute("alpha")->number, 0.5f);
  EXPECT_EQ(graph.nodes[5].inputs[2], "");
}

TEST(Onnx, ValuesInEveryEncoding) {
  const OnnxGraph graph = graphOf(tinyModel("conv.onnx"));
  const auto expected = readJson(tinyModel("expected/others.json"))["onnx"];
  for (const auto& [name, values] : expected.items()) {
    ASSERT_NE(graph.initializer(name), nullptr);
    EXPECT_EQ(graph.initializer(name)->floats, values.get<std::vector<float>>()) << name;
  }
  EXPECT_THAT(graph.initializer("shape")->integers, ElementsAre(1, -1));
  EXPECT_EQ(graph.initializer("nothing"), nullptr);
}

TEST(Onnx, OurDigitsModel) {
  const OnnxGraph graph = graphOf(projectFile("assets/models/strata-digits.onnx"));
  EXPECT_FALSE(graph.nodes.empty());
  EXPECT_EQ(graph.inputs.size(), 1u);
}

TEST(Onnx, Mnist8) {
  STRATA_NEEDS_FOREIGN(foreignModel("mnist-cnn/mnist-8.onnx"));
  const OnnxGraph graph = graphOf(foreignModel("mnist-cnn/mnist-8.onnx"));
  EXPECT_THAT(opsOf(graph), ElementsAre("Reshape", "Conv", "Add", "Relu", "MaxPool", "Conv", "Add", "Relu", "MaxPool",
                                        "Reshape", "MatMul", "Add"));
  ASSERT_EQ(graph.inputs.size(), 1u);
  EXPECT_THAT(graph.inputs[0].shape, ElementsAre(1, 1, 28, 28));
  EXPECT_THAT(graph.initializer("Parameter5")->shape, ElementsAre(8, 1, 5, 5));
  EXPECT_EQ(graph.nodes[1].attribute("auto_pad")->text, "SAME_UPPER");
}

/// The reshape of the dense weights changes no value: what comes out is what the file has.
TEST(Onnx, TensorsOfTheTestData) {
  STRATA_NEEDS_FOREIGN(foreignModel("mnist-cnn/mnist-8.onnx"));
  const auto input = readOnnxTensor(foreignModel("mnist-cnn/test_data_set_0/input_0.pb"));
  ASSERT_TRUE(input.ok()) << input.error().message;
  EXPECT_THAT(input.value().shape, ElementsAre(1, 1, 28, 28));
  EXPECT_EQ(input.value().floats.size(), 784u);
  const auto reshaped =
      readOnnxTensor(foreignModel("mnist-cnn/intermediates/0_Parameter193_reshape1/test_data_set_0/output_0.pb"));
  ASSERT_TRUE(reshaped.ok()) << reshaped.error().message;
  EXPECT_EQ(reshaped.value().floats,
            graphOf(foreignModel("mnist-cnn/mnist-8.onnx")).initializer("Parameter193")->floats);
}

}  // namespace
}  // namespace strata::test
