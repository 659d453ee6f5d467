#include "layers/compiler/kept_instructions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/operation/operation.h"
#include "layers/compiler/hipcc_instructions.h"
#include "layers/compiler/nvcc_instructions.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/text_lines.h"

namespace strata {
namespace {

Result<LineInstructions> instructionsOf(std::string_view operation, const std::string& target) {
  return target.starts_with("sm_") ? nvccInstructions(operation, target) : hipccInstructions(operation, target);
}

std::vector<std::string> keptTargets() {
  std::vector<std::string> targets(std::begin(kKeptSms), std::end(kKeptSms));
  targets.insert(targets.end(), std::begin(kKeptGfxs), std::end(kKeptGfxs));
  return targets;
}

constexpr std::string_view kWarpgroupProduct = "warpgroup::multiply_accumulate(";

bool asksForWarpgroups(const CompiledLine& line) {
  return textOfFile(line.file).find(kWarpgroupProduct) != std::string_view::npos;
}

bool asksForMatrixUnit(const CompiledLine& line) {
  return asksForWarpgroups(line) ||
         textOfFile(line.file).find("matrix_unit::multiply_accumulate(") != std::string_view::npos;
}

bool usesMatrixUnit(const CompiledLine& line) {
  return std::ranges::any_of(line.uses, [](const auto& use) { return use.first.kind == InstructionKind::Matrix; });
}

/// What is kept of an operation: no steps made for processors, which no GPU is asked to do, and no kernels whose text
/// this architecture has nothing for; of sm_90a, which has all of sm_90, only what that has not.
Result<LineInstructions> keptOf(const Operation& operation, const std::string& target) {
  STRATA_ASSIGN(LineInstructions made, instructionsOf(operation.name, target));
  for (const Step& step : operation.steps)
    if (step.madeFor == MadeFor::Processors) made.forget(std::string(step.file));
  made.eraseIf([&](const CompiledKernel& kernel) {
    if (target == "sm_90a" && std::ranges::none_of(kernel.lines, asksForWarpgroups)) return true;
    return std::ranges::any_of(kernel.lines, asksForMatrixUnit) && std::ranges::none_of(kernel.lines, usesMatrixUnit);
  });
  return made;
}

/// Makes what is kept, on all processors. What cannot be made here stays as it is kept.
LineInstructions madeAnew() {
  std::vector<std::pair<const Operation*, std::string>> jobs;
  for (const Operation* operation : operations())
    for (const std::string& target : keptTargets()) jobs.emplace_back(operation, target);
  const bool both = OperationCompiler::nvcc().ok() && OperationCompiler::hipcc().ok();
  LineInstructions all = both ? LineInstructions{} : keptInstructions();
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      const auto made = keptOf(*jobs[i].first, jobs[i].second);
      const std::lock_guard lock(mutex);
      if (made.ok())
        all.add(made.value());
      else
        std::cerr << jobs[i].first->name << " for " << jobs[i].second << ": " << made.error().message << "\n";
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  threads.clear();
  return all;
}

// With STRATA_INSTRUCTIONS=FILE it writes what ./dev widths keeps.
TEST(KeptInstructions, AreMadeAnew) {
  const char* file = std::getenv("STRATA_INSTRUCTIONS");
  if (!file) GTEST_SKIP() << "./dev widths writes them";
  std::ofstream(file) << madeAnew().text();
}

TEST(KeptInstructions, AreOfTheTextsAsTheyAre) {
  const auto kept = LineInstructions::parse(lineInstructionsText());
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(kept.value().text(), lineInstructionsText());
  EXPECT_EQ(keptInstructions().kernels(), kept.value().kernels())
      << "a kernel's text has changed: make kernels/operation/line_instructions.txt anew with ./dev widths";
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps) {
      if (step.madeFor == MadeFor::Processors) continue;
      for (const KernelLaunch& launch : step.plan(Problem(operation->parameters)).launches)
        for (const std::string& target : keptTargets()) {
          // hipcc 5.2 fails at peak for gfx1100, which has no matrix unit that kernels here know. Turing's has no
          // bfloat16.
          if (target == "gfx1100" && (operation->name == "peak" || step.name.starts_with("unit_"))) continue;
          // Products of warpgroups are sm_90a's alone, and all that is kept for it.
          if ((target == "sm_90a") != (step.source.find(kWarpgroupProduct) != std::string_view::npos)) continue;
          if (target == "sm_75" && launch.kernel.starts_with("matmul_unit") && launch.kernel.ends_with("<bfloat16>"))
            continue;
          EXPECT_NE(keptInstructions().find(launch.kernel, target), nullptr) << launch.kernel << " " << target;
        }
    }
}

TEST(KeptInstructions, SayWhoseCodeStandsInForATargets) {
  EXPECT_EQ(keptInstructions().standIn("gfx942"), "gfx940");
  EXPECT_EQ(keptInstructions().standIn("gfx942:sramecc+:xnack-"), "gfx940");
  EXPECT_EQ(keptInstructions().standIn("gfx1100"), "gfx1100 with the device library of gfx1030");
  for (const char* own : {"gfx90a", "gfx90a:xnack-", "gfx940", "sm_90"})
    EXPECT_EQ(keptInstructions().standIn(own), "") << own;
  EXPECT_NE(keptInstructions().find("matmul_naive", "gfx942:sramecc+:xnack-"), nullptr);
}

struct SampleCase {
  std::string_view operation;
  std::string target;
};

class KeptSamples : public testing::TestWithParam<SampleCase> {};

/// Some of what is kept, as all of it takes a while to make; ./dev widths makes all.
TEST_P(KeptSamples, AreWhatCompilersMake) {
  const auto& [operation, target] = GetParam();
  const auto made = keptOf(*findOperation(operation), target);
  if (!made.ok() && made.error().code == ErrorCode::Unavailable) GTEST_SKIP() << made.error().message;
  ASSERT_TRUE(made.ok()) << made.error().message;
  const auto kept = LineInstructions::parse(lineInstructionsText());
  for (const std::string& compiler : made.value().compilers)
    if (!kept.value().compilers.contains(compiler)) GTEST_SKIP() << "kept is not what " << compiler << " makes";
  EXPECT_FALSE(made.value().kernels().empty());
  for (const auto& [kernel, targets] : made.value().kernels()) {
    const CompiledKernel* found = kept.value().find(kernel, target);
    ASSERT_NE(found, nullptr) << kernel;
    EXPECT_EQ(*found, targets.at(target)) << kernel << ": make the instructions anew with ./dev widths";
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, KeptSamples,
                         testing::Values(SampleCase{"reduce", "sm_75"}, SampleCase{"transpose", "sm_80"},
                                         SampleCase{"softmax", "sm_86"}, SampleCase{"norm", "sm_89"},
                                         SampleCase{"heads", "sm_90"}, SampleCase{"attention", "sm_90a"},
                                         SampleCase{"saxpy", "gfx90a"}, SampleCase{"transpose", "gfx940"},
                                         SampleCase{"copy", "gfx1100"}),
                         [](const auto& each) { return std::string(each.param.operation) + "_" + each.param.target; });

TEST(LineInstructions, TextIsReadAsItIsWritten) {
  CompiledKernel kernel{32, 1024, 0, 16, {0, 1}, {}};
  kernel.lines.push_back({"kernels/a/a.cuh", 3, 5, 0, true, 7});
  kernel.lines.push_back({"kernels/a/a.cuh",
                          3,
                          5,
                          2,
                          false,
                          9,
                          {{{InstructionKind::GlobalLoad, 16}, 2},
                           {{InstructionKind::GlobalLoad, 4}, 1},
                           {{InstructionKind::Fp32, 2}, 3},
                           {{InstructionKind::Matrix, 1024}, 1},
                           {{InstructionKind::Barrier, 0}, 1},
                           {{InstructionKind::Scalar, 0}, 2}}});
  kernel.lines.push_back({"kernels/a/b.cuh", 8, 8, 1, true, 1, {{{InstructionKind::AsyncCopy, 16}, 1}}});
  LineInstructions all;
  all.compilers = {"hipcc 5.2", "nvcc 13.0"};
  all.texts = {{"kernels/a/a.cuh", "0123456789abcdef"}, {"kernels/a/b.cuh", "00"}};
  all.add("two<1, 2>", "sm_80", kernel);
  all.add("two<1, 2>", "sm_86", kernel);
  kernel.loops.clear();
  for (CompiledLine& line : kernel.lines) line.loop = 0;
  all.add("two<1, 2>", "gfx90a", kernel);
  const std::string text = all.text();
  EXPECT_NE(text.find("kernel\ttwo<1, 2>\tsm_80 sm_86\t32 1024 0 16\t0 1\n"
                      "\t1\t3-5:7 3-5@2?:9g1g2*16f3*2m1*1024b1c2\n\t2\t8@1:1a1*16\n"),
            std::string::npos)
      << text;
  const auto read = LineInstructions::parse(text);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().kernels(), all.kernels());
  EXPECT_EQ(read.value().texts, all.texts);
  EXPECT_EQ(read.value().compilers, all.compilers);
  EXPECT_EQ(read.value().find("two<1, 2>", "sm_90"), nullptr);
  EXPECT_EQ(read.value().find("one", "sm_80"), nullptr);
  all.forget("kernels/a/b.cuh");
  EXPECT_TRUE(all.kernels().empty());
}

TEST(LineInstructions, WhatIsNotUnderstood) {
  const std::string head = "text\tkernels/a/a.cuh\t00\nkernel\tk\tsm_80\t1 2 3 4\t0\n\t1\t";
  ASSERT_TRUE(LineInstructions::parse(head + "3@1?:4g2").ok());
  for (const char* cell : {"x:4", "3", "3:", "3:0", "3-2:4", "0:4", "3@2:4", "3@x:4", "3!:4", "3:4y2", "3:4g", "3:4g0",
                           "3:4g2*", "3:4g2*x", "3:4g-2", "3:99999999999"})
    EXPECT_FALSE(LineInstructions::parse(head + cell).ok()) << cell;
  for (const char* text : {"what\tk", "\t1\t3:4", "kernel\tk\tsm_80\t1 2 3\t", "kernel\tk\tsm_80\t1 2 3 x\t",
                           "kernel\tk\tsm_80\t1 2 3 4\t1", "kernel\tk\tsm_80\t1 2 3 4\t\n\t1\t3:4"}) {
    const auto read = LineInstructions::parse(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find("./dev widths"), std::string::npos);
  }
}

}  // namespace
}  // namespace strata
