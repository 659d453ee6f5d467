#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/ptxas_log.h"
#include "tests/layers/kernel_ptx.h"

// How nvcc loads what an earlier kernel wrote, in kernels that begin before that one has ended. Neither a GPU nor its
// driver is needed.

namespace strata {
namespace {

constexpr std::string_view kOverlappingUnit = R"(#include "kernels/compat/device.h"
#include "kernels/attention/split.cuh"
#include "kernels/elementwise/vectorised.cuh"
#include "kernels/heads/element.cuh"
#include "kernels/linear/in_flight.cuh"
#include "kernels/norm/block.cuh"
template __global__ void linear_in_flight<half>(const float*, const half*, const half*, const float*, float*, int, int);
template __global__ void elementwise_binary_vectorised<Add>(const float*, const float*, float*, int);
template __global__ void elementwise_rope_vectorised<false>(const float*, const int*, float*, int, int, int, int, float);
)";

// PTX's memory model leaves out ld.global.nc, so it may not see what the kernel before wrote; weights are read so
// before the wait. Single words (.u32) it may also load from cosf's table.
TEST(OverlappingLoads, SeeWhatTheKernelBeforeWrote) {
  const auto nvcc = OperationCompiler::nvcc();
  if (!nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  const auto made = nvcc.value().compile(withKernelTexts(kOverlappingUnit), "-ptx -O3 -std=c++20 -arch=sm_90");
  ASSERT_TRUE(made.ok()) << made.error().message;
  std::size_t waiting = 0;
  for (const std::string& symbol : entriesOf(made.value().bytes)) {
    const std::string ptx = ptxOfFunction(made.value().bytes, symbol);
    const std::size_t wait = ptx.find("griddepcontrol.wait");
    if (wait == std::string::npos) continue;
    ++waiting;
    const std::string_view before = std::string_view(ptx).substr(0, wait), after = std::string_view(ptx).substr(wait);
    EXPECT_EQ(countOf(after, "ld.global.nc") - countOf(after, "ld.global.nc.u32"), 0u) << symbol;
    if (symbol.find("norm_block") != std::string::npos) {
      EXPECT_GE(countOf(before, "ld.global.nc.v4.f32"), 8u) << "four of weights, four of biases";
      EXPECT_EQ(countOf(after, "ld.global.v4.f32"), 4u);
    }
    if (symbol.find("linear_in_flight") != std::string::npos) {
      EXPECT_EQ(countOf(before, "ld.global.nc.v4.u32"), 8u) << "two pieces of four rows";
    }
  }
  EXPECT_EQ(waiting, 7u);
}

}  // namespace
}  // namespace strata
