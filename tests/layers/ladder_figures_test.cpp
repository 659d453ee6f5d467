#include "layers/workloads/ladder/ladder_figures.h"

#include <gmock/gmock.h>

#include "engine/protocol/json_fields.h"
#include "kernels/attention/attention_operation.h"
#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/library/routine.h"

namespace strata {
namespace {

// Registers are of the kernel that ran: a step may choose a template's numbers by the problem.
TEST(OccupancyFigures, AskForTheKernelThatThisProblemLaunches) {
  const Step* step = findStep(conv2dOperation(), "implicit");
  ASSERT_NE(step, nullptr);
  for (const std::int64_t filters : {8, 256}) {
    LadderPlan plan;
    plan.operation = &conv2dOperation();
    plan.problem = Problem(conv2dOperation().parameters).set("filters", filters);
    std::string asked;
    RunResult result;
    addOccupancyFigures(result, plan, *step, {}, [&](std::string_view kernel) {
      asked = kernel;
      return std::optional(KernelResources{77, 0, 0});
    });
    const StepPlan launched = step->plan(plan.problem);
    EXPECT_THAT(launched.launches, testing::Contains(testing::Field(&KernelLaunch::kernel, asked))) << filters;
    EXPECT_EQ(result.figures.front().value, 77);
  }
}

TEST(OccupancyFigures, SayNothingOfAKernelThatNobodyKnows) {
  LadderPlan plan;
  plan.operation = &conv2dOperation();
  plan.problem = Problem(conv2dOperation().parameters);
  RunResult result;
  addOccupancyFigures(result, plan, conv2dOperation().steps.front(), {}, [](std::string_view) { return std::nullopt; });
  EXPECT_TRUE(result.figures.empty());
}

/// What is said of a product of 4096³ in half a millisecond: 275 TFLOP/s.
RunResult underTheRoofs(std::int64_t type, const char* device, const char* backend = "cuda",
                        std::vector<std::string> narrow = {}) {
  const Problem problem = Problem(matmulOperation().parameters).set("n", 4096).set("type", type);
  RunResult result;
  result.seconds.median = 0.5e-3;
  DeviceInfo info;
  info.backend = backend;
  info.name = device;
  info.narrowProducts = std::move(narrow);
  addRoofFigures(result, operandCost(matmulOperation(), problem), Roofs{4e12, 57e12, "vectorised", "chains_128"}, info);
  return result;
}

constexpr std::int64_t kFp32 = 0, kFp16 = 1, kBf16 = 2, kTf32 = 3;
constexpr double kReached = 2.0 * 4096 * 4096 * 4096 / 0.5e-3;

TEST(RoofFigures, OfMatrixUnitsAreThoseOfTheDevicesFigures) {
  for (const auto& [type, roof] : {std::pair(kFp16, 989.4e12), {kBf16, 989.4e12}, {kTf32, 494.7e12}}) {
    const RunResult result = underTheRoofs(type, "NVIDIA H200");
    EXPECT_DOUBLE_EQ(result.figure("roof_flop_per_s")->value, roof);
    EXPECT_EQ(result.figure("roof_flop_per_s")->provenance, Provenance::Spec);
    EXPECT_DOUBLE_EQ(result.figure("share_of_roof")->value, kReached / roof);
    EXPECT_EQ(result.figure("share_of_roof")->provenance, Provenance::Spec);
    EXPECT_DOUBLE_EQ(result.figure("share_of_peak_flop")->value, kReached / roof);
    EXPECT_EQ(result.figure("roof_bytes_per_s")->provenance, Provenance::Measured);
  }
}

TEST(RoofFigures, OfMatrixUnitsThatNobodyKnowsAreMemorysAlone) {
  const RunResult result = underTheRoofs(kBf16, "NVIDIA H300");
  EXPECT_EQ(result.figure("roof_flop_per_s"), nullptr);
  EXPECT_EQ(result.figure("share_of_roof"), nullptr);
  EXPECT_EQ(result.figure("roof_bytes_per_s")->value, 4e12);
  EXPECT_THAT(result.message,
              testing::HasSubstr("does not know how fast the matrix units of NVIDIA H300 multiply bf16"));
}

TEST(RoofFigures, OfFp32AreMeasured) {
  for (const RunResult& result : {underTheRoofs(kFp32, "NVIDIA H200"), underTheRoofs(kFp32, "AMD EPYC", "cpu")}) {
    EXPECT_EQ(result.figure("roof_flop_per_s")->value, 57e12);
    EXPECT_EQ(result.figure("roof_flop_per_s")->provenance, Provenance::Measured);
    EXPECT_EQ(result.figure("share_of_roof")->provenance, Provenance::Modelled);
    EXPECT_EQ(result.message, "");
  }
}

TEST(RoofFigures, OfBf16OnAProcessorAreMemorysAlone) {
  const RunResult result = underTheRoofs(kBf16, "AMD EPYC", "cpu", {"avx512_fp16", "avx512_bf16"});
  EXPECT_EQ(result.figure("roof_flop_per_s"), nullptr);
  EXPECT_EQ(result.figure("share_of_roof"), nullptr);
  EXPECT_EQ(result.figure("roof_bytes_per_s")->value, 4e12);
  EXPECT_THAT(result.message,
              testing::HasSubstr("measured with fp32, and AMD EPYC may multiply bf16 faster (avx512_bf16)"));
}

TEST(RoofFigures, OfNarrowFloatsAreThoseOfFp32WhereAProcessorHasNothingFaster) {
  const RunResult result = underTheRoofs(kBf16, "AMD EPYC", "cpu", {"avx512_fp16"});
  EXPECT_EQ(result.figure("roof_flop_per_s")->value, 57e12);
  EXPECT_EQ(result.message, "");
}

TEST(RoofFigures, SayWhetherCachesCanHoldTheBytesAndWhetherTheMachineWasBusy) {
  DeviceInfo device;
  device.backend = "cpu";
  const auto told = [&](double bytes, double share) {
    RunResult result;
    addRoofDetails(result, {.bytesPerSecond = 1, .flops = 1, .processorShare = share}, bytes, device);
    return std::pair(result.details["fits_cache"], result.details["roofs_on_busy_machine"]);
  };
  EXPECT_TRUE(told(1e6, 1).first.is_null()) << "nobody knows";
  device.facts = {{"L2 cache", 2e6, "B", Provenance::Spec}, {"L3 cache", 3e7, "B", Provenance::Spec}};
  EXPECT_EQ(told(3e7, 0.9), (std::pair<nlohmann::json, nlohmann::json>(true, false)));
  EXPECT_EQ(told(4e7, 0.3), (std::pair<nlohmann::json, nlohmann::json>(false, true)));
}

TEST(CostFigures, OfAKernelThatSomebodyBroughtAreWhatItWasSeenToAskOfGlobalMemory) {
  const auto place = [](const char* what, const char* space, std::uint64_t lanes, std::uint32_t bytes) {
    ObservedPlace made;
    made.what = what, made.space = space, made.lanes = lanes, made.example.bytes = bytes;
    return made;
  };
  RunResult result;
  addOperandFigures(result, operandCost(matmulOperation(), Problem(matmulOperation().parameters)));
  addSeenBytes(result);
  EXPECT_NE(result.figure("arithmetic_intensity"), nullptr);
  EXPECT_EQ(result.figure("global_bytes"), nullptr) << "nobody counted them";
  result.places = {place("load", "global", 64, 16), place("store", "global", 32, 4), place("load", "shared", 32, 4),
                   place("branch", "", 32, 0)};
  addSeenBytes(result);
  EXPECT_EQ(result.figure("global_bytes")->value, 64 * 16 + 32 * 4);
  EXPECT_EQ(result.figure("global_bytes")->provenance, Provenance::Counted);
}

TEST(CostFigures, TellWhatIsMultipliedWhereThatIsNotFp32) {
  const auto told = [](const Operation& operation, std::int64_t type) {
    RunResult result;
    addCostFigures(result, operandCost(operation, Problem(operation.parameters).set("type", type)));
    return textField(*result.details, "factors");
  };
  EXPECT_EQ(told(matmulOperation(), kFp32), "");
  EXPECT_EQ(told(matmulOperation(), kFp16), "fp16");
  EXPECT_EQ(told(matmulOperation(), kTf32), "tf32");
  EXPECT_EQ(told(attentionOperation(), kBf16), "bf16");
}

}  // namespace
}  // namespace strata
