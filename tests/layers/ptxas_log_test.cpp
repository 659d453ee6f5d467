#include "layers/compiler/ptxas_log.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

// As NVRTC 13.0 wrote it for two kernels.
constexpr std::string_view kLog =
    "ptxas info    : 4 bytes gmem\n"
    "ptxas info    : Compiling entry function '_Z4morePf' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z4morePf\n"
    "ptxas         .     24 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads\n"
    "ptxas info    : Used 255 registers, used 0 barriers, 24 bytes cumulative stack size\n"
    "ptxas info    : Compile time = 2.500 ms\n"
    "ptxas info    : Compiling entry function '_Z12matmul_tiledILi32EEvPKfS1_Pfiii' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z12matmul_tiledILi32EEvPKfS1_Pfiii\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 1 barriers, 8192 bytes smem\n"
    "ptxas info    : Compile time = 39.131 ms\n";

TEST(PtxasLog, IsReadKernelByKernel) {
  const CompiledResources tiled = ptxasResources(kLog, "_Z12matmul_tiledILi32EEvPKfS1_Pfiii");
  EXPECT_EQ(tiled.registers, 32u);
  EXPECT_EQ(tiled.sharedBytes, 8192u);
  EXPECT_EQ(tiled.spillBytes, 0u);
  EXPECT_EQ(tiled.stackBytes, 0u);
  EXPECT_FALSE(tiled.scalarRegisters);
  const CompiledResources more = ptxasResources(kLog, "_Z4morePf");
  EXPECT_EQ(more.registers, 255u);
  EXPECT_EQ(more.sharedBytes, 0u);
  EXPECT_EQ(more.spillBytes, 16u);
  EXPECT_EQ(more.stackBytes, 24u);
}

TEST(PtxasLog, WhatItDoesNotSayIsLeftOpen) {
  for (const std::string_view log : {kLog, std::string_view{}, std::string_view{"warning: 7 registers"}}) {
    const CompiledResources none = ptxasResources(log, "_Z4lessPf");
    EXPECT_FALSE(none.registers || none.sharedBytes || none.spillBytes || none.stackBytes);
  }
  EXPECT_FALSE(ptxasTime("ptxas info    : Used 32 registers"));
}

TEST(PtxasLog, TimesAddUp) {
  ASSERT_TRUE(ptxasTime(kLog));
  EXPECT_EQ(ptxasTime(kLog)->ns, 41'631'000);
}

TEST(PtxasLog, OneFunctionIsCutOutOfPtx) {
  const std::string ptx =
      "// head\n.version 9.0\n.target sm_90\n.address_size 64\n\n\t// .globl\tone\n"
      ".visible .entry one(\n\t.param .u64 a\n)\n{\n\tret;\n\n}\n"
      "\t// .globl\tone_more\n.visible .entry one_more(\n\t.param .u64 b\n)\n{\n\tadd.s32 %r1, 1, 1;\n\tret;\n\n}\n";
  EXPECT_EQ(ptxOfFunction(ptx, "one_more"),
            "// head\n.version 9.0\n.target sm_90\n.address_size 64\n\n"
            ".visible .entry one_more(\n\t.param .u64 b\n)\n{\n\tadd.s32 %r1, 1, 1;\n\tret;\n\n}\n");
  EXPECT_EQ(ptxOfFunction(ptx, "one").find("one_more"), std::string::npos);
  const std::string_view blocks =
      "// head\n.address_size 64\n\n.entry k(\n)\n{\n\t{\n.reg .pred p;\n}\n\tret;\n}\n// rest\n";
  EXPECT_TRUE(ptxOfFunction(blocks, "k").ends_with("\tret;\n}\n")) << "assembly in the text has blocks of its own";
  EXPECT_EQ(ptxOfFunction(ptx, "two"), ptx) << "better all than nothing";
}

}  // namespace
}  // namespace strata
