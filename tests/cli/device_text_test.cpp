#include "app/still/device_text.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

DeviceInfo device(std::string backend, std::uint32_t units, std::string unit) {
  DeviceInfo info;
  info.backend = std::move(backend);
  info.name = "Some";
  info.architecture = "any";
  info.computeUnits = units;
  info.computeUnitName = std::move(unit);
  info.memoryBytes = std::uint64_t{3} << 30;
  return info;
}

TEST(DeviceText, OneUnitHasNoPlural) {
  EXPECT_TRUE(deviceText(device("cuda", 1, "SM")).starts_with("cuda: Some, any, 1 SM, "));
  EXPECT_TRUE(deviceText(device("cuda", 132, "SM")).starts_with("cuda: Some, any, 132 SMs, "));
}

TEST(DeviceText, AProcessorSaysWhatItsMemoryIsAPartOf) {
  DeviceInfo cpu = device("cpu", 2, "core");
  EXPECT_TRUE(deviceText(cpu).ends_with(", 2 cores, 3.00 GiB")) << "of an older agent";
  cpu.facts.push_back({"host memory", 4.0 * (1 << 30), "B", Provenance::Measured});
  EXPECT_TRUE(deviceText(cpu).ends_with(", 2 cores, 3.00 GiB of 4.00 GiB usable"));
  DeviceInfo gpu = device("hip", 80, "CU");
  gpu.facts = cpu.facts;
  EXPECT_TRUE(deviceText(gpu).ends_with(", 80 CUs, 3.00 GiB"));
}

}  // namespace
}  // namespace strata
