#include "layers/compiler/nvcc_widths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "kernels/operation/operation.h"
#include "layers/compiler/ptx_accesses.h"
#include "layers/compiler/text_lines.h"

namespace strata {
namespace {

using ::testing::HasSubstr;
using Space = PtxAccess::Space;

constexpr std::string_view kPtx = R"(
// Cuda compilation tools, release 13.0, V13.0.88
.target sm_90
.visible .entry _Z3sumILi4EEvPKf(
	.param .u64 _Z3sumILi4EEvPKf_param_0
)
{
	.loc	1 10 0
	ld.param.u64 	%rd1, [_Z3sumILi4EEvPKf_param_0];
	.loc	1 12 3
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd2];
	@%p1 st.shared.v2.u32 	[%r1], {%r2, %r3};
	.loc	1 13 3
	.loc	2 33 3, function_name $L__info_string7, inlined_at 1 13 3
	ld.global.u16 	%rs1, [%rd3];
	.loc	2 0 3
	.loc	2 34 3
	ld.s8 	%rs2, [%rd4];
	.loc	1 20 5, function_name $L__info_string1, inlined_at 1 14 3
	.loc	2 449 9, function_name $L__info_string1, inlined_at 1 20 5
	ld.shared.f32 	%f5, [%r4];
	.loc	1 0 1
	ld.global.f32 	%f6, [%rd8];
	.loc	1 15 1
	st.local.v4.f32 	[%rd5], {%f1, %f2, %f3, %f4};
	atom.global.add.u64 	%rd6, [%rd7], 1;
	bar.sync 	0;
}
	.file	1 "/home/x/kernels/reduce/sum.cuh"
	.file	2 "/home/x/kernels/compat/plain_lanes.h"
)";

TEST(PtxAccesses, LineSpaceKindAndWidthOfEach) {
  struct Expected {
    int line;
    Space space;
    bool store;
    std::uint32_t bytes;
  };
  const Expected expected[] = {{12, Space::Global, false, 16}, {12, Space::Shared, true, 8},
                               {13, Space::Global, false, 2},  {13, Space::Any, false, 1},
                               {20, Space::Shared, false, 4},  {15, Space::Global, true, 8}};
  const auto found = ptxAccesses(kPtx);
  ASSERT_EQ(found.size(), std::size(expected));
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].line, expected[i].line) << i;
    EXPECT_EQ(found[i].space, expected[i].space) << i;
    EXPECT_EQ(found[i].store, expected[i].store) << i;
    EXPECT_EQ(found[i].bytes, expected[i].bytes) << i;
    EXPECT_EQ(found[i].file, "kernels/reduce/sum.cuh");
    EXPECT_EQ(found[i].symbol, "_Z3sumILi4EEvPKf");
  }
  EXPECT_EQ(ptxOrigin(kPtx), "nvcc 13.0, sm_90");
}

TEST(Statements, FromTheFirstLineToTheLast) {
  constexpr std::string_view kText =
      "{\n  a = b;  // c\n  d[1] =\n      e ? f\n        : g;\n\n  for (;;)\n    h();\n}\n";
  const auto rangeAt = [&](int line) {
    return std::pair(statementAt(kText, line).first, statementAt(kText, line).last);
  };
  EXPECT_EQ(rangeAt(2), std::pair(2, 2));
  for (const int line : {3, 4, 5}) EXPECT_EQ(rangeAt(line), std::pair(3, 5)) << line;
  EXPECT_EQ(rangeAt(8), std::pair(7, 8));
  EXPECT_EQ(rangeAt(99), std::pair(99, 99));
}

TEST(AccessWidths, TextIsReadAsItIsWritten) {
  AccessWidths widths;
  widths.compiler = "nvcc 13.0, sm_90";
  widths.texts["kernels/a/a.cuh"] = "0123456789abcdef";
  widths.add("two<1, 2>", {"kernels/a/a.cuh", 3, 5, true, true, 16});
  widths.add("two<1, 2>", {"kernels/a/a.cuh", 3, 5, false, false, 4});
  widths.add("two<1, 2>", {"kernels/a/a.cuh", 3, 5, false, false, 16});
  widths.add("two<1, 2>", {"kernels/a/b.cuh", 7, 7, false, true, 2});
  const auto read = AccessWidths::parse(widths.text());
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().kernels(), widths.kernels());
  EXPECT_EQ(read.value().texts, widths.texts);
  EXPECT_EQ(read.value().compiler, widths.compiler);
  const CompiledAccess* found = read.value().find("two<1, 2>", "kernels/a/a.cuh", 4, false, false);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->widths, 4u + 16u);
  EXPECT_EQ(read.value().find("two<1, 2>", "kernels/a/a.cuh", 4, false, true), nullptr);
  EXPECT_EQ(read.value().find("one", "kernels/a/a.cuh", 4, false, false), nullptr);
  for (const char* odd : {"k\tf.cuh\tx:gl4", "k\tf.cuh\t3:gl", "k\tf.cuh\t3:gl0", "k\tf.cuh\t3-x:gl4"})
    EXPECT_FALSE(AccessWidths::parse(odd).ok()) << odd;
}

TEST(KeptWidths, AreOfTheTextsAsTheyAre) {
  const auto kept = AccessWidths::parse(accessWidthsText());
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(keptWidths().kernels(), kept.value().kernels())
      << "a kernel's text has changed: make kernels/operation/access_widths.txt anew with ./dev widths";
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      for (const KernelLaunch& launch : step.plan(Problem(operation->parameters)).launches) {
        if (launch.kernel.starts_with("matmul_unit_naive"))
          continue;  // only a matrix unit's loads, which have no width
        EXPECT_TRUE(keptWidths().kernels().contains(launch.kernel)) << launch.kernel;
      }
}

class NvccWidthsTest : public testing::TestWithParam<const Operation*> {};

// With STRATA_WIDTHS=FILE they write what ./dev widths keeps.
TEST_P(NvccWidthsTest, AreKept) {
  const auto made = nvccWidths(GetParam()->name);
  if (!made.ok() && made.error().code == ErrorCode::Unavailable) GTEST_SKIP() << made.error().message;
  ASSERT_TRUE(made.ok()) << made.error().message;
  if (const char* file = std::getenv("STRATA_WIDTHS")) {
    static AccessWidths all;
    all.compiler = made.value().compiler;
    all.texts.insert(made.value().texts.begin(), made.value().texts.end());
    for (const auto& [kernel, accesses] : made.value().kernels())
      for (const CompiledAccess& access : accesses) all.add(kernel, access);
    std::ofstream(file) << all.text();
    return;
  }
  const auto kept = AccessWidths::parse(accessWidthsText());
  if (made.value().compiler != kept.value().compiler)
    GTEST_SKIP() << "kept is what " << kept.value().compiler << " made; here is " << made.value().compiler;
  for (const auto& [kernel, accesses] : made.value().kernels()) {
    const auto found = kept.value().kernels().find(kernel);
    ASSERT_NE(found, kept.value().kernels().end()) << kernel;
    EXPECT_EQ(found->second, accesses) << kernel << ": make the widths anew with ./dev widths";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladders, NvccWidthsTest, testing::ValuesIn(operations().begin(), operations().end()),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace strata
