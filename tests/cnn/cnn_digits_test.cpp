#include <gmock/gmock.h>

#include <numeric>
#include <span>

#include "engine/backends/null/null_device.h"
#include "engine/trace/trace_query.h"
#include "layers/workloads/cnn/cnn_engine.h"
#include "layers/workloads/cnn/cnn_picture.h"
#include "layers/workloads/cnn/cnn_reference.h"
#include "tests/cnn/cnn_fixture.h"

namespace strata::test {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Digits : public CnnFixture {
 protected:
  static Json golden() { return readJson(projectFile("tests/cnn/golden/digits.json"))["pictures"]; }
  Json posted(const std::string& name) {
    for (const SessionMessage& message : m_session.posted())
      if (const Json json = Json::parse(message.json); json.value("name", "") == name) return json;
    return {};
  }
};

TEST_F(Digits, ATimeThatIsMostlyThatOfItsEventsSaysSo) {
  NullScript script;
  script.event = {500};
  RecordedSession session(createNullDevice(script));
  WorkContext context{session.device(), session.recorder(), {}, [](std::string_view, double) {}, {}, {}};
  const auto plan = planCnn(graphOf(ourModel()));
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const std::vector<float> picture(static_cast<std::size_t>(plan.value().height * plan.value().width));
  const auto engine = CnnEngine::create(plan.value(), picture, context, *m_routines);
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  const double alone = 500e-9 * static_cast<double>(plan.value().stages.size());
  const RunProgress progress(context, 1);
  const auto resultOf = [&](double seconds) {
    RunResult result;
    result.seconds.median = result.seconds.min = seconds;
    EventTime time(session.recorder(), progress);
    EXPECT_TRUE(engine.value()->addEventTime(result, time).ok());
    return result;
  };
  const RunResult mostly = resultOf(1.9 * alone);
  ASSERT_TRUE(mostly.figure("events_alone"));
  EXPECT_DOUBLE_EQ(mostly.figure("events_alone")->value, alone) << "an event stands behind each stage";
  EXPECT_THAT(mostly.message, HasSubstr("half of its time"));
  EXPECT_FALSE(resultOf(2.1 * alone).figure("events_alone"));
}

// Logits, and sum and largest value of every stage, as an independent script computed them in float64.
TEST_F(Digits, StagesAsTheScriptComputedThem) {
  const OnnxGraph graph = graphOf(ourModel());
  for (const Json& expected : golden()) {
    const auto picture = readPgm(ourPicture(expected["label"]));
    ASSERT_TRUE(picture.ok()) << picture.error().message;
    const auto stages = walk(graph, picture.value().pixels, "implicit");
    for (const auto& [name, truth] : expected["stages"].items()) {
      ASSERT_TRUE(stages.contains(name)) << name;
      const std::vector<float>& values = stages.at(name);
      double sum = 0, sizes = 0;
      for (const float value : values) sum += static_cast<double>(value), sizes += std::abs(static_cast<double>(value));
      EXPECT_NEAR(sum, truth["sum"].get<double>(), 1e-6 * sizes) << name;
      EXPECT_NEAR(std::ranges::max(values), truth["largest"].get<double>(), 1e-4) << name;
    }
    const auto logits = expected["logits"].get<std::vector<double>>();
    ASSERT_EQ(stages.at("logits").size(), logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_NEAR(stages.at("logits")[i], logits[i], 1e-4) << i;
  }
}

// The truth that runs are held against is itself right: to what the script's and ours round differently.
TEST_F(Digits, ReferenceAsTheScriptComputedIt) {
  const OnnxGraph graph = graphOf(ourModel());
  for (const Json& expected : golden()) {
    const auto picture = readPgm(ourPicture(expected["label"]));
    const auto truth = cnnReference(graph, picture.value().pixels, {});
    ASSERT_TRUE(truth.ok());
    for (const auto& [name, stage] : expected["stages"].items()) {
      const std::vector<double>& values = truth.value().at(name);
      EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0), stage["sum"].get<double>(), 1e-8) << name;
    }
    const auto logits = expected["logits"].get<std::vector<double>>();
    for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_NEAR(truth.value().at("logits")[i], logits[i], 1e-10);
  }
}

// Convolutions of 8 and 16 filters of 5×5 and the last layer, by hand: of 28 · 5 pairs along a side of 28, two columns
// of padding on each take 2 · (2 + 1) away, of 14 · 5 as many. Bias, relu and pooling add a little.
TEST_F(Digits, WorkAndBytesOfTheWholeWalk) {
  const double products = 2.0 * (8 * 134 * 134 + 16 * 8 * 64 * 64 + 256 * 10);
  const double weights = 4.0 * (8 * 25 + 16 * 8 * 25 + 256 * 10);
  ASSERT_EQ(refusal(ourModel(), ourPicture(3), {{"variants", {"direct", "tiled"}}, {"repeat", 1}}), "");
  ASSERT_EQ(m_session.results().size(), 2u);
  for (const RunResult& result : m_session.results()) {
    const double flop = result.gflops.value_or(0) * 1e9 * result.seconds.median;
    EXPECT_GT(flop, products) << result.variant;
    EXPECT_LT(flop, 1.05 * products) << result.variant;
    ASSERT_TRUE(result.figure("arithmetic_intensity") && result.figure("global_bytes")) << result.variant;
    const double once = flop / result.figure("arithmetic_intensity")->value;
    EXPECT_GT(once, weights);
    EXPECT_GT(result.figure("global_bytes")->value, once);
    EXPECT_EQ(result.figure("share_of_roof"), nullptr) << "nobody measured roofs";
  }
  EXPECT_GT(m_session.results()[0].figure("global_bytes")->value, m_session.results()[1].figure("global_bytes")->value);
}

TEST_F(Digits, EveryVariantSaysWhatItIs) {
  for (int digit = 0; digit < 10; ++digit) {
    const std::size_t before = m_session.results().size();
    ASSERT_EQ(refusal(ourModel(), ourPicture(digit), {{"repeat", 2}}), "");
    int right = 0;
    for (const RunResult& result : std::span(m_session.results()).subspan(before)) {
      if (result.status == RunResult::Status::Unsupported) continue;
      ASSERT_EQ(result.status, RunResult::Status::Ok) << result.variant << ": " << result.message;
      EXPECT_LE(result.error->value, result.error->limit);
      EXPECT_EQ(result.seconds.repeats, 2);
      right += result.details["digit"] == digit ? 1 : 0;
    }
    EXPECT_EQ(right, 4) << digit << ": direct, tiled, im2col, implicit";
  }
  EXPECT_THAT(m_session.results().front().message, ::testing::StartsWith("the digit is 0 ("));
}

TEST_F(Digits, GoInAsTheRequestSays) {
  const OnnxGraph graph = graphOf(ourModel());
  for (const std::string pixels : {"", "0-255", "0-1", "normalised"}) {
    Json more{{"variants", {"direct"}}, {"repeat", 1}};
    if (!pixels.empty()) more["pixels"] = pixels;
    ASSERT_EQ(refusal(ourModel(), ourPicture(7), more), "");
    const RunResult& result = m_session.results().back();
    EXPECT_EQ(result.details["pixels"], pixels.empty() ? "0-255" : pixels);
    std::vector<float> picture = readPgm(ourPicture(7)).value().pixels;
    scalePixels(picture, pixels.empty() ? "0-255" : pixels);
    const auto truth = cnnReference(graph, picture, {});
    ASSERT_TRUE(truth.ok());
    const std::vector<double>& logits = truth.value().at("logits");
    for (std::size_t i = 0; i < logits.size(); ++i)
      EXPECT_NEAR(result.details["logits"][i].get<double>(), logits[i], 1e-4) << pixels << i;
  }
  EXPECT_THAT(refusal(ourModel(), ourPicture(7), {{"pixels", "0-2"}}), HasSubstr("one of 0-255, 0-1, normalised"));
}

TEST_F(Digits, WhatTheLadderCannotDoIsSaid) {
  ASSERT_TRUE(run(ourModel(), ourPicture(3), {{"variants", {"winograd", "library"}}}).ok());
  ASSERT_EQ(m_session.results().size(), 2u);
  for (const RunResult& result : m_session.results()) {
    EXPECT_EQ(result.status, RunResult::Status::Unsupported) << result.variant;
    EXPECT_NE(result.message, "");
  }
}

TEST_F(Digits, StagesHaveTimesAndPictures) {
  ASSERT_TRUE(run(ourModel(), ourPicture(7), {{"variants", {"tiled"}}}).ok());
  const RunResult& result = m_session.results().back();
  std::vector<std::string> ops;
  double sum = 0;
  for (const Json& stage : result.details["stages"]) {
    ops.push_back(stage["op"]);
    EXPECT_GE(stage["seconds"], 0);
    sum += stage["seconds"].get<double>();
    EXPECT_EQ(posted(stage["tensor"])["shape"], stage["shape"]) << stage;
    EXPECT_TRUE(m_workload.fetch(stage["tensor"].get<std::string>()).ok());
  }
  EXPECT_THAT(
      ops, ElementsAre("Conv", "Add", "Relu", "MaxPool", "Conv", "Add", "Relu", "MaxPool", "Reshape", "MatMul", "Add"));
  EXPECT_GT(sum, 0);
  EXPECT_EQ(posted("image")["shape"], Json({1, 1, 28, 28}));
  const auto unknown = m_workload.fetch("nothing");
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("conv1.sum"));
}

TEST_F(Digits, NodesAreSlicesWithTheirOperationsBeneath) {
  ASSERT_TRUE(run(ourModel(), ourPicture(1), {{"variants", {"direct"}}, {"repeat", 1}}).ok());
  const auto snapshot = m_session.read();
  const auto named = [&](const std::string& name) {
    return strata::test::eventsWhere(*snapshot, [&](const TraceEvent& event) {
      return snapshot->name(event.name) == name && snapshot->tracks()[event.track].storey == Storey::Framework;
    });
  };
  const auto conv = named("conv1"), op = named("conv2d");
  ASSERT_EQ(conv.size(), 2u) << "warm-up and one repeat";
  ASSERT_EQ(op.size(), 4u);
  EXPECT_EQ(named("flat").size(), 2u) << "a new shape is a stage too";
  EXPECT_LE(conv[0].begin, op[0].begin);
  EXPECT_EQ(conv[0].call, op[0].call);
}

TEST_F(Digits, Refusals) {
  EXPECT_THAT(refusal(ourModel(), "/nothing.pgm"), HasSubstr("No such file"));
  EXPECT_NE(refusal("/nothing.onnx", ourPicture(1)), "");
  EXPECT_THAT(refusal(ourModel(), ourPicture(1), {{"variants", {"quick"}}}), HasSubstr("choose from: direct"));
  EXPECT_THAT(refusal(tinyModel("conv.onnx"), ourPicture(1)), HasSubstr("The result has 3 numbers"));
  const TemporaryFolder folder;
  writeFile(folder.path() / "small.pgm", "P2 2 1 255 0 9");
  EXPECT_THAT(refusal(ourModel(), folder.path() / "small.pgm"), HasSubstr("2×1 pixels, and this network reads 28×28"));
  EXPECT_FALSE(m_workload.fetch("conv1.sum").ok());
}

}  // namespace
}  // namespace strata::test
