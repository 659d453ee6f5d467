#include <gtest/gtest.h>

#include "layers/compiler/llvm_ir_lines.h"
#include "layers/compiler/object_text.h"
#include "layers/compiler/ptx_lines.h"
#include "layers/compiler/sass_text.h"

// What compilers and disassemblers print, read line by line.

namespace strata {
namespace {

using Places = std::vector<TextPlace>;

constexpr std::string_view kModule = R"ir(define amdgpu_kernel void @tiny(ptr %0) !dbg !9 {
  %4 = icmp sgt i32 %2, 0, !dbg !13
  br i1 %4, label %5, label %6, !dbg !14

5:                                                ; preds = %3
  %7 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !20, !range !27
  store float %8, ptr %11, align 4, !dbg !16, !tbaa !30
  ret void
}

!9 = distinct !DISubprogram(name: "tiny", scope: !10, file: !10, line: 7, unit: !0)
!10 = !DIFile(filename: "./kernels/tiny/tiny.cuh", directory: "/tmp")
!13 = !DILocation(line: 9, column: 21, scope: !9)
!14 = !DILocation(line: 0, scope: !9)
!16 = !DILocation(line: 5, column: 28, scope: !17, inlinedAt: !18)
!17 = distinct !DISubprogram(name: "twice", scope: !10, file: !10, line: 4, unit: !0)
!18 = distinct !DILocation(line: 14, column: 7, scope: !9)
!20 = !DILocation(line: 280, column: 12, scope: !21, inlinedAt: !24)
!21 = distinct !DISubprogram(name: "operator()", scope: !22, file: !22, line: 279)
!22 = !DIFile(filename: "/usr/include/hip/amd_hip_runtime.h", directory: "")
!24 = distinct !DILocation(line: 13, column: 64, scope: !9)
)ir";

TEST(CompiledText, LlvmIrFollowsItsMetadata) {
  const std::string_view function = kModule.substr(0, kModule.find("\n!9"));
  const auto all = llvmIrInstructions(function, kModule);
  const std::string file = "kernels/tiny/tiny.cuh";
  const std::vector<BuildInstruction> expected{{2, "icmp", {{file, 9}}},
                                               {3, "br", {}},
                                               {6, "call", {{file, 13}}},
                                               {7, "store", {{file, 5}, {file, 14}}},
                                               {8, "ret", {}}};
  EXPECT_EQ(all, expected);
}

TEST(CompiledText, DisassembledLinesTellTheirAddress) {
  const auto x86 = objdumpInstructions(
      "unit.so:     file format elf64-x86-64\n\n0000000000001130 <void f<32>(float*)>:\n"
      "    1130:\tpush   %rbp\n    1131:\tvmovss (%rdi),%xmm0\n");
  ASSERT_EQ(x86.size(), 2u);
  EXPECT_EQ(x86[0].line, 4);
  EXPECT_EQ(x86[0].address, 0x1130u);
  EXPECT_EQ(x86[1].name, "vmovss");
  const auto amd = objdumpInstructions(
      "0000000000001600 <_Z4tiny>:\n"
      "\ts_load_dword s6, s[4:5], 0x10                              // 000000001600: C0020182 00000010\n"
      "\ts_cbranch_scc1 9             // 00000000161C: BF850009 <_Z4tiny+0x44>\n");
  ASSERT_EQ(amd.size(), 2u);
  EXPECT_EQ(amd[0].name, "s_load_dword");
  EXPECT_EQ(amd[1].address, 0x161cu);
  EXPECT_TRUE(objdumpInstructions("\n  no: numbers\n\xff\xff:\t\n").empty());
}

TEST(CompiledText, WhatFillsBehindAKernelIsNoneOfItsCode) {
  const auto names = [](std::string_view text) {
    std::vector<std::string> all;
    for (PrintedInstruction& each : objdumpInstructions(text)) all.push_back(std::move(each.name));
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("\ts_nop 0 // 000000001DD0: BF800000\n\ts_endpgm // 000000001DD4: BF810000\n"
                  "\ts_nop 0 // 000000001DD8: BF800000\n\ts_nop 0 // 000000001DDC: BF800000\n"),
            (Names{"s_nop", "s_endpgm"}));
  EXPECT_EQ(names("\ts_endpgm // 000000001DD4: BFB00000\n\ts_code_end // 000000001DD8: BF9F0000\n"), Names{"s_endpgm"});
  EXPECT_EQ(names("    1130:\tret\n    1131:\tcs nopw 0x0(%rax,%rax,1)\n    113b:\tnopl   0x0(%rax)\n"), Names{"ret"});
  const auto sass = printedSass(
      "Function : f\n/*0000*/ EXIT ;\n/*0010*/ NOP;\n/*0020*/ BRA 0x20;\n/*0030*/ NOP;\n/*0040*/ NOP;\n", "f", {});
  EXPECT_EQ(sass.size(), 3u) << "up to the last branch";
}

TEST(CompiledText, SassAsNvidiasToolsPrintIt) {
  const std::vector<AddressLine> lines{{0x10, {{"kernels/a.cuh", 3}}}, {0x30, {{"kernels/a.cuh", 5}}}};
  const std::string printed =
      "\t\tFunction : other\n        /*0000*/                   EXIT ;\n"
      "\t\tFunction : mine\n"
      "        /*0000*/                   LDC R1, c[0x0][0x28] ;   /* 0x00000a00ff017b82 */\n"
      "                                                            /* 0x000e220000000800 */\n"
      "        /*0010*/              @!P0 LDG.E R4, desc[UR4][R2.64] ;\n"
      "        /*0020*/                   FFMA R1, R4, R4, R1 ;\n"
      "        /*0030*/                   EXIT ;\n";
  const std::vector<BuildInstruction> expected{{4, "LDC", {}},
                                               {6, "LDG.E", {{"kernels/a.cuh", 3}}},
                                               {7, "FFMA", {{"kernels/a.cuh", 3}}},
                                               {8, "EXIT", {{"kernels/a.cuh", 5}}}};
  EXPECT_EQ(printedSass(printed, "mine", lines), expected);
}

TEST(CompiledText, PtxSaysWhereItIsAndWhoCallsIt) {
  constexpr std::string_view kPtx =
      ".version 9.0\n.target sm_90\n.address_size 64\n\n.visible .entry other(\n)\n{\n\tret;\n}\n"
      ".visible .entry mine(\n)\n{\n\t.reg .f32 %f<4>;\n"
      "\t.loc\t1 11 16\n\t.loc\t1 2 3, function_name $L__info_string0, inlined_at 1 11 16\n"
      "\tld.global.f32 \t%f1, [%rd1];\n\t.loc\t2 700 1, function_name $L__info_string1, inlined_at 1 13 5\n"
      "\tmov.u32 \t%r1, %tid.x;\n$L__BB0_1:\n\t@%p1 bra \t$L__BB0_1;\n\t.loc\t1 0 3\n\tret;\n\n}\n"
      "\t.file\t1 \"/tmp/kernels/tiny/tiny.cuh\"\n\t.file\t2 \"/usr/include/some.h\"\n";
  const BuildText text = ptxText(kPtx, "mine");
  EXPECT_EQ(text.text.find("other"), std::string::npos);
  const std::string file = "kernels/tiny/tiny.cuh";
  std::vector<std::pair<std::string, Places>> found;
  for (const BuildInstruction& instruction : text.instructions) found.emplace_back(instruction.name, instruction.from);
  const std::vector<std::pair<std::string, Places>> expected{
      {"ld.global.f32", {{file, 2}, {file, 11}}}, {"mov.u32", {{file, 13}}}, {"bra", {{file, 13}}}, {"ret", {}}};
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace strata
