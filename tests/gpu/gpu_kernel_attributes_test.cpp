#include <gtest/gtest.h>

#include "engine/backends/gpu/gpu_module.h"
#include "engine/backends/gpu/kernel_attributes.h"
#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/kernels/test_device.h"

namespace strata {
namespace {

TEST(GpuKernelAttributes, SayWhatTheCompilerGaveAKernel) {
  auto opened = openTestDevice();
  if (!opened.ok()) GTEST_SKIP() << opened.error().message;
  const auto plain = kernelAttributes(gpuConformanceKernels().addOne);
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  EXPECT_GT(plain.value().registers, 0u);
  EXPECT_LT(plain.value().registers, 64u) << "it adds one number";
  EXPECT_EQ(plain.value().sharedBytes, 0u);
  EXPECT_EQ(plain.value().localBytes, 0u);
  EXPECT_GE(plain.value().maxThreads, 256u);
  const auto tiled = kernelAttributes(gpuConformanceKernels().reverse);
  ASSERT_TRUE(tiled.ok()) << tiled.error().message;
  EXPECT_GT(tiled.value().sharedBytes, 0u);
}

TEST(GpuKernelAttributes, OfNoKernelAreAnError) {
  const auto none = kernelAttributes({"nothing", nullptr});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("Reading what the compiler gave nothing failed"), std::string::npos)
      << none.error().message;
}

TEST(GpuModule, WhatIsNoCodeIsAnErrorOfTheDriver) {
  const std::string text = "this is no device code";
  const auto none = GpuModule::load(text);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().storey, Storey::Driver);
  EXPECT_NE(none.error().message.find("Loading code that was compiled just now failed"), std::string::npos)
      << none.error().message;
}

}  // namespace
}  // namespace strata
