#include "kernels/operation/executed_instructions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/backends/cpu/cpu_device.h"
#include "layers/compiler/kept_instructions.h"
#include "tests/kernels/observed_lines.h"

namespace strata {
namespace {

using What = PlaceCounts::What;
using Space = PlaceCounts::Space;
using Kind = InstructionKind;

/// A lane asks for as many bytes as all lanes together, on average.
std::vector<LineExecutions> executionsOf(const ObservedLines& lines) {
  std::map<std::pair<std::string, int>, LineExecutions> all;
  for (const auto& [key, counts] : lines) {
    LineExecutions& line = all[{key.file, key.line}];
    line.file = key.file;
    line.line = key.line;
    if (key.what == What::Branch) {
      line.passes = counts.most;
      continue;
    }
    const bool store = key.what == What::Store;
    const Kind kind = key.space == Space::Global ? (store ? Kind::GlobalStore : Kind::GlobalLoad)
                                                 : (store ? Kind::SharedStore : Kind::SharedLoad);
    line.laneBytes[std::size_t(kind)] += counts.laneBytes;
  }
  std::vector<LineExecutions> executions;
  for (auto& [key, line] : all) executions.push_back(std::move(line));
  return executions;
}

TEST(Explore, All) {
  const char* file = std::getenv("EXPLORE");
  if (!file) GTEST_SKIP();
  struct Case {
    std::string_view op;
    LadderCase values;
  };
  const Case cases[] = {{"matmul", {{"n", 128}}},
                        {"matmul", {{"n", 64}, {"type", 1}}},
                        {"linear", {{"rows", 1}, {"in", 1024}, {"out", 64}}},
                        {"linear", {{"rows", 1}, {"in", 1024}, {"out", 64}, {"type", 1}}},
                        {"conv2d", {{"c", 16}, {"h", 28}, {"w", 28}, {"filters", 32}}},
                        {"pool", {{"planes", 4}, {"h", 56}, {"w", 56}}},
                        {"attention", {{"heads", 1}, {"queries", 128}, {"dim", 64}}},
                        {"softmax", {{"rows", 16}, {"cols", 1024}}},
                        {"norm", {{"rows", 16}, {"cols", 1024}}},
                        {"elementwise", {{"rows", 16}, {"cols", 1024}}},
                        {"transpose", {{"rows", 128}, {"cols", 128}}},
                        {"reduce", {{"n", 65536}}},
                        {"argmax", {{"rows", 4}, {"cols", 4096}}},
                        {"copy", {{"n", 65536}}},
                        {"saxpy", {{"n", 65536}}},
                        {"divergence", {{"n", 4096}}},
                        {"peak", {{"n", 1024}, {"iterations", 64}}}};
  const DeviceInfo device = openCpuDevice(0).value()->info();
  for (const Case& c : cases) {
    const Operation& operation = *findOperation(c.op);
    const Problem problem = problemOf(operation, c.values);
    for (const Step& step : operation.steps) {
      if (step.refusal && !step.refusal(device, problem).empty()) continue;
      const auto lines = executionsOf(observe(operation, step.name, c.values));
      std::map<std::string_view, std::uint64_t> warps;
      for (const KernelLaunch& launch : step.plan(problem).launches)
        warps[launch.kernel] += launch.shape.grid.count() * ((launch.shape.block.count() + 31) / 32);
      for (const auto& [kernel, count] : warps)
        for (const char* target : {"sm_75", "sm_80", "sm_89", "sm_90", "gfx90a", "gfx1100"}) {
          const CompiledKernel* compiled = keptInstructions().find(kernel, target);
          if (!compiled) {
            fmt::print("{} {} {} none\n", c.op, kernel, target);
            continue;
          }
          const auto executed = executedInstructions(*compiled, lines, count);
          double flop = step.cost(problem).flop;
          fmt::print("{:11} {:34} {:7} warps {:6} total {:9.0f}  fp32/flop {:.3f}", c.op, kernel, target, count,
                     executed.total, executed.laneBytes(Kind::Fp32) / 4 * 32 / flop);
          for (int k = 0; k < 4; ++k) {
            double asked = 0;
            for (const auto& line : lines) asked += double(line.laneBytes[k]);
            if (asked > 0)
              fmt::print(
                  " {}:{:.3f}", "gGsS"[k],
                  (executed.laneBytes(Kind(k)) + (k == 0 || k == 3 ? executed.laneBytes(Kind::AsyncCopy) : 0)) / asked);
          }
          fmt::print(" turns:");
          for (double t : executed.turns) fmt::print(" {:.1f}", t);
          fmt::print("\n");
        }
    }
  }
}

}  // namespace
}  // namespace strata
