#include "layers/library/run_time_routine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/operation/kernel_table.h"
#include "layers/compiler/run_time_compiler.h"
#include "layers/workloads/ladder/ladder_workload.h"
#include "tests/layers/recorded_session.h"

// Runs whose kernels are compiled from their text (compile=now), on the CPU device: NVRTC compiles, and in place of
// what it made the CPU's kernels run, since nothing here loads code for a GPU.

namespace strata {
namespace {

using test::eventsWhere;
using test::RecordedSession;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kRun =
    R"({"id":1,"run":"matmul","n":64,"repeat":2,"streams":1,"compile":"now","variants":["tiled"]})";

std::vector<TraceEvent> compilerEvents(const TraceSnapshot& snapshot) {
  return eventsWhere(snapshot, [](const TraceEvent& event) { return event.storey == Storey::Compiler; });
}

TEST(CompileNow, TheCompilationStandsInTheCallThatMakesTheVariantReady) {
  const auto compiler = RunTimeCompiler::load(nvrtcDialect());
  if (!compiler.ok()) GTEST_SKIP() << compiler.error().message;
  RecordedSession session(openCpuDevice().value());
  std::vector<std::string> asked;
  LadderWorkload workload(
      matmulOperation(),
      {.routines = {}, .atRunTime = [&](const Operation& operation, WorkContext& context) {
         return runTimeRoutines(
             operation, [&](const Operation& of, std::span<const std::string> kernels) -> Result<KernelFinder> {
               asked.assign(kernels.begin(), kernels.end());
               const auto code =
                   compiler.value()->code(deviceUnit(of.name).value(), kernels, "sm_90", context.recorder);
               if (!code.ok()) return code.error();
               return KernelFinder(findKernel);
             });
       }});
  const auto done = session.run(workload, kRun);
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(session.results().size(), 1u);
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Ok) << session.results()[0].message;
  EXPECT_THAT(asked, ElementsAre("matmul_tiled<32>"));

  const auto snapshot = session.read();
  const auto compiled = compilerEvents(*snapshot);
  ASSERT_EQ(compiled.size(), 1u);
  EXPECT_EQ(snapshot->name(compiled[0].name), "NVRTC: source → PTX → SASS");
  EXPECT_GT(compiled[0].duration().ns, 0);
  ASSERT_TRUE(snapshot->call(compiled[0].call).has_value());
  const TraceEvent& top = snapshot->event(snapshot->call(compiled[0].call)->top);
  EXPECT_EQ(snapshot->name(top.name), "tiled is made ready");
  EXPECT_TRUE(snapshot->arg(compiled[0], "source → PTX, ns").has_value());
}

TEST(CompileNow, WhatTheLoaderSaysIsTheResult) {
  RecordedSession session(openCpuDevice().value());
  LadderWorkload workload(matmulOperation(),
                          {.routines = {}, .atRunTime = [](const Operation& operation, WorkContext&) {
                             return runTimeRoutines(
                                 operation, [](const Operation&, std::span<const std::string>) -> Result<KernelFinder> {
                                   return Error{ErrorCode::Unavailable, "there is no driver", Storey::Driver};
                                 });
                           }});
  ASSERT_TRUE(session.run(workload, kRun).ok());
  ASSERT_EQ(session.results().size(), 1u);
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Unsupported);
  EXPECT_EQ(session.results()[0].message, "there is no driver");
}

TEST(CompileNow, ALibrarysRoutineIsNotCompiledAndSaysSo) {
  RecordedSession session(openCpuDevice().value());
  LadderWorkload workload(matmulOperation(),
                          {.routines = {}, .atRunTime = [](const Operation& operation, WorkContext&) {
                             return runTimeRoutines(operation, {});
                           }});
  const char* const run = R"({"id":1,"run":"matmul","n":8,"compile":"now","variants":["library"]})";
  ASSERT_TRUE(session.run(workload, run).ok());
  ASSERT_EQ(session.results().size(), 1u);
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Unsupported);
  EXPECT_THAT(session.results()[0].message, HasSubstr("not a library's routines"));
}

TEST(CompileNow, AnAgentWithoutSuchACompilerSaysSo) {
  RecordedSession session(openCpuDevice().value());
  LadderWorkload workload(matmulOperation(), {std::make_shared<Routines>(strataRoutines(findKernel))});
  const auto done = session.run(workload, kRun);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().storey, Storey::Compiler);
  EXPECT_THAT(done.error().message, HasSubstr("compile=ahead"));
}

TEST(CompiledAhead, TheFirstStartSaysWhereTheCodeComesFrom) {
  RecordedSession session(openCpuDevice().value());
  const auto origin = [](const KernelEntry& kernel) {
    return CodeOrigin{"a compiler", "a target", "machine code of " + std::string(kernel.name)};
  };
  LadderWorkload workload(matmulOperation(), {std::make_shared<Routines>(strataRoutines(findKernel, origin))});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":3,"variants":["tiled"]})").ok());
  const auto snapshot = session.read();
  const auto told = compilerEvents(*snapshot);
  ASSERT_EQ(told.size(), 1u) << "once, however often it runs";
  EXPECT_EQ(snapshot->name(told[0].name), "compiled ahead of time");
  EXPECT_EQ(snapshot->text(told[0], arg::kProvider), "a compiler");
  EXPECT_EQ(snapshot->text(told[0], "target"), "a target");
  EXPECT_EQ(snapshot->text(told[0], "loaded"), "machine code of matmul_tiled<32>");
  EXPECT_NE(told[0].call, CallId::None);
}

}  // namespace
}  // namespace strata
