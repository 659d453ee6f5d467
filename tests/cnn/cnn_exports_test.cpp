#include <gmock/gmock.h>

#include <cstdlib>

#include "layers/workloads/cnn/cnn_picture.h"
#include "layers/workloads/cnn/cnn_reference.h"
#include "layers/workloads/common/relative_error.h"
#include "tests/cnn/cnn_fixture.h"
#include "tests/cnn/exported_models.h"
#include "tests/modelfile/onnx_writer.h"

// Digit classifiers as people export them, written to files, read, run and held against the reference; and where
// onnxruntime-web is, against that.

namespace strata::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CnnExports : public CnnFixture, public ::testing::WithParamInterface<std::size_t> {
 protected:
  static ExportedModel model() { return exportedModels()[GetParam()]; }

  std::filesystem::path written(const ExportedModel& model) const {
    std::string data;
    const bool beside = model.name == "torch-dynamo";
    writeFile(m_folder.path() / (model.name + ".onnx"),
              onnxBytes(model.graph, beside ? "weights.data" : "", beside ? &data : nullptr));
    if (beside) writeFile(m_folder.path() / "weights.data", data);
    return m_folder.path() / (model.name + ".onnx");
  }

  TemporaryFolder m_folder;
};

TEST_P(CnnExports, IsRunAndRight) {
  const auto file = written(model());
  ASSERT_EQ(refusal(file, ourPicture(4), {{"variants", {"direct", "im2col"}}, {"repeat", 1}}), "");
  for (const RunResult& result : m_session.results()) {
    EXPECT_EQ(result.status, RunResult::Status::Ok) << result.message;
    double sum = 0;
    for (const auto& each : result.details["probabilities"]) sum += each.get<double>();
    const bool sigmoids = model().name == "row-of-pixels";  // ten probabilities of their own
    EXPECT_NEAR(sum, sigmoids ? sum : 1, 1e-5);
  }
}

TEST_P(CnnExports, AgreesWithOnnxRuntime) {
  const char* const runtime = std::getenv("STRATA_ONNXRUNTIME_WEB");
  if (runtime == nullptr)
    GTEST_SKIP() << "set STRATA_ONNXRUNTIME_WEB to a folder where npm installed onnxruntime-web, to compare with it";
  const auto file = written(model());
  const OnnxGraph graph = graphOf(file);
  std::vector<float> picture = readPgm(ourPicture(4)).value().pixels;
  for (float& pixel : picture) pixel /= 255;  // as most such models expect; else each softmax has one answer
  const auto stages = walk(graph, picture, "direct");
  ASSERT_TRUE(stages.contains(graph.outputs[0].name));
  nlohmann::json request{{"model", file.string()}, {"input", graph.inputs[0].name}, {"values", picture}};
  for (const std::int64_t size : graph.inputs[0].shape) request["shape"].push_back(size < 0 ? 1 : size);
  writeFile(m_folder.path() / "request.json", request.dump());
  const auto answer = m_folder.path() / "answer.json";
  const std::string command = "node '" + projectFile("tests/cnn/onnxruntime.mjs").string() + "' '" + runtime + "' '" +
                              (m_folder.path() / "request.json").string() + "' >'" + answer.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto theirs = readJson(answer).get<std::vector<double>>();
  const std::vector<float>& ours = stages.at(graph.outputs[0].name);
  ASSERT_EQ(ours.size(), theirs.size());
  RelativeError error;
  for (std::size_t i = 0; i < ours.size(); ++i) error.add(static_cast<double>(ours[i]), theirs[i]);
  RecordProperty("error", std::to_string(error.value()));
  EXPECT_LT(error.value(), 2e-5) << "relative Frobenius";
  std::printf("%s: %.2e from onnxruntime-web\n", model().name.c_str(), error.value());
}

class CnnOddities : public CnnFixture {
 protected:
  /// A matrix of these weights behind the picture; the name of what is between is the exporter's.
  std::filesystem::path ofWeights(float each, const std::string& between) {
    OnnxGraph graph;
    graph.inputs = {{"x", {1, 1, 28, 28}}};
    graph.outputs = {{"y", {1, 10}}};
    graph.initializers = {{"w", {784, 10}, std::vector<float>(7840, each), {}}};
    graph.nodes = {{"Flatten", "", {"x"}, {between}, {}}, {"MatMul", "", {between, "w"}, {"y"}, {}}};
    writeFile(m_folder.path() / "odd.onnx", onnxBytes(graph));
    return m_folder.path() / "odd.onnx";
  }

  TemporaryFolder m_folder;
};

TEST_F(CnnOddities, ANameThatIsNoUtf8IsRun) {
  ASSERT_EQ(refusal(ofWeights(0.01f, "caf\xe9"), ourPicture(4), {{"variants", {"direct"}}, {"repeat", 1}}), "");
  EXPECT_EQ(m_session.results().back().status, RunResult::Status::Ok) << m_session.results().back().message;
}

TEST_F(CnnOddities, NumbersBeyondFp32AreTheNetworksOwn) {
  ASSERT_EQ(refusal(ofWeights(3e38f, "flat"), ourPicture(4), {{"variants", {"direct"}}, {"repeat", 1}}), "");
  EXPECT_EQ(m_session.results().back().status, RunResult::Status::Failed);
  EXPECT_THAT(m_session.results().back().message,
              AllOf(HasSubstr("y is not finite in fp32"), HasSubstr("the network's own"), Not(HasSubstr("wrong"))));
}

INSTANTIATE_TEST_SUITE_P(Ten, CnnExports, ::testing::Range(std::size_t{0}, exportedModels().size()),
                         [](const auto& each) {
                           std::string name = exportedModels()[each.param].name;
                           std::erase(name, '-');
                           return name;
                         });

TEST(CnnExportsPlan, ShapesAreFoldedAndNormalisationIsAPartOfTheConvolution) {
  const auto models = exportedModels();
  const auto opsOf = [](const CnnPlan& plan) {
    std::vector<std::string> ops;
    for (const CnnStage& stage : plan.stages) ops.push_back(stage.op);
    return ops;
  };
  const auto plain = planCnn(models[0].graph);
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  EXPECT_THAT(opsOf(plain.value()), ::testing::ElementsAre("Conv", "Relu", "MaxPool", "Conv", "Relu", "MaxPool",
                                                           "Reshape", "Gemm", "Relu", "Gemm", "LogSoftmax"));
  const auto mobile = planCnn(models[1].graph);
  ASSERT_TRUE(mobile.ok()) << mobile.error().message;
  EXPECT_THAT(opsOf(mobile.value()),
              ::testing::ElementsAre("Conv and BatchNormalization", "Clip", "Conv and BatchNormalization", "Relu",
                                     "GlobalAveragePool", "Flatten", "Gemm"));
}

TEST(CnnExportsPlan, AllMissingOperatorsAreNamedAtOnce) {
  OnnxGraph graph = exportedModels()[0].graph;
  const OnnxNode softplus{"Softplus", "odd", {"picture"}, {"odd"}, {}};
  graph.nodes.insert(graph.nodes.begin(), softplus);
  graph.nodes.push_back({"com.microsoft.FusedConv", "", {"odd"}, {"fused"}, {}});
  graph.nodes.push_back({"Softplus", "", {"odd"}, {"again"}, {}});
  const auto plan = planCnn(graph);
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.error().message,
              AllOf(HasSubstr("uses 2 operators that cannot be run here: Softplus, com.microsoft.FusedConv; there are"),
                    HasSubstr("GlobalAveragePool")));
}

TEST(CnnExportsPlan, WhatWasExportedInTrainingModeIsRefused) {
  OnnxGraph graph = exportedModels()[1].graph;
  OnnxAttribute training;
  training.name = "training_mode";
  training.integer = 1;
  for (OnnxNode& node : graph.nodes)
    if (node.op == "BatchNormalization") node.attributes.push_back(training);
  const auto plan = planCnn(graph);
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.error().message, HasSubstr("model.eval()"));
}

}  // namespace
}  // namespace strata::test
