#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/common/shared_library.h"
#include "layers/hardware/telemetry.h"
#include "tests/layers/amd_management_fakes.h"

// AMD SMI and ROCm SMI, with libraries of our own in their place (amd_smi_fake.cpp, rocm_smi_fake.cpp).

namespace strata {
namespace {

using test::FakeAmdGpu;
using ::testing::HasSubstr;

constexpr const char* kHere = "00000000:03:00.0";
const AmdTelemetryLibraries kBoth{{STRATA_FAKE_AMD_SMI}, {STRATA_FAKE_ROCM_SMI}};
const AmdTelemetryLibraries kOnlyRocmSmi{{"libnone.so"}, {STRATA_FAKE_ROCM_SMI}};

FakeAmdGpu& gpuOf(const char* library) {
  FakeAmdGpu* (*find)() = nullptr;
  SharedLibrary({library}).find(test::kFakeAmdGpu, find);
  return *find();
}

class AmdTelemetry : public ::testing::Test {
 protected:
  AmdTelemetry() { amdSmi = rocmSmi = {}; }
  TelemetryReading read(const AmdTelemetryLibraries& libraries) {
    const auto source = openAmdTelemetry(kHere, libraries);
    EXPECT_TRUE(source.ok()) << source.error().message;
    return source.ok() ? source.value()->read() : TelemetryReading{};
  }

  FakeAmdGpu& amdSmi = gpuOf(STRATA_FAKE_AMD_SMI);
  FakeAmdGpu& rocmSmi = gpuOf(STRATA_FAKE_ROCM_SMI);
};

TEST_F(AmdTelemetry, AmdSmiTellsFiveThings) {
  const TelemetryReading reading = read(kBoth);
  EXPECT_EQ(reading.utilisationPercent, 37);
  EXPECT_EQ(reading.memoryBytes, 5e9);
  EXPECT_EQ(reading.powerWatts, 215);
  EXPECT_EQ(reading.temperatureCelsius, 51);
  EXPECT_EQ(reading.clockMegahertz, 2304);
  EXPECT_EQ(amdSmi.started, 1);
  EXPECT_EQ(amdSmi.stopped, 1);
  EXPECT_EQ(rocmSmi.started, 0);
}

TEST_F(AmdTelemetry, RocmSmiTellsAllButTheClock) {
  const TelemetryReading reading = read(kOnlyRocmSmi);
  EXPECT_EQ(reading.utilisationPercent, 37);
  EXPECT_EQ(reading.memoryBytes, 5e9);
  EXPECT_DOUBLE_EQ(reading.powerWatts.value_or(0), 215);
  EXPECT_DOUBLE_EQ(reading.temperatureCelsius.value_or(0), 51);
  EXPECT_FALSE(reading.clockMegahertz);
  EXPECT_EQ(rocmSmi.started, 1);
  EXPECT_EQ(rocmSmi.stopped, 1);
}

TEST_F(AmdTelemetry, InstinctsTellTheCurrentPowerAndTheJunction) {
  for (FakeAmdGpu* gpu : {&amdSmi, &rocmSmi}) {
    gpu->currentWatts = 640;
    gpu->averageWatts = FakeAmdGpu::kNone;
    gpu->hasEdge = false;
  }
  for (const AmdTelemetryLibraries& libraries : {kBoth, kOnlyRocmSmi}) {
    const TelemetryReading reading = read(libraries);
    EXPECT_DOUBLE_EQ(reading.powerWatts.value_or(0), 640);
    EXPECT_DOUBLE_EQ(reading.temperatureCelsius.value_or(0), 66);
  }
}

TEST_F(AmdTelemetry, WhatTheGpuDoesNotSupportIsMissing) {
  amdSmi.averageWatts = FakeAmdGpu::kNone;
  amdSmi.busyPercent = amdSmi.clockMegahertz = 0xFFFF;
  TelemetryReading reading = read(kBoth);
  EXPECT_FALSE(reading.utilisationPercent);
  EXPECT_FALSE(reading.powerWatts);
  EXPECT_FALSE(reading.clockMegahertz);
  EXPECT_EQ(reading.memoryBytes, 5e9);
  amdSmi.answers = rocmSmi.answers = false;
  for (const AmdTelemetryLibraries& libraries : {kBoth, kOnlyRocmSmi}) {
    reading = read(libraries);
    EXPECT_FALSE(reading.utilisationPercent || reading.memoryBytes || reading.powerWatts ||
                 reading.temperatureCelsius || reading.clockMegahertz);
  }
}

TEST_F(AmdTelemetry, TheDeviceIsFoundByItsPlaceOnTheBus) {
  amdSmi.domain = rocmSmi.domain = 0x12;
  amdSmi.bus = rocmSmi.bus = 0xC5;
  amdSmi.device = rocmSmi.device = 0x1F;
  for (const AmdTelemetryLibraries& libraries : {kBoth, kOnlyRocmSmi}) {
    const auto source = openAmdTelemetry("00000012:C5:1F.0", libraries);
    ASSERT_TRUE(source.ok()) << source.error().message;
    EXPECT_EQ(source.value()->read().utilisationPercent, 37);
  }
}

TEST_F(AmdTelemetry, StructsOfAnotherMajorVersionAreNotRead) {
  for (const std::uint32_t major : {25U, 28U}) {
    amdSmi.libraryMajor = major;
    EXPECT_FALSE(read(kBoth).clockMegahertz);  // ROCm SMI's
  }
  const auto source = openAmdTelemetry(kHere, {kBoth.amdSmi, {"libnone.so"}});
  ASSERT_FALSE(source.ok());
  EXPECT_THAT(source.error().message, HasSubstr("AMD SMI 28"));
  EXPECT_EQ(amdSmi.started, amdSmi.stopped);
}

TEST_F(AmdTelemetry, WithoutALibraryOrADeviceTheReasonsOfBothAreSaid) {
  const auto none = openAmdTelemetry(kHere, {{"libnone.so"}, {"libnone.so"}});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::Unavailable);
  EXPECT_THAT(none.error().message, HasSubstr("AMD SMI is not installed (libamd_smi.so), and ROCm SMI is not"));
  const auto elsewhere = openAmdTelemetry("00000000:7F:00.0", kBoth);
  ASSERT_FALSE(elsewhere.ok());
  EXPECT_THAT(elsewhere.error().message, HasSubstr("AMD SMI does not know the device, and ROCm SMI does not know"));
  EXPECT_EQ(amdSmi.started, amdSmi.stopped);
  EXPECT_EQ(rocmSmi.started, rocmSmi.stopped);
  EXPECT_FALSE(openAmdTelemetry("", kBoth).ok());
}

}  // namespace
}  // namespace strata
