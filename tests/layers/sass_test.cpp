#include "layers/compiler/sass.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "layers/compiler/elf_file.h"
#include "layers/compiler/nvcc_instructions.h"
#include "layers/compiler/operation_compiler.h"

namespace strata {
namespace {

using Kind = InstructionKind;
using Flow = MachineInstruction::Flow;

/// PTX that does one thing, and what is to be found of it. %rd1 and %rd2 are global addresses, %r1 and %r2 integers
/// (%r1 an address in shared memory, too), %f8 and %f9 numbers.
struct SassCase {
  const char *name, *ptx;
  InstructionUse use;
  int since = 75;
};

constexpr SassCase kCases[] = {
    {"ld.global.u8", "ld.global.u8 %h1, [%rd1]; st.shared.u8 [%r1], %h1;", {Kind::GlobalLoad, 1}},
    {"ld.global.s16", "ld.global.s16 %h1, [%rd1]; st.shared.u16 [%r1], %h1;", {Kind::GlobalLoad, 2}},
    {"ld.global.f32", "ld.global.f32 %f1, [%rd1]; st.shared.f32 [%r1], %f1;", {Kind::GlobalLoad, 4}},
    {"ld.global.nc.v4",
     "ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1]; st.shared.v4.f32 [%r1], {%f1, %f2, %f3, %f4};",
     {Kind::GlobalLoad, 16}},
    {"ld", "ld.f32 %f1, [%rd3]; st.shared.f32 [%r1], %f1;", {Kind::GlobalLoad, 4}},
    {"st.global.v2", "st.global.v2.f32 [%rd2], {%f8, %f9};", {Kind::GlobalStore, 8}},
    {"st", "st.f32 [%rd3], %f8;", {Kind::GlobalStore, 4}},
    {"red.global.u32", "red.global.add.u32 [%rd2], %r1;", {Kind::GlobalStore, 4}},
    {"red.global.f32", "red.global.add.f32 [%rd2], %f8;", {Kind::GlobalStore, 4}},
    {"atom.global.u64", "atom.global.add.u64 %rd5, [%rd2], %rd7; st.shared.u64 [%r1], %rd5;", {Kind::GlobalStore, 8}},
    {"atom.global.cas", "atom.global.cas.b32 %r3, [%rd2], %r1, %r2; st.shared.u32 [%r1], %r3;", {Kind::GlobalStore, 4}},
    {"atom", "atom.add.u32 %r3, [%rd3], %r1; st.shared.u32 [%r1], %r3;", {Kind::GlobalStore, 4}},
    {"ld.shared.f32", "ld.shared.f32 %f1, [%r1]; st.global.f32 [%rd2], %f1;", {Kind::SharedLoad, 4}},
    {"ld.shared.v4",
     "ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r1]; st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
     {Kind::SharedLoad, 16}},
    {"ldmatrix.x2",
     "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r3, %r4}, [%r1]; st.global.v2.u32 [%rd2], {%r3, %r4};",
     {Kind::SharedLoad, 8}},
    {"st.shared.v2", "st.shared.v2.f32 [%r1], {%f8, %f9};", {Kind::SharedStore, 8}},
    {"stmatrix.x4",
     "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r1], {%r2, %r1, %r2, %r1};",
     {Kind::SharedStore, 16},
     90},
    {"atom.shared", "atom.shared.add.u32 %r3, [%r1], %r2; st.global.u32 [%rd1], %r3;", {Kind::SharedStore, 4}},
    {"atom.shared.cas", "atom.shared.cas.b32 %r3, [%r1], %r1, %r2; st.global.u32 [%rd1], %r3;", {Kind::SharedStore, 4}},
    {"cp.async.4", "cp.async.ca.shared.global [%r1], [%rd1], 4;", {Kind::AsyncCopy, 4}, 80},
    {"cp.async.16", "cp.async.cg.shared.global [%r1], [%rd1], 16;", {Kind::AsyncCopy, 16}, 80},
    {"fma", "fma.rn.f32 %f1, %f8, %f9, %f8; st.global.f32 [%rd2], %f1;", {Kind::Fp32, 1}},
    {"fma.constant", "fma.rn.f32 %f1, %f8, 0f40400000, %f9; st.global.f32 [%rd2], %f1;", {Kind::Fp32, 1}},
    {"add", "add.rn.f32 %f1, %f8, %f9; st.global.f32 [%rd2], %f1;", {Kind::Fp32, 1}},
    {"mul", "mul.rn.f32 %f1, %f8, %f9; st.global.f32 [%rd2], %f1;", {Kind::Fp32, 1}},
    {"ex2", "ex2.approx.ftz.f32 %f1, %f8; st.global.f32 [%rd2], %f1;", {Kind::Special, 0}},
    {"rsqrt", "rsqrt.approx.ftz.f32 %f1, %f8; st.global.f32 [%rd2], %f1;", {Kind::Special, 0}},
    {"mma.f16",
     "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r1}, {%f8, %f9, %f8, %f9}; "
     "st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
     {Kind::Matrix, 1024}},
    {"mma.f16.k16",
     "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r1, %r2}, {%r1, %r2}, "
     "{%f8, %f9, %f8, %f9}; st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
     {Kind::Matrix, 2048},
     80},
    {"mma.s8",
     "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r3, %r4}, {%r1}, {%r2}, {%r1, %r2}; "
     "st.global.v2.u32 [%rd2], {%r3, %r4};",
     {Kind::Matrix, 1024}},
    {"wgmma.n8",
     "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, "
     "0, 1, 1, 0, 0; "
     "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
     {Kind::Matrix, 2048},
     91},
    {"wgmma.n16",
     "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%f1, %f2, %f3, %f4, %f5, %f6, "
     "%f7, %f0}, %rd1, %rd2, 0, 1, 1, 0, 0; "
     "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
     {Kind::Matrix, 4096},
     91},
    {"bar.sync", "bar.sync 0;", {Kind::Barrier, 0}},
};

constexpr const char* kHead = R"(.visible .entry k{}(.param .u64 a, .param .u64 b, .param .u64 c, .param .f32 d) {{
.reg .f32 %f<10>; .reg .b64 %rd<10>; .reg .b32 %r<10>; .reg .b16 %h<4>; .reg .pred %p<2>;
.shared .align 16 .b8 memory[512];
ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c];
cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;
mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; ld.param.f32 %f8, [d]; mov.b32 %f9, %r2; mul.wide.u32 %rd7, %r1, 64;
add.s64 %rd1, %rd1, %rd7; add.s64 %rd2, %rd2, %rd7; add.s64 %rd3, %rd3, %rd7;
{}
ret;
}}
)";

/// 91 of sm_90a, which has more than sm_90.
int numberOf(std::string_view target) {
  return std::stoi(std::string(target.substr(3))) + (target.ends_with('a') ? 1 : 0);
}

/// All cases for a target as one cubin.
Result<std::string> cubinOf(std::string_view target) {
  STRATA_ASSIGN(const OperationCompiler nvcc, OperationCompiler::nvcc());
  std::string ptx = fmt::format(".version 8.0\n.target {}\n.address_size 64\n", target);
  for (std::size_t i = 0; i < std::size(kCases); ++i)
    if (kCases[i].since <= numberOf(target)) ptx += fmt::format(fmt::runtime(kHead), i, kCases[i].ptx);
  ptx += fmt::format(fmt::runtime(kHead), "Loop",
                     "again: add.u32 %r1, %r1, 1; bar.sync 0; setp.lt.u32 %p1, %r1, %r2; @%p1 bra again; "
                     "st.global.u32 [%rd2], %r1;");
  const KernelText unit{"cases.ptx", ptx};
  STRATA_ASSIGN(const auto made, nvcc.compile(std::span(&unit, 1), fmt::format("-cubin -arch={}", target)));
  return made.bytes;
}

class SassTest : public testing::TestWithParam<std::string_view> {};

TEST_P(SassTest, InstructionsDoWhatPtxSaid) {
  const auto cubin = cubinOf(GetParam());
  if (!cubin.ok() && cubin.error().code == ErrorCode::Unavailable) GTEST_SKIP() << cubin.error().message;
  ASSERT_TRUE(cubin.ok()) << cubin.error().message;
  const ElfFile file(cubin.value());
  for (std::size_t i = 0; i < std::size(kCases); ++i) {
    if (kCases[i].since > numberOf(GetParam())) continue;
    const std::string_view code = file.section(fmt::format(".text.k{}", i));
    ASSERT_FALSE(code.empty()) << kCases[i].name;
    int found = 0;
    for (std::size_t at = 0; at < code.size() / kSassBytes; ++at) {
      const auto use = sassInstruction(code, at, GetParam()).use;
      if (use == kCases[i].use) ++found;
    }
    EXPECT_EQ(found, 1) << kCases[i].name;
  }
}

/// PTX that needs a kind of instruction, and what NVIDIA calls that.
constexpr std::pair<const char*, const char*> kNamed[] = {
    {"ld.global.f32 %f1, [%rd1]; st.shared.f32 [%r1], %f1;", "LDG"},
    {"fma.rn.f32 %f1, %f8, %f9, %f8; st.global.f32 [%rd2], %f1;", "FFMA"},
    {"mad.lo.s32 %r3, %r1, %r2, %r1; st.global.u32 [%rd2], %r3;", "IMAD"},
    {"and.b32 %r3, %r1, %r2; st.global.u32 [%rd2], %r3;", "LOP3"},
    {"shf.l.wrap.b32 %r3, %r1, %r2, %r1; st.global.u32 [%rd2], %r3;", "SHF"},
    {"max.f32 %f1, %f8, %f9; st.global.f32 [%rd2], %f1;", "FMNMX"},
    {"setp.lt.s32 %p1, %r1, %r2; @%p1 st.global.u32 [%rd2], %r1;", "ISETP"},
    {"setp.lt.f32 %p1, %f8, %f9; @%p1 st.global.u32 [%rd2], %r1;", "FSETP"},
    {"shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1; st.global.u32 [%rd2], %r3;", "SHFL"},
    {"st.global.u32 [%rd2], %r1;", "S2R"},
};

int timesNamed(std::string_view code, std::string_view name) {
  int times = 0;
  for (std::size_t at = 0; at < code.size() / kSassBytes; ++at) times += sassName(code, at) == name;
  return times;
}

TEST(Sass, InstructionsHaveTheNamesOfWhatPtxAskedFor) {
  const auto nvcc = OperationCompiler::nvcc();
  if (!nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  std::string ptx = ".version 7.8\n.target sm_90\n.address_size 64\n" + fmt::format(fmt::runtime(kHead), "None", "");
  for (std::size_t i = 0; i < std::size(kNamed); ++i) ptx += fmt::format(fmt::runtime(kHead), i, kNamed[i].first);
  const KernelText unit{"named.ptx", ptx};
  const auto made = nvcc.value().compile(std::span(&unit, 1), "-cubin -arch=sm_90");
  ASSERT_TRUE(made.ok()) << made.error().message;
  const ElfFile file(made.value().bytes);
  const std::string_view none = file.section(".text.kNone");
  for (std::size_t i = 0; i < std::size(kNamed); ++i) {
    const std::string_view name = kNamed[i].second;
    EXPECT_GT(timesNamed(file.section(fmt::format(".text.k{}", i)), name), timesNamed(none, name)) << name;
  }
  EXPECT_EQ(timesNamed(none, "EXIT"), 1);
}

TEST_P(SassTest, BranchesAndEndsGoWhereTheyGo) {
  const auto cubin = cubinOf(GetParam());
  if (!cubin.ok() && cubin.error().code == ErrorCode::Unavailable) GTEST_SKIP() << cubin.error().message;
  ASSERT_TRUE(cubin.ok()) << cubin.error().message;
  const std::string_view code = ElfFile(cubin.value()).section(".text.kLoop");
  std::size_t barrier = 0, ends = 0, loops = 0;
  for (std::size_t at = 0; at < code.size() / kSassBytes; ++at) {
    const MachineInstruction instruction = sassInstruction(code, at, GetParam());
    if (instruction.use == InstructionUse{Kind::Barrier, 0}) barrier = at;
    if (instruction.flow == Flow::End) ++ends;
    if (instruction.flow != Flow::Branch || !instruction.conditional) continue;
    ++loops;
    EXPECT_GT(barrier, 0u);
    EXPECT_LE(instruction.target, barrier);
    EXPECT_LT(barrier, at);
    EXPECT_LE(at - instruction.target, 6u);
  }
  EXPECT_EQ(loops, 1u);
  EXPECT_EQ(ends, 1u);
}

INSTANTIATE_TEST_SUITE_P(Targets, SassTest, testing::ValuesIn(kKeptSms),
                         [](const auto& each) { return std::string(each.param); });

TEST(Sass, BehindTheEndIsNothing) {
  EXPECT_FALSE(sassInstruction("", 0, "sm_80").use);
  EXPECT_FALSE(sassInstruction(std::string(20, '\xff'), 1, "sm_80").use);
}

}  // namespace
}  // namespace strata
