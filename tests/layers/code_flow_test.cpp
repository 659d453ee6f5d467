#include "layers/compiler/code_flow.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

using Flow = MachineInstruction::Flow;

MachineInstruction at(int line, Flow flow = Flow::Next, std::size_t target = 0, bool conditional = false) {
  return {.file = "kernels/a/a.cuh", .line = line, .flow = flow, .conditional = conditional, .target = target};
}

MachineInstruction load(int line) {
  MachineInstruction instruction = at(line);
  instruction.use = InstructionUse{InstructionKind::GlobalLoad, 4};
  return instruction;
}

/// Two loops, the inner one with a condition, after which some threads end.
std::vector<MachineInstruction> nested() {
  return {
      at(1),                         // 0
      at(2),                         // 1: the outer loop begins
      at(3),                         // 2: the inner one
      at(3, Flow::Branch, 5, true),  // 3
      load(4),                       // 4: not always
      at(3, Flow::Branch, 2, true),  // 5
      at(2, Flow::Branch, 1, true),  // 6
      at(5, Flow::End, 0, true),     // 7
      at(6),                         // 8: where not all have ended
      at(6, Flow::End),              // 9
      at(6, Flow::Branch, 10),       // 10: padding
  };
}

TEST(CodeFlow, LoopsAndWhatEachTurnComesBy) {
  const auto code = nested();
  const CodeFlow flow(code);
  EXPECT_EQ(flow.loops(), (std::vector<int>{0, 1}));
  const int loops[] = {0, 1, 2, 2, 2, 2, 1, 0, 0, 0};
  const bool always[] = {true, true, true, true, false, true, true, true, false, false};
  for (std::size_t i = 0; i < std::size(loops); ++i) {
    EXPECT_TRUE(flow.at(i).reachable) << i;
    EXPECT_EQ(flow.at(i).loop, loops[i]) << i;
    EXPECT_EQ(flow.at(i).always, always[i]) << i;
  }
  EXPECT_FALSE(flow.at(10).reachable);
}

TEST(CodeFlow, SubroutinesAreLeftOutButNotJumpsThatLookLikeCalls) {
  const std::vector<MachineInstruction> code = {
      at(1, Flow::Call, 5),        // 0: comes back
      at(1, Flow::Call, 3, true),  // 1: never does
      at(1, Flow::End),            // 2
      at(2),                       // 3
      at(2, Flow::End),            // 4
      at(3),                       // 5
      at(3, Flow::Return),         // 6
  };
  const CodeFlow flow(code);
  for (const std::size_t i : {0, 1, 2, 3, 4}) EXPECT_TRUE(flow.at(i).reachable) << i;
  for (const std::size_t i : {5, 6}) EXPECT_FALSE(flow.at(i).reachable) << i;
}

TEST(CodeFlow, OddCode) {
  EXPECT_TRUE(CodeFlow({}).loops().empty());
  const std::vector<MachineInstruction> beyond = {at(1, Flow::Branch, 99, true), at(1, Flow::Branch, 0)};
  EXPECT_EQ(CodeFlow(beyond).loops(), std::vector<int>{0});
}

TEST(CountedByLine, InstructionsOfALineByLoop) {
  auto code = nested();
  code[2].line = 0;  // the compiler says none: as before
  code[8].free = true;
  const CompiledKernel kernel = countedByLine(code);
  const InstructionUse use{InstructionKind::GlobalLoad, 4};
  const std::vector<CompiledLine> expected = {
      {"kernels/a/a.cuh", 1, 1, 0, true, 1},
      {"kernels/a/a.cuh", 2, 2, 1, true, 2},
      {"kernels/a/a.cuh", 2, 2, 2, true, 1},
      {"kernels/a/a.cuh", 3, 3, 2, true, 2},
      {"kernels/a/a.cuh", 4, 4, 2, false, 1, {{use, 1}}},
      {"kernels/a/a.cuh", 5, 5, 0, true, 1},
      {"kernels/a/a.cuh", 6, 6, 0, false, 1},
  };
  EXPECT_EQ(kernel.lines, expected);
  EXPECT_EQ(kernel.loops, (std::vector<int>{0, 1}));
}

TEST(CountedByLine, CopiesOfALoopAreOne) {
  const std::vector<MachineInstruction> code = {load(1),
                                                at(1, Flow::Branch, 0, true),  // a loop
                                                load(1),
                                                at(1),
                                                at(1, Flow::Branch, 2, true),  // the same with an instruction more
                                                load(1),
                                                load(1),
                                                at(1, Flow::Branch, 5, true),  // it does more in a turn
                                                at(2, Flow::End)};
  const CompiledKernel kernel = countedByLine(code);
  EXPECT_EQ(kernel.loops, (std::vector<int>{0, 0}));
  ASSERT_EQ(kernel.lines.size(), 3u);
  EXPECT_EQ(kernel.lines[0].total, 5u);
  EXPECT_EQ(kernel.lines[0].uses.begin()->second, 2u);
  EXPECT_EQ(kernel.lines[1].total, 3u);
}

}  // namespace
}  // namespace strata
