#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/device/architecture.h"
#include "engine/trace/trace_recorder.h"
#include "kernels/operation/operation.h"
#include "layers/common/current_call.h"
#include "layers/compiler/disassembler.h"
#include "layers/compiler/run_time_compiler.h"
#include "layers/compiler/target_features.h"
#include "tests/layers/recorded_session.h"

// The compilers that work at run time, as they are installed here: they need no GPU.

namespace strata {
namespace {

using ::testing::HasSubstr;

struct Vendor {
  const char* name;
  RunTimeDialect (*dialect)();
  const char *target, *intermediate;  ///< what its intermediate language calls a kernel
};

class KernelBuildTest : public ::testing::TestWithParam<Vendor> {
 protected:
  void SetUp() override {
    auto loaded = RunTimeCompiler::load(GetParam().dialect());
    if (!loaded.ok()) GTEST_SKIP() << loaded.error().message;
    compiler = std::move(loaded).value();
  }

  Result<std::vector<KernelBuild>> build(const std::string& unit, std::vector<std::string> kernels) {
    return compiler->build(unit, kernels, GetParam().target);
  }

  std::unique_ptr<RunTimeCompiler> compiler;
};

TEST_P(KernelBuildTest, SaysWhatAKernelTakes) {
  const auto builds = build(
      "__global__ void twice(float* data) {\n"
      "  __shared__ float tile[300];\n"
      "  tile[threadIdx.x] = data[threadIdx.x];\n"
      "  __syncthreads();\n"
      "  data[threadIdx.x] = 2 * tile[299 - threadIdx.x];\n"
      "}\n",
      {"twice"});
  ASSERT_TRUE(builds.ok()) << builds.error().message;
  const KernelBuild& twice = builds.value().at(0);
  EXPECT_EQ(twice.symbol, "_Z5twicePf");
  EXPECT_EQ(twice.target, GetParam().target);
  EXPECT_GT(twice.resources.registers.value_or(0), 1u);
  EXPECT_LT(twice.resources.registers.value_or(1000), 32u);
  EXPECT_EQ(twice.resources.sharedBytes, 1200u);
  EXPECT_EQ(twice.resources.spillBytes, 0u);
  EXPECT_EQ(twice.resources.stackBytes, 0u);
  ASSERT_FALSE(twice.stages.empty());
  for (const BuildStage& stage : twice.stages) EXPECT_GT(stage.duration.ns, 0) << stage.name;
}

/// Ten thousand numbers in an array do not fit into registers.
TEST_P(KernelBuildTest, SaysWhatDoesNotFit) {
  const auto builds = build(
      "__global__ void much(float* data, int at) {\n"
      "  float all[1000];\n"
      "  for (int i = 0; i < 1000; ++i) all[i] = data[i * at];\n"
      "  for (int i = 0; i < 1000; ++i) data[i] = all[(i * at) % 1000];\n"
      "}\n",
      {"much"});
  ASSERT_TRUE(builds.ok()) << builds.error().message;
  EXPECT_GE(builds.value().at(0).resources.stackBytes.value_or(0), 4000u);
}

TEST_P(KernelBuildTest, WhatTheCompilerSaysIsPassedOn) {
  const auto wrong = build("__global__ void wrong(float* data) { data[0] = undeclared_name; }\n", {"wrong"});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().storey, Storey::Compiler);
  EXPECT_THAT(wrong.error().message, HasSubstr("undeclared_name"));
  const std::string none[] = {"nothing"};
  EXPECT_FALSE(build("__global__ void some(float*) {}\n", {"nothing"}).ok());
  const auto target = compiler->build("__global__ void some(float*) {}\n", none, "x86-64");
  ASSERT_FALSE(target.ok());
  EXPECT_EQ(target.error().code, ErrorCode::Usage);
}

TEST_P(KernelBuildTest, CodeThatShallRunIsASliceOnTheCompilerStorey) {
  TraceRecorder recorder;
  const std::string kernels[] = {"some"};
  const CallScope call(recorder.newCall());
  const auto code = compiler->code("__global__ void some(float*) {}\n", kernels, GetParam().target, recorder);
  ASSERT_TRUE(code.ok()) << code.error().message;
  EXPECT_TRUE(
      code.value().object.starts_with("\x7f"
                                      "ELF"));
  EXPECT_THAT(code.value().symbols, ::testing::ElementsAre("_Z4somePf"));
  const auto snapshot = test::readRecorded(recorder);
  const auto slices =
      test::eventsWhere(*snapshot, [](const TraceEvent& event) { return event.storey == Storey::Compiler; });
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_THAT(std::string(snapshot->name(slices[0].name)), HasSubstr(": source → "));
  EXPECT_EQ(snapshot->text(slices[0], "kernels"), "some");
  EXPECT_EQ(snapshot->text(slices[0], "target"), GetParam().target);
  EXPECT_EQ(slices[0].call, currentCall());
  EXPECT_GT(slices[0].duration().ns, 0);
}

std::vector<std::string> kernelsOf(const Operation& operation) {
  std::vector<std::string> names;
  for (const Step& step : operation.steps)
    for (const KernelLaunch& launch : step.plan(Problem(operation.parameters)).launches)
      if (std::ranges::find(names, launch.kernel) == names.end()) names.emplace_back(launch.kernel);
  return names;
}

TEST_P(KernelBuildTest, EveryLaddersTextCompiles) {
  for (const Operation* operation : operations()) {
    const auto unit = deviceUnit(operation->name);
    ASSERT_TRUE(unit.ok()) << unit.error().message;
    const auto builds = build(unit.value(), kernelsOf(*operation));
    ASSERT_TRUE(builds.ok()) << operation->name << ": " << builds.error().message;
    for (const KernelBuild& build : builds.value()) {
      EXPECT_TRUE(build.resources.registers) << build.kernel;
      for (const BuildText* text : {&build.intermediate, &build.machine}) {
        EXPECT_NE(text->text.empty(), text->reason.empty()) << build.kernel << ", " << text->language;
        EXPECT_TRUE(text->text.empty() || text->text.find(build.symbol) != std::string::npos) << build.kernel;
      }
    }
  }
}

/// Two tiles of 32 × 32 floats.
TEST_P(KernelBuildTest, TheTiledProductTakesItsTwoTiles) {
  const auto builds = build(deviceUnit("matmul").value(), {"matmul_tiled<32>"});
  ASSERT_TRUE(builds.ok()) << builds.error().message;
  EXPECT_EQ(builds.value().at(0).resources.sharedBytes, 2 * 32 * 32 * 4u);
  EXPECT_EQ(builds.value().at(0).resources.spillBytes, 0u);
}

TEST_P(KernelBuildTest, TheIntermediateLanguageIsThatOfTheKernelAskedFor) {
  const auto builds = build(deviceUnit("matmul").value(), {"matmul_tiled<32>"});
  ASSERT_TRUE(builds.ok()) << builds.error().message;
  const BuildText& text = builds.value().at(0).intermediate;
  if (text.text.empty()) GTEST_SKIP() << text.reason;
  EXPECT_THAT(text.text, HasSubstr(GetParam().intermediate));
  EXPECT_THAT(text.text, HasSubstr("matmul_tiledILi32E"));
  EXPECT_THAT(text.text, ::testing::Not(HasSubstr("matmul_naive")));
}

INSTANTIATE_TEST_SUITE_P(Vendors, KernelBuildTest,
                         ::testing::Values(Vendor{"Nvrtc", nvrtcDialect, "sm_90", ".entry"},
                                           Vendor{"Hiprtc", hiprtcDialect, "gfx90a", "amdgpu_kernel"}),
                         [](const auto& each) { return each.param.name; });

TEST(RunTimeCompiler, OneThatIsNotHereSaysWhatToDo) {
  RunTimeDialect dialect = nvrtcDialect();
  dialect.files = {"libnvrtc.so.1", "libnvrtc.so.2"};
  const auto none = RunTimeCompiler::load(dialect);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::Unavailable);
  EXPECT_EQ(none.error().storey, Storey::Compiler);
  EXPECT_EQ(
      none.error().message,
      "NVRTC is not installed: none of libnvrtc.so.1, libnvrtc.so.2 can be opened. Install NVRTC of the CUDA toolkit "
      "(cuda-nvrtc).");
}

TEST(RunTimeCompiler, ALibraryThatLacksFunctionsIsNone) {
  RunTimeDialect dialect = nvrtcDialect();
  dialect.files = {"libm.so.6"};
  const auto none = RunTimeCompiler::load(dialect);
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("libm.so.6 lacks functions of NVRTC"));
}

TEST(RunTimeCompiler, ATargetThatHiprtcDoesNotKnowIsRefusedWithThoseThatItDoes) {
  const auto loaded = RunTimeCompiler::load(hiprtcDialect());
  if (!loaded.ok()) GTEST_SKIP() << loaded.error().message;
  const RunTimeCompiler& compiler = *loaded.value();
  const std::string kernels[] = {"some"}, unit = "__global__ void some(float*) {}\n";
  for (const char* target : {"gfx9999", "gfx9999:xnack-", "gfx90"}) {
    const auto made = compiler.make(unit, kernels, target);
    ASSERT_FALSE(made.ok()) << target;
    EXPECT_EQ(made.error().code, ErrorCode::Usage);
    const std::string architecture(withoutFeatures(target));
    EXPECT_THAT(made.error().message, ::testing::StartsWith(compiler.title() + " knows no " + architecture +
                                                            "; a newer one may. It knows: gfx"));
    EXPECT_THAT(made.error().message, HasSubstr(" gfx90a, "));
  }
  EXPECT_TRUE(compiler.make(unit, kernels, "gfx90a:xnack-").ok());
}

// HIPRTC 5.2 would end the process on each of these.
TEST(RunTimeCompiler, ATargetWhoseFeaturesAreNoneIsRefusedWithThoseThatItHas) {
  const auto loaded = RunTimeCompiler::load(hiprtcDialect());
  if (!loaded.ok()) GTEST_SKIP() << loaded.error().message;
  const std::string kernels[] = {"some"};
  const auto made = loaded.value()->make("__global__ void some(float*) {}\n", kernels, "gfx1030:xnack+");
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::Usage);
  EXPECT_EQ(made.error().message,
            "'gfx1030:xnack+' is no target: there is no feature 'xnack+'. gfx1030 has no features to choose: write "
            "gfx1030.");
}

// HIPRTC 5.2 takes it.
TEST(TargetFeatures, AnArchitectureWithoutGenericAddressesIsNoTarget) {
  for (const char* target : {"gfx600", "gfx602", "gfx600:xnack+"}) {
    const auto checked = checkTargetFeatures(target);
    ASSERT_FALSE(checked.ok()) << target;
    EXPECT_EQ(checked.error().code, ErrorCode::Usage);
    EXPECT_THAT(checked.error().message, HasSubstr("is no target of HIP"));
    EXPECT_THAT(checked.error().message, HasSubstr("such as gfx90a"));
  }
  EXPECT_TRUE(checkTargetFeatures("gfx700").ok());
}

TEST(TargetFeatures, AreThoseOfTheArchitectureEachWithItsSign) {
  for (const char* target : {"gfx90a", "gfx90a:xnack-", "gfx90a:sramecc+:xnack-", "gfx942:xnack+:sramecc-", "gfx1030",
                             "gfx900:xnack+", "gfx1010:xnack-", "gfx1300:xnack+:sramecc+"})
    EXPECT_TRUE(checkTargetFeatures(target).ok()) << target;
  for (const auto& [target, says] :
       {std::pair{"gfx90a:foo", "there is no feature 'foo'"},
        std::pair{"gfx90a:xnack", "a + or - alone belongs behind the name in 'xnack'"},
        std::pair{"gfx90a:xnack+-", "alone belongs behind the name in 'xnack+-'"},
        std::pair{"gfx90a:", "there is no feature ''"}, std::pair{"gfx90a:xnack-:", "there is no feature ''"},
        std::pair{"gfx90a:xnack+:sramecc+:xnack-", "it has twice 'xnack+'"}}) {
    const auto checked = checkTargetFeatures(target);
    ASSERT_FALSE(checked.ok()) << target;
    EXPECT_EQ(checked.error().code, ErrorCode::Usage);
    EXPECT_THAT(checked.error().message, HasSubstr(says));
    EXPECT_THAT(checked.error().message, HasSubstr("write xnack+ or xnack-, sramecc+ or sramecc-"));
  }
  EXPECT_THAT(checkTargetFeatures("gfx900:sramecc+").error().message, HasSubstr("write xnack+ or xnack-."));
  EXPECT_FALSE(checkTargetFeatures("gfx1100:xnack-").ok());
}

TEST(Disassembler, OneThatCannotReadTheCodeSaysSoInASentence) {
  const auto reasonOf = [](const char* script) {
    const Disassembler program{"sh", {"-c", script}};
    return disassembledFile("AMDGCN", {&program, 1}, "/dev/null", "k", "").reason;
  };
  EXPECT_EQ(reasonOf("echo; echo 'LLVM ERROR: Disassembly not yet supported'; echo 'Stack dump:'; exit 1"),
            "sh could not read it: Disassembly not yet supported");
  EXPECT_EQ(reasonOf("echo 'warning: no such thing'; echo 'objdump: error: no object'; exit 1"),
            "sh could not read it: objdump: error: no object");
  EXPECT_EQ(reasonOf("echo 'objdump: no object'; echo more; exit 1"), "sh could not read it: objdump: no object");
  EXPECT_EQ(reasonOf("exit 0"), "sh found no code in it");
}

TEST(DeviceUnit, HoldsTheDevicesPartAlone) {
  const auto unit = deviceUnit("matmul");
  ASSERT_TRUE(unit.ok());
  EXPECT_THAT(unit.value(), HasSubstr("#include \"kernels/matmul/tiled.cuh\"\n"));
  EXPECT_THAT(unit.value(), ::testing::Not(HasSubstr("#include <")));
  EXPECT_THAT(unit.value(), ::testing::Not(HasSubstr("namespace")));
  EXPECT_FALSE(deviceUnit("nothing").ok());
}

}  // namespace
}  // namespace strata
