#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/base/temporary_folder.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/ptxas_log.h"
#include "layers/compiler/run_time_compiler.h"
#include "layers/compiler/tools.h"
#include "layers/runtime/symbol_name.h"
#include "tests/layers/kernel_ptx.h"

// What nvcc makes of the kernels for warpgroups. No GPU is needed, and none is here that could run it.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kUnit = R"(#include "kernels/compat/device.h"
#include "kernels/compat/tma.h"
#include "kernels/compat/warpgroup.h"
#include "kernels/attention/specialised.cuh"
#include "kernels/matmul/unit_specialised.cuh"
using Map = tma::tensor_map;
#define ATTENTION(T, dim)                        \
  template __global__ void attention_specialised<T, dim>( \
      const __grid_constant__ Map, const __grid_constant__ Map, const __grid_constant__ Map, T*, int, int, int, int, int, float);
ATTENTION(half, 64)
ATTENTION(half, 128)
ATTENTION(bfloat16, 64)
ATTENTION(bfloat16, 128)
#define MADE(T, a, b)                                    \
  template __global__ void matmul_unit_specialised<T, a, b>( \
      const __grid_constant__ Map, const __grid_constant__ Map, float*, int, int, int);
MADE(half, false, false)
MADE(bfloat16, false, false)
MADE(bfloat16, false, true)
MADE(bfloat16, true, false)
MADE(bfloat16, true, true)
)";

/// What a kernel's text asks for, each once in the code.
struct Asked {
  std::size_t products, boxes, waits;
  unsigned sums;  ///< registers of a thread for what it adds up
};

// A product takes 16 steps of k. Of the matrix product a stage has 64 of them, and six boxes, and one waits for full
// and for empty. Of attention the scores' k is dim, the result's 128 keys; boxes are those of two warpgroups' queries,
// of keys and of values, two for each 64 of dim; and one waits for queries, keys, values, and for empty.
Asked askedBy(std::string_view symbol) {
  if (symbol.find("matmul_unit_specialised") != std::string_view::npos) return {4, 6, 2, 128};
  const unsigned dim = symbol.find("Li64E") != std::string_view::npos ? 64 : 128;
  return {dim / 16 + 128 / 16, 6 * dim / 64, 4, 128 / 2 + dim / 2};
}

class WarpgroupCode : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto nvcc = OperationCompiler::nvcc(); !nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  }

  /// From nvcc's PTX for a target.
  void compileFor(const std::string& target) {
    const auto made =
        OperationCompiler::nvcc().value().compile(withKernelTexts(kUnit), "-ptx -O3 -std=c++20 -arch=" + target);
    ASSERT_TRUE(made.ok()) << made.error().message;
    m_ptx = made.value().bytes;
    m_symbols = entriesOf(m_ptx);
    ASSERT_EQ(m_symbols.size(), 9u);
  }

  std::string m_ptx;
  std::vector<std::string> m_symbols;
};

TEST_F(WarpgroupCode, AsksForProductsBoxesAndWaitsAsItsTextSays) {
  ASSERT_NO_FATAL_FAILURE(compileFor("sm_90a"));
  for (const std::string& symbol : m_symbols) {
    const std::string ptx = ptxOfFunction(m_ptx, symbol);
    const Asked asked = askedBy(symbol);
    const bool isHalf = symbol.find("6__half") != std::string::npos;
    EXPECT_EQ(countOf(ptx, isHalf ? "k16.f32.f16.f16" : "k16.f32.bf16.bf16"), asked.products) << symbol;
    EXPECT_EQ(countOf(ptx, "wgmma.mma_async.sync.aligned.m64n"), asked.products) << symbol;
    EXPECT_EQ(countOf(ptx, "cp.async.bulk.tensor.3d.shared::cluster.global"), asked.boxes) << symbol;
    EXPECT_EQ(countOf(ptx, "mbarrier.try_wait.parity"), asked.waits) << symbol;
  }
}

TEST_F(WarpgroupCode, KeepsItsSumsInRegistersAndProductsBesideEachOther) {
  ASSERT_NO_FATAL_FAILURE(compileFor("sm_90a"));
  const std::vector<KernelText> texts{{"unit.ptx", m_ptx}};
  const auto made = OperationCompiler::nvcc().value().compile(texts, "-cubin -Xptxas -v -arch=sm_90a");
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_THAT(made.value().said, Not(HasSubstr("serialized"))) << "ptxas waits after each product";
  for (const std::string& symbol : m_symbols) {
    const CompiledResources resources = ptxasResources(made.value().said, symbol);
    ASSERT_TRUE(resources.registers) << made.value().said;
    EXPECT_LE(*resources.registers, 224u) << "288 threads share 65536 registers";
    EXPECT_GT(*resources.registers, askedBy(symbol).sums) << symbol;
    EXPECT_EQ(resources.spillBytes.value_or(0), 0u);
    EXPECT_EQ(resources.stackBytes.value_or(0), 0u);
  }
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.write("unit.cubin", made.value().bytes));
  const Printed sass = outputOf("nvdisasm -c " + shellQuoted(folder.path("unit.cubin")) + " 2>&1");
  if (!sass.ok) return;  // nvdisasm is not here
  Asked all{};
  for (const std::string& symbol : m_symbols) {
    all.products += askedBy(symbol).products;
    all.boxes += askedBy(symbol).boxes;
  }
  EXPECT_EQ(countOf(sass.text, "HGMMA.64x"), all.products);
  EXPECT_EQ(countOf(sass.text, "UTMALDG.3D"), all.boxes);
}

// As compile=now has it on a Hopper: in the unit of the whole ladder, by NVRTC.
TEST(WarpgroupCodeAtRunTime, NvrtcMakesTheSame) {
  const auto compiler = RunTimeCompiler::load(nvrtcDialect());
  if (!compiler.ok()) GTEST_SKIP() << compiler.error().message;
  for (const auto& [ladder, kernel, products] :
       {std::tuple{"matmul", "matmul_unit_specialised<bfloat16, false, false>", 4u},
        std::tuple{"attention", "attention_specialised<bfloat16, 128>", 16u}}) {
    const std::vector<std::string> kernels{kernel};
    const auto builds = compiler.value()->build(deviceUnit(ladder).value(), kernels, "sm_90a");
    ASSERT_TRUE(builds.ok()) << builds.error().message;
    const KernelBuild& build = builds.value().front();
    EXPECT_EQ(countOf(build.intermediate.text, "wgmma.mma_async"), products);
    EXPECT_EQ(build.resources.spillBytes.value_or(0), 0u);
    EXPECT_LE(build.resources.registers.value_or(255), 224u);
  }
}

// The same text for what is not Hopper is small, and traps.
TEST_F(WarpgroupCode, TrapsElsewhere) {
  ASSERT_NO_FATAL_FAILURE(compileFor("sm_90"));
  EXPECT_EQ(countOf(m_ptx, "wgmma."), 0u);
  EXPECT_EQ(countOf(m_ptx, "cp.async.bulk"), 0u);
  for (const std::string& symbol : m_symbols) EXPECT_THAT(ptxOfFunction(m_ptx, symbol), HasSubstr("trap;"));
}

}  // namespace
}  // namespace strata
