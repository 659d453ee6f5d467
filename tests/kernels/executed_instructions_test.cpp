#include "kernels/operation/executed_instructions.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>

#include "engine/backends/cpu/cpu_device.h"
#include "layers/compiler/kept_instructions.h"
#include "layers/compiler/line_executions.h"
#include "tests/kernels/observed_lines.h"

namespace strata {
namespace {

using What = PlaceCounts::What;
using Space = PlaceCounts::Space;
using Kind = InstructionKind;

constexpr const char* kFile = "kernels/a/a.cuh";
constexpr InstructionUse kLoad{Kind::GlobalLoad, 4}, kWideLoad{Kind::GlobalLoad, 16}, kStore{Kind::GlobalStore, 4};
constexpr InstructionUse kFma{Kind::Fp32, 1}, kBarrier{Kind::Barrier, 0};

LineExecutions counted(int line, std::uint64_t passes, std::uint64_t loaded = 0, std::uint64_t stored = 0) {
  return {kFile, line, passes, {loaded, stored, 0, 0}, 0, 0, false};
}

TEST(ExecutedInstructions, UnrolledLoopsByTheBytesOfATurn) {
  // A loop over line 2, four times and once at a turn; ten warps, 103 elements: what is left over is not told apart.
  const CompiledKernel kernel{.loops = {0, 0},
                              .lines = {{kFile, 1, 1, 0, true, 5},
                                        {kFile, 2, 2, 1, true, 20, {{kWideLoad, 1}, {kFma, 4}}},
                                        {kFile, 2, 2, 2, true, 8, {{kLoad, 1}, {kFma, 1}}},
                                        {kFile, 3, 3, 0, true, 2, {{kStore, 1}}}}};
  const std::vector<LineExecutions> lines = {counted(2, 1030, 4 * 1030), counted(3, 10, 0, 4 * 10)};
  const auto executed = executedInstructions(kernel, lines, 10);
  EXPECT_EQ(executed.turns, (std::vector<double>{10, 257.5, 0}));
  EXPECT_EQ(executed.of(Kind::Fp32), 1030);
  EXPECT_EQ(executed.of(Kind::GlobalLoad), 257.5) << "one wide load for four";
  EXPECT_EQ(executed.amount(Kind::GlobalLoad), 4 * 1030);
  EXPECT_EQ(executed.total, 10 * 5 + 257.5 * 20 + 10 * 2);
}

TEST(ExecutedInstructions, BehindBranchesAsOftenAsAskedFor) {
  const CompiledKernel kernel{.loops = {0},
                              .lines = {{kFile, 2, 2, 1, true, 3, {{kLoad, 1}}},
                                        {kFile, 3, 3, 1, false, 4, {{kStore, 1}}},  // half the time
                                        {kFile, 4, 4, 1, false, 7, {{kStore, 1}}},  // never
                                        {kFile, 5, 5, 1, false, 2},                 // as 4, which says nothing; as 3
                                        {kFile, 6, 6, 1, false, 1}}};
  const std::vector<LineExecutions> lines = {counted(2, 100, 400), counted(3, 50, 0, 200), counted(6, 1000)};
  const auto executed = executedInstructions(kernel, lines, 1);
  EXPECT_EQ(executed.times, (std::vector<double>{100, 50, 0, 50, 100}));
  EXPECT_EQ(executed.of(Kind::GlobalStore), 50);
}

TEST(ExecutedInstructions, LoopsWithoutMemory) {
  const CompiledKernel kernel{.loops = {0, 1, 0, 0},
                              .lines = {{kFile, 1, 1, 1, true, 4},                   // sunk from before the loop
                                        {kFile, 2, 2, 1, true, 4},                   // its condition
                                        {kFile, 3, 3, 2, true, 2, {{kBarrier, 2}}},  // two barriers at a turn
                                        {kFile, 5, 5, 3, true, 9, {{kFma, 8}}},      // eight at a turn
                                        {kFile, 5, 5, 4, true, 2, {{kFma, 1}}},
                                        {kFile, 1, 1, 0, true, 3}}};
  std::vector<LineExecutions> lines = {counted(1, 2), counted(2, 60), counted(3, 600), counted(5, 64)};
  lines[3].fp32 = 1;
  const auto executed = executedInstructions(kernel, lines, 2);
  EXPECT_EQ(executed.turns, (std::vector<double>{2, 60, 300, 8, 0}));
}

TEST(ExecutedInstructions, OfLoopsThatDoTheSameTheOneAroundOthers) {
  // For sums of nothing, and the others.
  const CompiledKernel kernel{.loops = {0, 0, 2},
                              .lines = {{kFile, 1, 1, 1, true, 3, {{kStore, 1}}},
                                        {kFile, 1, 1, 2, true, 3, {{kStore, 1}}},
                                        {kFile, 2, 2, 3, true, 2, {{kLoad, 1}}}}};
  const std::vector<LineExecutions> lines = {counted(1, 10, 0, 40), counted(2, 400, 1600)};
  EXPECT_EQ(executedInstructions(kernel, lines, 2).turns, (std::vector<double>{2, 0, 10, 400}));
}

TEST(ExecutedInstructions, JoinedAndDoubledAccesses) {
  // Line 3's store joined line 2's; what was loaded on line 4 is stored on both sides of a condition, always issued.
  const CompiledKernel kernel{.loops = {0},
                              .lines = {{kFile, 2, 2, 1, true, 1, {{{Kind::SharedStore, 8}, 1}}},
                                        {kFile, 4, 4, 1, true, 3, {{kLoad, 1}, {{Kind::SharedStore, 4}, 2}}}}};
  std::vector<LineExecutions> lines = {counted(2, 10), counted(3, 0), counted(4, 10, 40)};
  lines[0].laneBytes[3] = lines[1].laneBytes[3] = lines[2].laneBytes[3] = 40;
  const auto executed = executedInstructions(kernel, lines, 1);
  EXPECT_EQ(executed.turns[1], 10);
  EXPECT_EQ(executed.amount(Kind::SharedStore), 40 + 40 + 40) << "as asked for";
  EXPECT_EQ(executed.total, 10 + 30) << "but both are issued";
}

TEST(ExecutedInstructions, WhatSaysNothing) {
  // A matrix unit's loads, of which some are at other statements.
  const CompiledKernel kernel{
      .loops = {0}, .lines = {{kFile, 2, 2, 1, true, 3, {{kLoad, 2}}}, {kFile, 3, 3, 1, false, 2, {{kLoad, 1}}}}};
  std::vector<LineExecutions> lines = {counted(2, 30), counted(3, 10)};
  lines[0].moved = lines[1].moved = true;
  const auto executed = executedInstructions(kernel, lines, 1);
  EXPECT_EQ(executed.turns[1], 30);
  EXPECT_EQ(executed.of(Kind::GlobalLoad), 70);
  EXPECT_EQ(executedInstructions({}, lines, 1).total, 0);
  EXPECT_EQ(executedInstructions(kernel, {}, 1).total, 0);
}

Kind kindOf(const LineKey& key) {
  const bool shared = key.space == Space::Shared;
  if (key.what == What::Store) return shared ? Kind::SharedStore : Kind::GlobalStore;
  return shared ? Kind::SharedLoad : Kind::GlobalLoad;
}

std::vector<LineExecutions> executionsOf(const ObservedLines& lines) {
  std::map<std::pair<std::string, int>, LineExecutions> all;
  for (const auto& [key, counts] : lines) {
    LineExecutions& line = all[{key.file, key.line}];
    line.file = key.file;
    line.line = key.line;
    if (key.what == What::Branch)
      line.passes = counts.most;
    else
      line.laneBytes[std::size_t(kindOf(key))] += counts.laneBytes;
  }
  std::vector<LineExecutions> executions;
  for (auto& [key, line] : all) executions.push_back(std::move(line));
  addWhatTextsSay(executions);
  return executions;
}

/// What a step is asked for and executes on a target, all its kernels together.
struct ExecutedStep {
  ExecutedInstructions instructions;
  std::array<double, 4> asked{}, requests{};  ///< by kind of memory: bytes of a lane, instructions
};

class CountedStep {
 public:
  CountedStep(const Operation& operation, const Step& step, const LadderCase& values)
      : m_plan(step.plan(problemOf(operation, values))), m_observed(observe(operation, step.name, values)) {}

  /// None where it is not kept for the target.
  std::optional<ExecutedStep> on(std::string_view target) const {
    ExecutedStep all;
    const auto lines = executionsOf(m_observed);
    std::map<std::string_view, std::uint64_t> warps;
    for (const KernelLaunch& launch : m_plan.launches)
      warps[launch.kernel] += launch.shape.grid.count() * ((launch.shape.block.count() + 31) / 32);
    for (const auto& [kernel, count] : warps) {
      const CompiledKernel* compiled = keptInstructions().find(kernel, target);
      if (!compiled) return std::nullopt;
      const auto one = executedInstructions(*compiled, lines, count);
      all.instructions.total += one.total;
      for (const auto& [use, executed] : one.uses) all.instructions.uses[use] += executed;
    }
    for (const auto& [key, counts] : m_observed) {
      if (key.what == What::Branch) continue;
      all.asked[std::size_t(kindOf(key))] += double(counts.laneBytes);
      all.requests[std::size_t(kindOf(key))] += double(counts.requests);
    }
    return all;
  }

 private:
  StepPlan m_plan;
  ObservedLines m_observed;
};

constexpr Kind kMemoryUses[] = {Kind::GlobalLoad, Kind::GlobalStore, Kind::SharedLoad, Kind::SharedStore};
constexpr std::string_view kKeptTargets[] = {"sm_75", "sm_80",  "sm_86",  "sm_89",
                                             "sm_90", "gfx90a", "gfx940", "gfx1100"};

class MatmulSteps : public testing::TestWithParam<std::string_view> {};

TEST_P(MatmulSteps, ExecuteWhatTheorySays) {
  if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  constexpr std::int64_t kSize = 128, kWidth = 256;                      // whole tiles of every step
  constexpr double kMultiplyAdds = double(kSize) * kWidth * kSize / 32;  // of warps
  const Operation& matmul = *findOperation("matmul");
  const CountedStep run(matmul, *findStep(matmul, GetParam()), {{"m", kSize}, {"n", kWidth}, {"k", kSize}});
  for (const std::string_view target : kKeptTargets) {
    const auto executed = run.on(target);
    ASSERT_TRUE(executed) << target;
    // Where AMD's compiler makes products of pairs, the sums are instructions of their own.
    const bool pairs = target.starts_with("gfx9") && GetParam() == "tiled";
    EXPECT_NEAR(executed->instructions.amount(Kind::Fp32) / kMultiplyAdds, pairs ? 1.375 : 1, 0.001) << target;
    for (const Kind kind : kMemoryUses) {
      const double asked = executed->asked[std::size_t(kind)], requests = executed->requests[std::size_t(kind)];
      EXPECT_NEAR(executed->instructions.amount(kind), asked, 0.02 * asked) << target << " " << int(kind);
      const bool global = kind == Kind::GlobalLoad || kind == Kind::GlobalStore;
      if (global || target == kCountedArchitecture || (kind == Kind::SharedStore && target.starts_with("sm_")))
        EXPECT_NEAR(executed->instructions.of(kind), requests, 0.001 * requests) << target << " " << int(kind);
      else  // AMD's compiler joins more
        EXPECT_LE(executed->instructions.of(kind), 1.001 * requests) << target << " " << int(kind);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fp32, MatmulSteps,
                         testing::Values("naive", "coalesced", "tiled", "register_1d", "register_2d", "vectorised",
                                         "conflict_free", "warp_tile", "double_buffered", "wide_tile"),
                         [](const auto& each) { return std::string(each.param); });

struct MemoryCase {
  std::string_view operation;
  LadderCase values;
};

/// Where a compiler asks for less than the text does.
bool asksForLess(std::string_view step, Kind kind, std::string_view target) {
  // What a whole block loads from one place comes as a scalar.
  const bool amd = target.starts_with("gfx");
  if ((step == "reduce_then_scan" || step == "block") && kind == Kind::GlobalLoad && amd) return true;
  // A load of 16 bytes serves two statements, and is counted for the first.
  if (kind == Kind::SharedLoad && (step == "block" || (step == "split" && amd))) return true;
  // A store moved to a neighbouring statement that also stands behind a branch.
  return step == "split" && kind == Kind::SharedStore && amd;
}

class StepsOfLadders : public testing::TestWithParam<MemoryCase> {};

TEST_P(StepsOfLadders, MoveWhatTheyAreAskedFor) {
  if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  const Operation& operation = *findOperation(GetParam().operation);
  const DeviceInfo device = openCpuDevice(0).value()->info();
  const Problem problem = problemOf(operation, GetParam().values);
  for (const Step& step : operation.steps) {
    if (step.madeFor == MadeFor::Processors) continue;
    if (step.refusal && !step.refusal(device, problem).empty()) continue;
    if (step.name == "lanes") continue;  // the lanes of a warp store apart on the CPU, together on a GPU
    const CountedStep run(operation, step, GetParam().values);
    for (const std::string_view target : kKeptTargets) {
      const auto executed = run.on(target);
      if (!executed) {
        EXPECT_EQ(target, "gfx1100") << step.name;  // its compiler does not make all kernels
        continue;
      }
      for (const Kind kind : kMemoryUses) {
        if (asksForLess(step.name, kind, target)) continue;
        const double copied = executed->instructions.amount(Kind::AsyncCopy) *
                              (kind == Kind::GlobalLoad || kind == Kind::SharedStore ? 1 : 0);
        const double asked = executed->asked[std::size_t(kind)];
        EXPECT_NEAR(executed->instructions.amount(kind) + copied, asked, 0.03 * asked)
            << step.name << " " << target << " " << int(kind);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ladders, StepsOfLadders,
    testing::Values(MemoryCase{"linear", {{"rows", 1}, {"in", 1024}, {"out", 64}}},
                    MemoryCase{"linear", {{"rows", 1}, {"in", 1024}, {"out", 64}, {"type", 1}}},
                    MemoryCase{"conv2d", {{"c", 16}, {"h", 28}, {"w", 28}, {"filters", 32}}},
                    MemoryCase{"pool", {{"planes", 4}, {"h", 56}, {"w", 56}}},
                    MemoryCase{"attention", {{"heads", 1}, {"queries", 128}, {"dim", 64}}},
                    MemoryCase{"softmax", {{"rows", 16}, {"cols", 1024}}},
                    MemoryCase{"norm", {{"rows", 16}, {"cols", 1024}}},
                    MemoryCase{"elementwise", {{"rows", 16}, {"cols", 1024}}},
                    MemoryCase{"transpose", {{"rows", 128}, {"cols", 128}}}, MemoryCase{"reduce", {{"n", 65536}}},
                    MemoryCase{"scan", {{"n", 65536}}}, MemoryCase{"argmax", {{"rows", 4}, {"cols", 4096}}},
                    MemoryCase{"copy", {{"n", 65536}}}, MemoryCase{"saxpy", {{"n", 65536}}},
                    MemoryCase{"divergence", {{"n", 4096}}}, MemoryCase{"peak", {{"n", 4096}, {"iterations", 64}}},
                    MemoryCase{"heat", {{"rows", 256}, {"cols", 224}}}, MemoryCase{"mandelbrot", {{"rows", 64}}},
                    MemoryCase{"colourmap", {{"rows", 64}, {"height", 128}}}),
    [](const auto& each) { return std::string(each.param.operation) + std::to_string(each.index); });

}  // namespace
}  // namespace strata
