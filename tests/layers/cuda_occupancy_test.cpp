#include <cuda_occupancy.h>
#include <gtest/gtest.h>

#include "layers/hardware/occupancy.h"

// The table of limits and the rules against NVIDIA's own header, for every architecture that both know.

namespace strata {
namespace {

cudaOccDeviceProp propertiesOf(const DeviceLimits& limits) {
  const int capability = std::stoi(std::string(limits.architecture.substr(3)));
  cudaOccDeviceProp properties;
  properties.computeMajor = capability / 10;
  properties.computeMinor = capability % 10;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsPerMultiprocessor = static_cast<int>(limits.waves() * limits.waveSize);
  properties.regsPerBlock = properties.regsPerMultiprocessor = 65536;
  properties.warpSize = 32;
  properties.sharedMemPerBlock = 48 * 1024;
  properties.sharedMemPerMultiprocessor = limits.sharedBytes;
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = limits.sharedPerBlock;
  properties.reservedSharedMemPerBlock = limits.sharedReserved;
  return properties;
}

cudaOccResult asked(const DeviceLimits& limits, const BlockNeeds& needs) {
  const cudaOccDeviceProp properties = propertiesOf(limits);
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = static_cast<int>(needs.registers);
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = limits.sharedPerBlock;
  cudaOccDeviceState state;
  state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &attributes, &state, static_cast<int>(needs.threads), needs.sharedBytes);
  EXPECT_EQ(error, CUDA_OCC_SUCCESS) << limits.architecture;
  return result;
}

TEST(CudaOccupancy, AgreesForEveryShapeOfLaunch) {
  int compared = 0;
  for (const DeviceLimits& limits : deviceLimits()) {
    if (limits.unit != "SM") continue;
    for (std::uint32_t threads = 32; threads <= 1024; threads += 32)
      for (std::uint32_t registers = 1; registers <= 255; registers += 3)
        for (const std::uint64_t shared : {0, 1, 1024, 5000, 8192, 20000, 32768, 49152, 65536, 99 * 1024, 230000}) {
          const BlockNeeds needs{threads, registers, shared};
          const int expected = asked(limits, needs).activeBlocksPerMultiprocessor;
          ASSERT_EQ(occupancy(limits, needs).blocks, static_cast<std::uint32_t>(expected))
              << limits.architecture << ": " << threads << " threads, " << registers << " registers, " << shared
              << " bytes";
          ++compared;
        }
  }
  EXPECT_GT(compared, 100'000);
}

}  // namespace
}  // namespace strata
