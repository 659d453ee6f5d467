#include "engine/protocol/kernel_build.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

TEST(KernelBuild, ArrivesAsItWasSent) {
  KernelBuild build{"f<32>", "_Z1f", "sm_90", "NVRTC 13.0", {}, {}, {}, {}};
  build.intermediate = {"LLVM IR", {}, "not installed"};
  build.machine = {
      "SASS", "a\nb\n", {}, {{1, "FFMA", {{"kernels/a.cuh", 3}, {"kernels/b.cuh", 9}}}, {2, "EXIT", {}}}, "only names"};
  build.resources = {40, std::nullopt, 8192, 0, 16};
  build.stages = {{"source → PTX", {250'000'000}}};
  nlohmann::json kernel = toJson(build);
  kernel["block_threads"] = 1024;
  kernel["occupancy"] = {{"share", 0.5}, {"text", "32 of 64 warps"}};
  const nlohmann::json sent = nlohmann::json::parse(nlohmann::json{
      {"experiment", "matmul"},
      {"variant", "tiled"},
      {"target", "sm_90"},
      {"kernels", {kernel}}}.dump());
  const auto read = stepBuildFromJson(sent);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().variant, "tiled");
  ASSERT_EQ(read.value().kernels.size(), 1u);
  EXPECT_EQ(read.value().kernels[0].build, build);
  EXPECT_EQ(read.value().kernels[0].blockThreads, 1024u);
  EXPECT_EQ(read.value().kernels[0].occupancy.share, 0.5);
}

/// Of another version, or no agent at all.
TEST(KernelBuild, WhatIsStrangeIsLeftOut) {
  for (const char* line : {"{}", "[]", "7", R"({"kernels":7})", R"({"kernels":[7]})"})
    EXPECT_FALSE(stepBuildFromJson(nlohmann::json::parse(line)).ok()) << line;
  const auto read = stepBuildFromJson(nlohmann::json::parse(
      R"({"kernels":[{"kernel":1,"machine":{"files":["a",7],"instructions":[[1],7,["x","y"],[3,"EXIT",9,1],[4,"A",0,2,0]]},
          "stages":[7,{"name":"s"}],"resources":[],"occupancy":"none"}]})"));
  ASSERT_TRUE(read.ok());
  const BuildText& text = read.value().kernels[0].build.machine;
  ASSERT_EQ(text.instructions.size(), 2u);
  EXPECT_TRUE(text.instructions[0].from.empty()) << "there is no file 9";
  EXPECT_EQ(text.instructions[1].from, (std::vector<TextPlace>{{"a", 2}}));
}

}  // namespace
}  // namespace strata
