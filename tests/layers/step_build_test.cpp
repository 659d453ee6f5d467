#include "layers/compiler/step_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

namespace strata {
namespace {

using ::testing::HasSubstr;

/// A compiler that says every kernel takes this much.
KernelBuilder saying(CompiledResources resources) {
  return [resources](const BuildOrder& order) -> Result<std::vector<KernelBuild>> {
    std::vector<KernelBuild> builds;
    for (const std::string& kernel : order.kernels) {
      KernelBuild& build = builds.emplace_back();
      build.kernel = kernel;
      build.target = order.target;
      build.resources = resources;
    }
    return builds;
  };
}

CompiledResources resources(std::uint32_t registers, std::uint64_t sharedBytes) {
  CompiledResources all;
  all.registers = registers;
  all.sharedBytes = sharedBytes;
  return all;
}

// Blocks of 1024 threads: the golden rows "r32 s8192 b1024" and "r38 s8192 b1024" of NVIDIA's header for sm_90.
TEST(StepBuild, OccupancyIsThatOfTheLaunch) {
  const auto full = buildStep("matmul", "tiled", "sm_90", saying(resources(32, 8192)));
  ASSERT_TRUE(full.ok()) << full.error().message;
  const auto& kernel = full.value()["kernels"].at(0);
  EXPECT_EQ(kernel["kernel"], "matmul_tiled<32>");
  EXPECT_EQ(kernel["block_threads"], 1024);
  EXPECT_EQ(kernel["occupancy"]["blocks"], 2);
  EXPECT_EQ(kernel["occupancy"]["share"], 1.0);
  EXPECT_EQ(kernel["occupancy"]["limited_by"], nlohmann::json({"waves", "registers"}));
  EXPECT_EQ(kernel["occupancy"]["kind"], "modelled");
  EXPECT_EQ(kernel["resources"]["kind"], "counted");
  const auto half = buildStep("matmul", "tiled", "sm_90", saying(resources(38, 8192)));
  EXPECT_EQ(half.value()["kernels"].at(0)["occupancy"]["share"], 0.5);
}

TEST(StepBuild, OccupancyIsNotGuessed) {
  const auto unknown = buildStep("matmul", "tiled", "sm_99", saying(resources(32, 8192)));
  ASSERT_TRUE(unknown.ok());
  EXPECT_THAT(unknown.value()["kernels"].at(0)["occupancy"]["reason"].get<std::string>(), HasSubstr("sm_99"));
  const auto features = buildStep("matmul", "tiled", "gfx90a:sramecc+:xnack-", saying(resources(32, 8192)));
  EXPECT_TRUE(features.value()["kernels"].at(0)["occupancy"].contains("share"));
  const auto silent = buildStep("matmul", "tiled", "sm_90", saying({}));
  const auto& kernel = silent.value()["kernels"].at(0);
  EXPECT_FALSE(kernel["occupancy"].contains("share"));
  EXPECT_TRUE(kernel["resources"]["registers"].is_null());
}

TEST(StepBuild, AKernelThatOnlyTrapsSaysSoAndHasNoOccupancy) {
  const auto kernelFor = [](const char* variant, const char* target) {
    return buildStep("matmul", variant, target, saying(resources(32, 8192))).value()["kernels"].at(0);
  };
  for (const auto& [variant, target, says] :
       {std::tuple{"unit_tiled", "gfx1030",
                   "On gfx1030 this kernel only traps: the architecture has no matrix unit for bf16"},
        std::tuple{"unit_naive", "sm_75", "has no matrix unit for bf16"},
        std::tuple{"unit_specialised", "gfx90a", "warpgroup products and the copy unit (TMA)"},
        std::tuple{"unit_specialised", "sm_90", "which only code for sm_90a has"}}) {
    const auto kernel = kernelFor(variant, target);
    EXPECT_THAT(kernel["traps"].get<std::string>(), HasSubstr(says));
    EXPECT_FALSE(kernel["occupancy"].contains("share")) << target;
  }
  for (const auto& [variant, target] : {std::pair{"unit_tiled", "gfx90a:xnack-"}, std::pair{"unit_tiled", "sm_80"},
                                        std::pair{"unit_specialised", "sm_90a"},
                                        std::pair{"unit_specialised", "x86-64"}, std::pair{"tiled", "gfx1030"}})
    EXPECT_FALSE(kernelFor(variant, target).contains("traps")) << variant << " " << target;
  EXPECT_TRUE(buildStep("attention", "specialised", "gfx942", saying({})).value()["kernels"].at(0).contains("traps"));
}

TEST(StepBuild, EveryKernelOfAVariantOnce) {
  const auto built = buildStep("conv2d", "im2col", "sm_90", saying(resources(32, 0)));
  ASSERT_TRUE(built.ok()) << built.error().message;
  ASSERT_EQ(built.value()["kernels"].size(), 2u);
  EXPECT_EQ(built.value()["kernels"][0]["kernel"], "conv2d_im2col");
}

TEST(StepBuild, NamesWhatThereIs) {
  const auto operation = buildStep("matmull", "tiled", "sm_90", saying({}));
  ASSERT_FALSE(operation.ok());
  EXPECT_EQ(operation.error().code, ErrorCode::Usage);
  EXPECT_THAT(operation.error().message, HasSubstr("'matmul'"));
  const auto step = buildStep("matmul", "tilled", "sm_90", saying({}));
  ASSERT_FALSE(step.ok());
  EXPECT_THAT(step.error().message, HasSubstr("'tiled'"));
}

TEST(StepBuild, WhatACompilerSaysOfABroughtTextNamesItsFile) {
  const OwnBuildParts own{"err", {"err.cu", "__global__ void own(float* x) {\n  *x = y;\n}\n", {}}, {}};
  const auto said = [&](const std::string& words) {
    const KernelBuilder refusing = [&](const BuildOrder&) -> Result<std::vector<KernelBuild>> {
      return Error{ErrorCode::Usage, words, Storey::Compiler};
    };
    return buildStep("matmul", "naive", "sm_90", refusing, &own).error().message;
  };
  EXPECT_EQ(said("NVRTC refused:\nkernels/own/err.cuh(2): error: identifier \"y\" is undefined\n"
                 "1 error detected in the compilation of \"kernels.cu\".\n"),
            "NVRTC refused:\nerr.cu:2: error: identifier \"y\" is undefined\n"
            "1 error detected in the compilation of \"err.cu\".\n");
  EXPECT_EQ(said("kernels/own/err.cuh:2:8: error: no y"), "err.cu:2:8: error: no y");
}

}  // namespace
}  // namespace strata
