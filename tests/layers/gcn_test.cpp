#include "layers/compiler/gcn.h"

#include <gtest/gtest.h>

#include "layers/compiler/gcn_assembly.h"
#include "layers/compiler/hipcc_instructions.h"

namespace strata {
namespace {

using Kind = InstructionKind;
using Flow = MachineInstruction::Flow;

TEST(Gcn, WhatInstructionsDo) {
  const std::pair<const char*, InstructionUse> cases[] = {
      {"global_load_dwordx4 v[4:7], v[14:15], off", {Kind::GlobalLoad, 16}},
      {"global_load_ushort v1, v[2:3], off", {Kind::GlobalLoad, 2}},
      {"global_load_b128 v[0:3], v4, s[0:1]", {Kind::GlobalLoad, 16}},
      {"global_load_d16_u8 v1, v[2:3], off", {Kind::GlobalLoad, 1}},
      {"flat_load_dword v1, v[2:3]", {Kind::GlobalLoad, 4}},
      {"global_store_dwordx2 v[0:1], v[2:3], off", {Kind::GlobalStore, 8}},
      {"global_store_byte v0, v1, s[0:1]", {Kind::GlobalStore, 1}},
      {"global_atomic_add v0, v1, s[0:1]", {Kind::GlobalStore, 4}},
      {"global_atomic_add_x2 v0, v[1:2], s[0:1]", {Kind::GlobalStore, 8}},
      {"ds_read_b128 v[0:3], v4", {Kind::SharedLoad, 16}},
      {"ds_read2_b32 v[0:1], v4 offset1:32", {Kind::SharedLoad, 8}},
      {"ds_read2st64_b64 v[0:3], v4 offset1:32", {Kind::SharedLoad, 16}},
      {"ds_load_2addr_b32 v[0:1], v4 offset1:32", {Kind::SharedLoad, 8}},
      {"ds_write_b32 v0, v1", {Kind::SharedStore, 4}},
      {"ds_store_b64 v0, v[1:2]", {Kind::SharedStore, 8}},
      {"ds_add_u32 v0, v1", {Kind::SharedStore, 4}},
      {"v_fmac_f32_e32 v0, v1, v2", {Kind::Fp32, 1}},
      {"v_fma_f32 v0, v1, v2, v3", {Kind::Fp32, 1}},
      {"v_mul_f32_e32 v0, v1, v2", {Kind::Fp32, 1}},
      {"v_sub_f32_dpp v0, v1, v2 row_shr:1", {Kind::Fp32, 1}},
      {"v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]", {Kind::Fp32, 2}},
      {"v_dual_fmac_f32 v0, v1, v2 :: v_dual_add_f32 v3, v4, v5", {Kind::Fp32, 2}},
      {"v_dual_mov_b32 v0, v1 :: v_dual_mul_f32 v3, v4, v5", {Kind::Fp32, 1}},
      {"v_exp_f32_e32 v0, v1", {Kind::Special, 0}},
      {"v_rcp_f32_e32 v0, v1", {Kind::Special, 0}},
      {"v_mfma_f32_16x16x16f16 a[0:3], v[0:1], v[2:3], a[0:3]", {Kind::Matrix, 4096}},
      {"v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]", {Kind::Matrix, 4096}},
      {"s_barrier", {Kind::Barrier, 0}},
  };
  for (const auto& [text, use] : cases) EXPECT_EQ(gcnInstruction(text).use, use) << text;
  for (const char* text :
       {"v_add_u32_e32 v0, v1, v2", "v_cmp_gt_f32_e32 vcc, v0, v1", "v_cvt_f32_f16_e32 v0, v1", "v_max_f32 v0, v1, v2",
        "buffer_store_dword v0, off, s[0:3], 0", "scratch_load_dword v0, off, s0", "ds_bpermute_b32 v0, v1, v2",
        "ds_swizzle_b32 v0, v1 offset:0", "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]"})
    EXPECT_FALSE(gcnInstruction(text).use) << text;
}

TEST(Gcn, WhereItGoesAndWhatTakesNoTurn) {
  EXPECT_EQ(gcnInstruction("s_branch .LBB0_3").flow, Flow::Branch);
  EXPECT_FALSE(gcnInstruction("s_branch .LBB0_3").conditional);
  EXPECT_TRUE(gcnInstruction("s_cbranch_execz .LBB0_3").conditional);
  EXPECT_EQ(gcnTarget("s_cbranch_execz .LBB0_3"), ".LBB0_3");
  EXPECT_EQ(gcnTarget("s_add_u32 s0, s1, s2"), "");
  EXPECT_EQ(gcnInstruction("s_endpgm").flow, Flow::End);
  for (const char* text : {"s_nop 0", "s_waitcnt vmcnt(0)", "s_delay_alu instid0(VALU_DEP_1)", "s_clause 0x1"})
    EXPECT_TRUE(gcnInstruction(text).free) << text;
  EXPECT_FALSE(gcnInstruction("s_mov_b32 s0, s1").free);
  for (const char* text : {"s_mov_b32 s0, s1", "s_add_u32 s0, s1, s2", "s_cmp_lg_u32 s0, 0", "s_cbranch_scc1 .LBB0_3",
                           "s_load_dwordx2 s[0:1], s[4:5], 0x0", "s_endpgm"})
    EXPECT_EQ(gcnInstruction(text).use, (InstructionUse{Kind::Scalar, 0}))
        << text << " is issued beside vector instructions";
  for (const char* text : {"v_mov_b32 v0, v1", "v_fma_f32 v0, v1, v2, v3", "ds_read_b32 v0, v1", "s_barrier",
                           "s_waitcnt vmcnt(0)", "global_load_dword v1, v[2:3], off"})
    EXPECT_NE(gcnInstruction(text).use, (InstructionUse{Kind::Scalar, 0})) << text;
}

constexpr std::string_view kAssembly = R"(	.text
	.globl	_Z3sumPKf
	.type	_Z3sumPKf,@function
_Z3sumPKf:                              ; @_Z3sumPKf
.Lfunc_begin0:
	.file	1 "/tmp/x/kernels/reduce" "sum.cuh"
	.file	2 "/usr/include/hip" "vector.h"
	.loc	1 10 0
; %bb.0:
	.loc	1 11 7 prologue_end             ; kernels/reduce/sum.cuh:11:7
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
.Ltmp0:
	.loc	2 726 22
	global_load_dword v1, v[2:3], off
.Ltmp1:
	.loc	2 30 5
	v_add_f32_e32 v0, v0, v1
	.loc	1 0 5 is_stmt 0
	s_cbranch_scc1 .LBB0_1
; %bb.2:
	.loc	1 14 1
	s_endpgm
.Lfunc_end0:
	.size	_Z3sumPKf, .Lfunc_end0-_Z3sumPKf
	.section	.debug_abbrev
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	88                              ; DW_AT_call_file
	.section	.debug_info
	.byte	4                               ; Abbrev [4] 0x5f:0x1a DW_TAG_inlined_subroutine
	.long	48                              ; DW_AT_abstract_origin
	.quad	.Ltmp0                          ; DW_AT_low_pc
	.long	.Ltmp1-.Ltmp0                   ; DW_AT_high_pc
	.byte	1                               ; DW_AT_call_file
	.byte	12                              ; DW_AT_call_line
	.byte	35                              ; DW_AT_call_column
	.byte	5                               ; Abbrev [5] 0x6b:0xd DW_TAG_inlined_subroutine
	.long	.Ldebug_ranges0                 ; DW_AT_ranges
	.byte	2                               ; DW_AT_call_file
	.short	299                             ; DW_AT_call_line
	.byte	5                               ; Abbrev [5] 0x6b:0xd DW_TAG_inlined_subroutine
	.long	.Ldebug_ranges0                 ; DW_AT_ranges
	.byte	1                               ; DW_AT_call_file
	.short	300                             ; DW_AT_call_line
	.section	.debug_ranges
.Ldebug_ranges0:
	.quad	.Ltmp1-.Lfunc_begin0
	.quad	.Lfunc_end0-.Lfunc_begin0
	.quad	0
	.quad	0
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     1
    .args:
      - .name:           in
        .size:           8
    .group_segment_fixed_size: 128
    .name:           _Z3sumPKf
    .private_segment_fixed_size: 16
    .sgpr_count:     22
    .vgpr_count:     5
    .vgpr_spill_count: 3
amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
...
	.end_amdgpu_metadata
)";

TEST(GcnAssembly, LinesLoopsAndResources) {
  const auto kernels = gcnKernels(kAssembly);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].symbol, "_Z3sumPKf");
  ASSERT_EQ(kernels[0].code.size(), 6u);
  const int lines[] = {11, 11, 12, 300, 300, 14};
  for (std::size_t i = 0; i < std::size(lines); ++i) EXPECT_EQ(kernels[0].code[i].line, lines[i]) << i;
  EXPECT_EQ(kernels[0].code[2].file, "kernels/reduce/sum.cuh");
  EXPECT_EQ(kernels[0].code[4].target, 2u);
  EXPECT_EQ(kernels[0].resources.registers, 5u) << "AMD's .vgpr_count has those for matrices in it";
  EXPECT_EQ(kernels[0].resources.sharedBytes, 128u);
  EXPECT_EQ(kernels[0].resources.spillBytes, 12u);
  EXPECT_EQ(kernels[0].resources.stackBytes, 16u);

  const LineInstructions all = assemblyInstructions(kAssembly, "gfx90a");
  const CompiledKernel* kernel = all.find("sum", "gfx90a");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->registers, 5u);
  ASSERT_EQ(kernel->lines.size(), 4u);
  EXPECT_EQ(kernel->lines[0].total, 1u) << "s_waitcnt is not counted";
  EXPECT_EQ(kernel->lines[1].loop, 1);
  constexpr InstructionUse kScalar{Kind::Scalar, 0};
  EXPECT_EQ(kernel->lines[0].uses, (std::map<InstructionUse, std::uint32_t>{{kScalar, 1}}));
  EXPECT_FALSE(kernel->lines[1].uses.contains(kScalar));
  EXPECT_EQ(kernel->lines[3].total, 2u) << "v_add and s_cbranch";
  EXPECT_EQ(kernel->lines[3].uses.at(kScalar), 1u);
}

}  // namespace
}  // namespace strata
