#include "layers/workloads/ladder/ladder_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "engine/base/shipped.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata {
namespace {

using ::testing::HasSubstr;

Result<LadderPlan> plan(const std::string& line) {
  const auto request = parseRequest(line);
  EXPECT_TRUE(request.ok());
  return planLadder(matmulOperation(), ladderExperiment(matmulOperation()), request.value());
}

TEST(LadderPlan, DefaultsAreWhatTheListSays) {
  const auto made = plan(R"({"id":1,"run":"matmul"})");
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made.value().problem["m"], 512);
  EXPECT_EQ(made.value().problem["n"], 512);
  EXPECT_EQ(made.value().problem["k"], 512);
  EXPECT_EQ(made.value().repeat, 5);
  EXPECT_EQ(made.value().streams, 1);
  EXPECT_EQ(made.value().hostMemory, MemoryKind::Pinned);
  EXPECT_TRUE(made.value().fullCheck);
  EXPECT_EQ(made.value().variants.front(), "naive");
  EXPECT_EQ(made.value().variants.back(), "onednn");
  EXPECT_TRUE(made.value().everyVariant);
}

TEST(LadderPlan, HelpNamesTheDocumentWhereItLies) {
  const ExperimentInfo info = ladderExperiment(matmulOperation());
  const auto gpu = std::ranges::find(info.parameters, "model_gpu", &ParameterInfo::name);
  ASSERT_NE(gpu, info.parameters.end());
  EXPECT_THAT(gpu->help, HasSubstr("Your own: /"));
  EXPECT_THAT(gpu->help, HasSubstr(shippedDocument("gpus.md")));
}

TEST(LadderPlan, MAndKFollowNUnlessSet) {
  const auto made = plan(R"({"id":1,"run":"matmul","n":130,"k":511})");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value().problem["m"], 130);
  EXPECT_EQ(made.value().problem["k"], 511);
}

TEST(LadderPlan, AFractionIsAskedForAsOne) {
  const Operation& mandelbrot = *findOperation("mandelbrot");
  const ExperimentInfo info = ladderExperiment(mandelbrot);
  const auto planned = [&](const std::string& line) {
    return planLadder(mandelbrot, info, parseRequest(line).value());
  };
  const auto made = planned(R"({"id":1,"run":"mandelbrot","x":-0.743,"zoom":2.5})");
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made.value().problem["x"], -743'000'000);
  EXPECT_EQ(made.value().problem["y"], 0);
  EXPECT_EQ(made.value().problem["zoom"], 2500);
  EXPECT_EQ(planned(R"({"id":1,"run":"mandelbrot"})").value().problem, Problem(mandelbrot.parameters));
  EXPECT_THAT(planned(R"({"id":1,"run":"mandelbrot","x":-743000000})").error().message, HasSubstr("from -4 to 4"));
}

TEST(LadderPlan, FullCheckEndsAbove2To30UnlessAskedFor) {
  EXPECT_TRUE(plan(R"({"id":1,"run":"matmul","n":1024})").value().fullCheck);
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","n":1024,"k":1025})").value().fullCheck);
  EXPECT_TRUE(plan(R"({"id":1,"run":"matmul","n":1024,"k":1025,"check":"full"})").value().fullCheck);
}

TEST(LadderPlan, RefusesWhatDoesNotExist) {
  const auto unknown = plan(R"({"id":1,"run":"matmul","variants":["fast"]})");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::Usage);
  EXPECT_THAT(unknown.error().message, HasSubstr("naive, "));
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","n":0})").ok());
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","n":8193})").ok());
  EXPECT_EQ(plan(R"({"id":1,"run":"matmul","streams":8})").value().streams, 8);
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","streams":9})").ok());
}

TEST(LadderPlan, RefusesWhatDoesNotFitAndSaysHowMuchIsMissing) {
  LadderPlan big;
  big.operation = &matmulOperation();
  big.problem = Problem(matmulOperation().parameters).set("n", 1000);
  big.fullCheck = true;
  DeviceInfo device;
  device.backend = "cpu";
  device.memoryBytes = 12'000'000;
  // Device: A, B, C of 4 MB; host: the same and 8 MB of reference. Together 32 MB.
  EXPECT_TRUE(checkMemory(big, device, 32'000'000).ok());
  EXPECT_TRUE(checkMemory(big, device, 0).ok());
  const auto host = checkMemory(big, device, 31'999'999);
  ASSERT_FALSE(host.ok());
  EXPECT_EQ(host.error().code, ErrorCode::OutOfMemory);
  EXPECT_THAT(host.error().message, HasSubstr("needs 32.000000 MB of memory, and 31.999999 MB is available"));
  EXPECT_THAT(checkMemory(big, device, 31'000'000).error().message,
              HasSubstr("needs 32.0 MB of memory, and 31.0 MB is available"));
  device.memoryBytes = 11'999'999;
  EXPECT_THAT(checkMemory(big, device, 0).error().message, HasSubstr("device memory"));
}

TEST(Experiments, ListIsPlainData) {
  ASSERT_GT(experiments().size(), ladders().size());
  EXPECT_EQ(experiments()[0]->name, "matmul");
  for (const ExperimentInfo* experiment : experiments()) {
    for (const VariantInfo& variant : experiment->variants) {
      EXPECT_FALSE(variant.idea.empty()) << experiment->name << " " << variant.name;
      EXPECT_EQ(variant.source.empty(), isLibraryVariant(variant.name) || variant.kernel.empty())
          << experiment->name << " " << variant.name;
    }
    EXPECT_FALSE(toJson(*experiment).dump().empty());
  }
}

/// A request's own keys stand beside the parameters: one that had a name of theirs would never arrive. "repeat" is
/// both.
TEST(Experiments, EveryParameterArrivesUnderItsName) {
  for (const ExperimentInfo* experiment : experiments()) {
    nlohmann::json written = {{"id", 1}, {"run", experiment->name}};
    for (const ParameterInfo& parameter : experiment->parameters) {
      if (parameter.name == "repeat") continue;
      ASSERT_FALSE(written.contains(parameter.name)) << experiment->name;
      written[parameter.name] = 7;
    }
    const auto request = parseRequest(written.dump());
    ASSERT_TRUE(request.ok()) << experiment->name << ": " << request.error().message;
    written.erase("id");
    written.erase("run");
    EXPECT_EQ(*request.value().parameters, written) << experiment->name;
  }
}

}  // namespace
}  // namespace strata
