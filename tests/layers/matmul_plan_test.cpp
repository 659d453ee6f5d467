#include "layers/model/matmul_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/model/experiments.h"

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<MatmulPlan> plan(const std::string& line) {
  const auto request = parseRequest(line);
  EXPECT_TRUE(request.ok());
  return planMatmul(matmulExperiment(), request.value());
}

TEST(MatmulPlan, DefaultsAreWhatTheListSays) {
  const auto made = plan(R"({"id":1,"run":"matmul"})");
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_EQ(made.value().shape.m, 512);
  EXPECT_EQ(made.value().shape.n, 512);
  EXPECT_EQ(made.value().shape.k, 512);
  EXPECT_EQ(made.value().repeat, 5);
  EXPECT_EQ(made.value().streams, 1);
  EXPECT_EQ(made.value().hostMemory, MemoryKind::Pinned);
  EXPECT_TRUE(made.value().fullCheck);
  EXPECT_THAT(made.value().variants, ElementsAre("naive", "tiled", "library"));
}

TEST(MatmulPlan, MAndKFollowNUnlessSet) {
  const auto made = plan(R"({"id":1,"run":"matmul","n":130,"k":511})");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value().shape.m, 130);
  EXPECT_EQ(made.value().shape.k, 511);
}

TEST(MatmulPlan, FullCheckEndsAbove2To30UnlessAskedFor) {
  EXPECT_TRUE(plan(R"({"id":1,"run":"matmul","n":1024})").value().fullCheck);
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","n":1024,"k":1025})").value().fullCheck);
  EXPECT_TRUE(plan(R"({"id":1,"run":"matmul","n":1024,"k":1025,"check":"full"})").value().fullCheck);
}

TEST(MatmulPlan, RefusesWhatDoesNotExist) {
  const auto unknown = plan(R"({"id":1,"run":"matmul","variants":["fast"]})");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::Usage);
  EXPECT_THAT(unknown.error().message, HasSubstr("naive, tiled, library"));
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","n":0})").ok());
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","n":8193})").ok());
  EXPECT_FALSE(plan(R"({"id":1,"run":"matmul","streams":5})").ok());
}

TEST(MatmulPlan, RefusesWhatDoesNotFitAndSaysHowMuchIsMissing) {
  MatmulPlan big;
  big.shape = {1000, 1000, 1000};
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
  EXPECT_THAT(host.error().message, HasSubstr("32.0 MB"));
  device.memoryBytes = 11'999'999;
  EXPECT_THAT(checkMemory(big, device, 0).error().message, HasSubstr("device memory"));
}

TEST(Experiments, ListIsPlainData) {
  ASSERT_EQ(experiments().size(), 1u);
  const ExperimentInfo& matmul = *experiments()[0];
  EXPECT_EQ(matmul.name, "matmul");
  for (const VariantInfo& variant : matmul.variants) {
    EXPECT_FALSE(variant.idea.empty()) << variant.name;
    EXPECT_EQ(variant.source.empty(), variant.name == "library") << variant.name;
  }
  EXPECT_FALSE(toJson(matmul).dump().empty());
}

}  // namespace
}  // namespace strata
