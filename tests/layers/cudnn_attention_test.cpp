#include "layers/library/cudnn_attention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "layers/common/shared_library.h"

// The real cuDNN, where it is installed, plans attention for a GPU that is not here: its heuristics and engines take
// the graph or refuse it, and it compiles the kernel. Nothing is executed. (cuDNN of 9.8 and later plans for described
// devices.)

namespace strata {
namespace {

using ::testing::MatchesRegex;
using ::testing::StartsWith;

/// An H200 as cuDNN itself would describe it, with the figures of its data sheet.
constexpr std::string_view kH200 = R"({"deviceName":"NVIDIA H200","deviceVer":900,"driverVer":13000,"cudaDeviceId":0,
"pciDeviceId":0,"multiProcessorCount":132,"warpSize":32,"maxGridSize":[2147483647,65535,65535],
"maxBlockSize":[1024,1024,64],"maxThreadsPerBlock":1024,"maxThreadsPerSM":2048,"maxCtasPerSM":32,"regsPerBlock":65536,
"maxRegistersPerSM":65536,"maxSharedMemoryPerBlock":49152,"maxSharedMemoryPerBlockOptin":232448,
"reservedSharedMemoryPerBlock":1024,"l2CacheSize":62914560,"smClockRateKHz":1980000,"memClockRateKHz":3201000,
"isTccDriver":0,"supportCoopLaunch":1,"totalGlobalMem":150754820096})";

class CudnnAttention : public ::testing::Test {
 protected:
  void SetUp() override {
    // Its engines want a driver that takes what they compiled. Where there is none, a fake one, found by its soname.
    static const SharedLibrary driver({"libcuda.so.1", STRATA_FAKE_CUDA_DRIVER}, SharedLibrary::Symbols::Global);
    const auto loaded = cudnn::load({"libcudnn.so.9", "/usr/local/cuda/lib64/libcudnn.so.9"});
    if (!loaded.ok()) GTEST_SKIP() << loaded.error().message;
    m_api = loaded.value();
    auto described = cudnn::Making(m_api, cudnn::kind::kDeviceProperties)
                         .set(cudnn::attribute::kDeviceJson, cudnn::type::kChar,
                              static_cast<std::int64_t>(kH200.size() + 1), std::string(kH200).c_str())
                         .finish();
    if (!described.ok()) GTEST_SKIP() << "this cuDNN plans for no described device: " << described.error().message;
    m_device = std::move(described).value();
  }

  Result<std::unique_ptr<GpuDnnOperation>> plan(const AttentionShape& shape) const {
    return cudnn::attention(m_api, {.described = m_device.get()}, shape);
  }

  cudnn::Api m_api;
  DnnObject m_device = noDnnObject();
};

TEST_F(CudnnAttention, IsPlannedForShapesThatTheLadderHas) {
  for (const AttentionShape& shape : {AttentionShape{1, 4, 4, 512, 512, 512, 64, false, DataType::F16},
                                      AttentionShape{1, 4, 4, 512, 512, 512, 64, true, DataType::BF16},
                                      AttentionShape{2, 8, 2, 130, 257, 300, 128, true, DataType::F16},
                                      AttentionShape{1, 2, 1, 1, 511, 600, 40, false, DataType::BF16}}) {
    const auto planned = plan(shape);
    ASSERT_TRUE(planned.ok()) << planned.error().message;
    EXPECT_THAT(planned.value()->algorithm(), MatchesRegex("eng[0-9]+(_k[0-9]+=[0-9]+)*"));
    EXPECT_LE(planned.value()->workspaceBytes(), kMostDnnWorkspace);
  }
}

TEST_F(CudnnAttention, WhatCudnnCannotDoIsUnsupportedInASentence) {
  const auto odd = plan({1, 1, 1, 64, 64, 64, 63, false, DataType::F16});
  ASSERT_FALSE(odd.ok());
  EXPECT_EQ(odd.error().code, ErrorCode::Unsupported);
  EXPECT_THAT(odd.error().message, StartsWith("cuDNN has no attention for this"));
  const auto wide = plan({1, 1, 1, 64, 64, 64, 64, false, DataType::F32});
  ASSERT_FALSE(wide.ok());
  EXPECT_THAT(wide.error().message, StartsWith("cuDNN's attention takes fp16 and bf16"));
}

}  // namespace
}  // namespace strata
