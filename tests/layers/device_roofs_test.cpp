#include "layers/hardware/device_roofs.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

DeviceInfo device(std::string name, std::string architecture, std::uint32_t units, double megahertz) {
  DeviceInfo info;
  info.name = std::move(name);
  info.architecture = std::move(architecture);
  info.computeUnits = units;
  info.facts = {{"clock", megahertz, "MHz", Provenance::Spec}};
  return info;
}

TEST(DeviceRoofs, OfADataSheet) {
  const auto roofs = deviceRoofs(device("NVIDIA A100-SXM4-80GB", "sm_80", 108, 1410));
  ASSERT_EQ(roofs.size(), 2u);
  EXPECT_EQ(roofs[0].key, "fp32 peak");
  EXPECT_NEAR(roofs[0].value, 19.5e12, 0.05e12);
  EXPECT_EQ(roofs[0].provenance, Provenance::Spec);
  EXPECT_EQ(roofs[1].key, "memory bandwidth");
  EXPECT_DOUBLE_EQ(roofs[1].value, 2039e9);
  EXPECT_EQ(roofs[1].provenance, Provenance::Spec);
}

// The computed peaks against the data sheets': A100 19.5, H100 66.9, L4 30.3, MI300X 163.4 and MI355X 157.3 TFLOP/s.
TEST(DeviceRoofs, AreComputedWhereNoDataSheetIsKnown) {
  const auto peak = [](const char* architecture, std::uint32_t units, double megahertz) {
    const auto roofs = deviceRoofs(device("nobody knows it", architecture, units, megahertz));
    EXPECT_EQ(roofs.size(), 1u);
    EXPECT_EQ(roofs.at(0).provenance, Provenance::Modelled);
    return roofs.at(0).value * 1e-12;
  };
  EXPECT_NEAR(peak("sm_80", 108, 1410), 19.5, 0.05);
  EXPECT_NEAR(peak("sm_90", 132, 1980), 66.9, 0.05);
  EXPECT_NEAR(peak("sm_89", 58, 2040), 30.3, 0.05);
  EXPECT_NEAR(peak("gfx942", 304, 2100), 163.4, 0.05);
  EXPECT_NEAR(peak("gfx950", 256, 2400), 157.3, 0.05);
}

TEST(DeviceRoofs, OfMatrixUnitsAreTheFigures) {
  const DeviceInfo h200 = device("NVIDIA H200", "sm_90", 132, 1980);
  const auto roofs = deviceRoofs(h200, Factors::Bf16);
  ASSERT_EQ(roofs.size(), 2u);
  EXPECT_EQ(roofs[0].key, "bf16 peak");
  EXPECT_DOUBLE_EQ(roofs[0].value, 989.4e12);
  EXPECT_EQ(roofs[0].provenance, Provenance::Spec);
  EXPECT_DOUBLE_EQ(roofs[1].value, 4800e9);
  EXPECT_DOUBLE_EQ(deviceRoofs(h200, Factors::Tf32)[0].value, 494.7e12);
  EXPECT_EQ(deviceRoofs(device("NVIDIA GeForce RTX 4060", "sm_89", 24, 2460), Factors::F16)[0].provenance,
            Provenance::Modelled);
  EXPECT_EQ(deviceRoofs(device("Tesla T4", "sm_75", 40, 1590), Factors::Bf16).size(), 1u) << "it has none for bf16";
  EXPECT_TRUE(deviceRoofs(device("nobody knows it", "sm_90", 132, 1980), Factors::F16).empty());
}

TEST(DeviceRoofs, NamesMustBeTheWholeName) {
  EXPECT_EQ(deviceRoofs(device("NVIDIA L40", "sm_89", 142, 2490)).size(), 1u) << "no L4";
  EXPECT_EQ(deviceRoofs(device("NVIDIA GH200 480GB", "sm_90", 132, 1980)).size(), 1u) << "no H200";
}

TEST(DeviceRoofs, AreLeftOutWhereNothingIsKnown) {
  EXPECT_TRUE(deviceRoofs(device("AMD EPYC", "x86-64-v4", 2, 4000)).empty());
  EXPECT_TRUE(deviceRoofs(device("a GPU without a clock", "sm_90", 132, 0)).empty());
  EXPECT_TRUE(deviceRoofs(device("AMD Radeon RX 6800 XT", "gfx1030", 36, 2250)).empty());
}

}  // namespace
}  // namespace strata
