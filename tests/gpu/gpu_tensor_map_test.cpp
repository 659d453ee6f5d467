#include <gmock/gmock.h>

#include <cstring>

#include "engine/backends/gpu/gpu_device.h"
#include "tests/gpu/gpu_runtime_fake.h"
#include "tests/gpu/gpu_values_fake.h"

// Maps of tensors and large shared memory on the GPU backend, with a runtime and a driver of our own in the places of
// the vendor's.

namespace strata {
namespace {

using test::gpuRuntimeFake;
using ::testing::ElementsAre;

class GpuTensorMap : public ::testing::Test {
 protected:
  std::unique_ptr<Device> m_device = openGpuDevice(0).value();
};

#if defined(STRATA_GPU_CUDA)

// As CUDA's manual has them: the side whose elements are neighbours first, strides in bytes without that side's.
TEST_F(GpuTensorMap, TheDriverIsToldSizesStridesAndSwizzle) {
  auto memory = m_device->allocate(1 << 16, MemoryKind::Device).value();
  test::describedTensors().clear();
  const auto map = m_device->tensorMap({memory->data(), 2, {72, 10, 3}, {64, 32, 1}});
  ASSERT_TRUE(map.ok()) << map.error().message;
  BoxedTensor written;
  std::memcpy(&written, map.value().bits, sizeof(written));
  EXPECT_EQ(written.data, memory->data()) << "what the driver wrote is handed on";
  ASSERT_EQ(test::describedTensors().size(), 1u);
  const test::DescribedTensor& told = test::describedTensors()[0];
  EXPECT_EQ(told.address, reinterpret_cast<std::uintptr_t>(memory->data()));
  EXPECT_EQ(told.type, CU_TENSOR_MAP_DATA_TYPE_UINT16);
  EXPECT_EQ(told.swizzle, CU_TENSOR_MAP_SWIZZLE_128B);
  EXPECT_EQ(told.fill, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  EXPECT_THAT(told.sizes, ElementsAre(72, 10, 3));
  EXPECT_THAT(told.strides, ElementsAre(144, 1440));
  EXPECT_THAT(told.box, ElementsAre(64, 32, 1));
  EXPECT_THAT(told.steps, ElementsAre(1, 1, 1));
}

TEST_F(GpuTensorMap, PlanesMayLieFurtherApartThanTheirLines) {
  auto memory = m_device->allocate(1 << 16, MemoryKind::Device).value();
  test::describedTensors().clear();
  ASSERT_TRUE(m_device->tensorMap({memory->data(), 2, {72, 10, 3}, {64, 32, 1}, 17}).ok());
  EXPECT_THAT(test::describedTensors().at(0).sizes, ElementsAre(72, 10, 3));
  EXPECT_THAT(test::describedTensors().at(0).strides, ElementsAre(144, 17 * 144));
}

TEST_F(GpuTensorMap, MoreSharedMemoryThanAllGpusGiveIsAllowedBeforeTheLaunch) {
  const test::GpuRuntimeFake::FakeKernel nothing = [](float*, int) {};
  const KernelEntry kernel{"nothing", reinterpret_cast<const void*>(nothing)};
  float* data = nullptr;
  int count = 0;
  void* arguments[] = {&data, &count};
  auto stream = m_device->createStream().value();
  for (const std::size_t bytes : {std::size_t{48} << 10, std::size_t{200} << 10}) {
    gpuRuntimeFake().calls.clear();
    ASSERT_TRUE(stream->launch(kernel, {{1, 1, 1}, {1, 1, 1}, bytes}, arguments).ok());
    if (bytes == std::size_t{48} << 10)
      EXPECT_THAT(gpuRuntimeFake().calls, ElementsAre("cudaLaunchKernel"));
    else
      EXPECT_THAT(gpuRuntimeFake().calls, ElementsAre("cudaFuncSetAttribute", "cudaLaunchKernel"));
  }
  EXPECT_EQ(gpuRuntimeFake().allowedShared, std::size_t{200} << 10);
  const auto tooMuch = stream->launch(kernel, {{1, 1, 1}, {1, 1, 1}, std::size_t{228} << 10}, arguments);
  EXPECT_EQ(tooMuch.error().code, ErrorCode::Usage);
}

#else

TEST_F(GpuTensorMap, HipHasNone) {
  auto memory = m_device->allocate(1 << 16, MemoryKind::Device).value();
  EXPECT_EQ(m_device->tensorMap({memory->data(), 2, {72, 10, 3}, {64, 32, 1}}).error().code, ErrorCode::Unsupported);
}

#endif

TEST_F(GpuTensorMap, WhatNoDeviceCopiesIsRefusedBeforeTheDriverIsAsked) {
  auto memory = m_device->allocate(1 << 16, MemoryKind::Device).value();
  test::describedTensors().clear();
  EXPECT_EQ(m_device->tensorMap({memory->data(), 2, {70, 10, 3}, {64, 32, 1}}).error().code, ErrorCode::Usage);
  EXPECT_TRUE(test::describedTensors().empty());
}

}  // namespace
}  // namespace strata
