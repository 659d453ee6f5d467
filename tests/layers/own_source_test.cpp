#include "layers/compiler/own_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/temporary_folder.h"
#include "layers/compiler/own_text.h"
#include "layers/compiler/tools.h"
#include "layers/compiler/unit_includes.h"
#include "layers/workloads/kernel/free_plan.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/ladder/check_problems.h"

// Kernels that somebody brought, compiled for a GPU that need not be here.

namespace strata {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const RunTimeCompiler* nvrtc() {
  static const auto kCompiler = RunTimeCompiler::load(nvrtcDialect());
  return kCompiler.ok() ? kCompiler.value().get() : nullptr;
}

struct BroughtStep {
  const Operation* operation;
  const Step* step;
};

Result<RunTimeCompiler::Code> compileHere(const std::string& unit, std::span<const std::string> kernels) {
  TraceRecorder recorder;
  return nvrtc()->code(unit, kernels, "sm_90", recorder);
}

std::vector<BroughtStep> stepsForGpus() {
  std::vector<BroughtStep> all;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      if (step.madeFor != MadeFor::Processors) all.push_back({operation, &step});
  return all;
}

/// Each of these takes as long to compile as most kernels do.
TEST(UnitIncludes, AreNoStringsStreamsOrIntrinsics) {
  if (!toolIsHere("g++")) GTEST_SKIP() << "g++ is not installed";
  const TemporaryFolder folder;
  const std::string unit = ownUnit({"mine.cu", "__global__ void mine(half* x) {}\n", {}}, {});
  const std::string kernelText = unit.substr(0, unit.find("#define mine"));
  ASSERT_TRUE(folder.write("unit.cpp", kernelText) && writeIncludes(folder, {kernelText}));
  const Printed said = outputOf("cd " + folder.path() + " && g++ -std=c++20 -H -fsyntax-only -I. unit.cpp 2>&1");
  ASSERT_TRUE(said.ok) << said.text;
  EXPECT_THAT(said.text, HasSubstr("kernels/compat/device.h"));
  for (const char* header : {"/bits/basic_string.h", "/bits/ios_base.h", "/immintrin.h", "/tr1/"})
    EXPECT_THAT(said.text, Not(HasSubstr(header)));
}

TEST(UnitIncludes, AreWrittenHoweverTheyAreSpelled) {
  const TemporaryFolder folder;
  const std::string_view text = "#  include<kernels/matmul/tiles.h>\n#include <cuda.h>\n";
  ASSERT_TRUE(writeIncludes(folder, {text}));
  for (const char* file : {"kernels/matmul/tiles.h", "cuda.h"}) EXPECT_TRUE(std::filesystem::exists(folder.path(file)));
  EXPECT_FALSE(std::filesystem::exists(folder.path("kernels/matmul/naive.cuh"))) << "nobody asked for it";
}

class OwnSources : public testing::TestWithParam<BroughtStep> {};

TEST_P(OwnSources, OfEveryStepCompile) {
  if (!nvrtc()) GTEST_SKIP() << "NVRTC is not installed";
  const auto& [operation, step] = GetParam();
  const auto own = makeOwnStep(*operation, Problem(operation->parameters), ownCopyOf(*step));
  ASSERT_TRUE(own.ok()) << own.error().message;
  const auto code = compileOwnSource(compileHere, own.value()->text, operation->name, own.value()->kernels);
  ASSERT_TRUE(code.ok()) << code.error().message;
  EXPECT_THAT(code.value().symbols, SizeIs(own.value()->kernels.size()));
  EXPECT_FALSE(code.value().object.empty());
}

INSTANTIATE_TEST_SUITE_P(EveryStep, OwnSources, testing::ValuesIn(stepsForGpus()), [](const auto& test) {
  return std::string(test.param.operation->name) + "_" + std::string(test.param.step->name);
});

Result<RunTimeCompiler::Code> compileFree(const std::string& text) {
  const auto kernel = readFreeKernel({"mine", "mine.cu", text, {}});
  if (!kernel.ok()) return kernel.error();
  const auto plan = planFree(kernel.value(), {});
  if (!plan.ok()) return plan.error();
  std::vector<std::pair<std::string, std::string>> kernels;
  for (const std::string& name : plan.value().kernelNames) kernels.emplace_back(name, name);
  return compileOwnSource(compileHere, {"mine.cu", text, {}}, {}, kernels);
}

TEST(FreeSources, Compile) {
  if (!nvrtc()) GTEST_SKIP() << "NVRTC is not installed";
  const std::string text = "#include <cuda_runtime.h>\n" + std::string(freeKernelTemplate());
  const auto code = compileFree(text);
  ASSERT_TRUE(code.ok()) << code.error().message;
  EXPECT_THAT(code.value().symbols, SizeIs(1));
}

TEST(FreeSources, AreRefusedAtTheirLines) {
  if (!nvrtc()) GTEST_SKIP() << "NVRTC is not installed";
  std::string text(freeKernelTemplate());
  text.replace(text.find("(left + x[i]"), 5, "(lfet");
  const auto code = compileFree(text);
  ASSERT_FALSE(code.ok());
  EXPECT_EQ(code.error().code, ErrorCode::Usage);
  EXPECT_THAT(code.error().message, HasSubstr("\nmine.cu:13: error: "));
  EXPECT_THAT(code.error().message, Not(HasSubstr("own_")));
}

TEST(OwnText, WhatWasMadeOfItHasTheKernelsOwnName) {
  const OwnText own{"mine.cu", "__global__ void f(int* x) {}\n__global__ void ff(int* x) {}\n", {}};
  EXPECT_EQ(withKernelNames("<own_f(int*)>:\n jne <own_ff(int*)+0x4> # my_own_f, _Z5own_fPi_param_0\n", own),
            "<f(int*)>:\n jne <ff(int*)+0x4> # my_own_f, _Z1fPi_param_0\n");
}

}  // namespace
}  // namespace strata
