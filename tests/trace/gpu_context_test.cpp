#include "engine/trace/gpu_context.h"

#include <gtest/gtest.h>

namespace strata::test {
namespace {

TEST(GpuContext, IsWhatTheHelloNames) {
  const auto cuda = gpuContextOf(R"({"pid":42,"device":{"backend":"cuda"}})");
  ASSERT_TRUE(cuda);
  EXPECT_EQ(cuda->pid, 42);
  EXPECT_EQ(cuda->api, 4u) << "InternedGraphicsContext.Api.CUDA";
  EXPECT_EQ(gpuContextOf(R"({"pid":42,"device":{"backend":"hip"}})")->api, 5u);
  EXPECT_EQ(gpuContextOf(R"({"pid":42,"device":{"backend":"cpu"}})")->api, 0u);
}

TEST(GpuContext, AnyOtherTextNamesNone) {
  for (const char* text : {"", "{", "[]", "{}", R"({"pid":"42"})", R"({"device":{"backend":"cuda"}})"})
    EXPECT_FALSE(gpuContextOf(text)) << text;
  EXPECT_EQ(gpuContextOf(R"({"pid":1,"device":7})")->api, 0u);
}

}  // namespace
}  // namespace strata::test
