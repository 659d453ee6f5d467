// One test of ctest for a whole suite: where there is no such GPU, it says so once.
#include <gtest/gtest.h>

#include <cstdio>

#include "engine/backends/gpu/gpu_device.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  if (const auto device = strata::openGpuDevice(0); !device.ok()) {
    std::printf("SKIPPED: %s\n", device.error().message.c_str());
    return 0;
  }
  return RUN_ALL_TESTS();
}
