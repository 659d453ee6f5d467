#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/ptxas_log.h"
#include "tests/layers/kernel_ptx.h"

// What nvcc makes of loads that must be on their way together: an element of 16 bits that is taken out of a load at
// once makes a thread wait for it before it starts the next. Neither a GPU nor its driver is needed.

namespace strata {
namespace {

constexpr std::string_view kLoadingUnit = R"(#include "kernels/compat/device.h"
#include "kernels/compat/matrix_unit.h"
#include "kernels/linear/in_flight.cuh"
#include "kernels/matmul/unit_pipelined.cuh"
#define LINEAR(T) \
  template __global__ void linear_in_flight<T>(const float*, const T*, const half*, const float*, float*, int, int);
LINEAR(half)
LINEAR(bfloat16)
#define MATMUL(T, a, b) \
  template __global__ void matmul_unit_pipelined<T, a, b>(const T*, const T*, float*, int, int, int);
MATMUL(half, false, false)
MATMUL(bfloat16, true, true)
)";

TEST(LoadsInFlight, OfNarrowElementsStayTogetherUntilTheyAreUsed) {
  const auto nvcc = OperationCompiler::nvcc();
  if (!nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  const auto made = nvcc.value().compile(withKernelTexts(kLoadingUnit), "-ptx -O3 -std=c++20 -arch=sm_80");
  ASSERT_TRUE(made.ok()) << made.error().message;
  const std::vector<std::string> symbols = entriesOf(made.value().bytes);
  ASSERT_EQ(symbols.size(), 4u);
  for (const std::string& symbol : symbols) {
    const std::string ptx = ptxOfFunction(made.value().bytes, symbol);
    constexpr std::string_view kTakesApart = "mov.b32 \t{%rs";
    if (symbol.find("linear") == std::string::npos) {
      EXPECT_EQ(countOf(ptx, kTakesApart), 0u) << symbol;
      continue;
    }
    const std::string_view loads = std::string_view(ptx).substr(0, ptx.find("bar.warp.sync"));
    EXPECT_EQ(countOf(loads, "ld.global.nc.v4.u32"), 8u) << symbol << ": two pieces of four rows";
    EXPECT_EQ(countOf(loads, kTakesApart), 0u) << symbol;
    EXPECT_EQ(countOf(ptx, kTakesApart), 8u * 4) << symbol << ": behind the barrier";
  }
}

}  // namespace
}  // namespace strata
