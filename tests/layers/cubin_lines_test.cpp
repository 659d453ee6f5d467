#include "layers/compiler/cubin_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "layers/compiler/nvcc_instructions.h"
#include "layers/compiler/operation_compiler.h"

namespace strata {
namespace {

constexpr std::string_view kKernel = R"(#include "helper.h"
__device__ inline float twice(float x) {
  return x + loaded(&x, 0) * 2.0f;
}
__global__ void tiny(const float* in, float* out, int n) {
  float sum = 0.0f;
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    sum +=
        loaded(in, i);
  }
  out[threadIdx.x] =
      twice(sum);
}
__global__ void other(float* out) {
  out[threadIdx.x] = 1.0f;
}
)";
constexpr std::string_view kHelper = R"(#pragma once
__device__ __forceinline__ float loaded(const float* from, int i) {
  return from[i];
}
)";

constexpr KernelText kTexts[] = {{"unit.cu", "#include \"kernels/tiny/tiny.cuh\"\n"},
                                 {"kernels/tiny/tiny.cuh", kKernel},
                                 {"kernels/tiny/helper.h", kHelper}};

TEST(CubinLines, OfKernelsTextsAlsoForWhatIsInlined) {
  const auto nvcc = OperationCompiler::nvcc();
  if (!nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  for (const std::string target : {"sm_75", "sm_90"}) {
    const auto made = nvcc.value().compile(kTexts, "-cubin -lineinfo -Xptxas -v -arch=" + target);
    ASSERT_TRUE(made.ok()) << made.error().message;
    const auto lines = cubinLines(ElfFile(made.value().bytes));
    ASSERT_EQ(lines.size(), 2u);
    for (const AddressLine& line : lines.at("_Z4tinyPKfPfi")) EXPECT_EQ(line.from.at(0).file, "kernels/tiny/tiny.cuh");
    const LineInstructions all = cubinInstructions(made.value().bytes, made.value().said, target);
    const CompiledKernel* tiny = all.find("tiny", target);
    ASSERT_NE(tiny, nullptr);
    EXPECT_GT(tiny->registers, 0u);
    EXPECT_EQ(tiny->loops.size(), 1u);
    const auto load = std::ranges::find_if(
        tiny->lines, [](const CompiledLine& line) { return line.covers("kernels/tiny/tiny.cuh", 10); });
    ASSERT_NE(load, tiny->lines.end());
    EXPECT_EQ(load->loop, 1);
    EXPECT_TRUE(load->uses.contains({InstructionKind::GlobalLoad, 4}));
    EXPECT_NE(all.find("other", target), nullptr);
  }
}

// What a compiler of tomorrow writes may be anything; it must not take the program down.
TEST(CubinLines, DamagedCubins) {
  const auto nvcc = OperationCompiler::nvcc();
  if (!nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  const auto made = nvcc.value().compile(kTexts, "-cubin -lineinfo -arch=sm_80");
  ASSERT_TRUE(made.ok()) << made.error().message;
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string damaged = made.value().bytes;
    for (int k = 0; k < 20; ++k) damaged[random() % damaged.size()] = static_cast<char>(random());
    damaged.resize(damaged.size() - random() % 2 * (random() % damaged.size()));
    cubinInstructions(damaged, made.value().said, "sm_80");
  }
}

TEST(CubinLines, OddBytes) {
  EXPECT_TRUE(cubinLines(ElfFile(std::string_view(""))).empty());
  EXPECT_TRUE(cubinLines(ElfFile(std::string(64, 'x'))).empty());
}

}  // namespace
}  // namespace strata
