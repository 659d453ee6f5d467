#include <gtest/gtest.h>
#include <sys/utsname.h>

#include "engine/backends/null/null_device.h"
#include "kernels/operation/cpu_level.h"
#include "layers/compiler/compiler_layer.h"
#include "layers/model/stack.h"

namespace strata {
namespace {

TEST(Stack, SevenStoreysFromTheTopEachWithItsText) {
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const StackLayer& layer = *stackLayers()[i];
    EXPECT_EQ(layer.storey, static_cast<Storey>(i));
    EXPECT_GT(layer.teaching.size(), 100u) << storeyInfo(layer.storey).key;
    EXPECT_FALSE(layer.cuda.empty() || layer.rocm.empty() || layer.cpu.empty()) << storeyInfo(layer.storey).key;
  }
}

TEST(Stack, EveryProbeSaysWhatItFoundOrHowToMendIt) {
  const auto states = probeCpuStack(nullptr);
  ASSERT_EQ(states.size(), kStoreyCount);
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    EXPECT_EQ(states[i].storey, static_cast<Storey>(i));
    EXPECT_FALSE(states[i].name.empty() || states[i].reason.empty()) << i;
    EXPECT_FALSE(states[i].available ? states[i].version.empty() : states[i].remedy.empty()) << i;
  }
}

TEST(Stack, WithoutADeviceTheRuntimeIsMissing) {
  EXPECT_FALSE(probeCpuStack(nullptr)[static_cast<std::size_t>(Storey::Runtime)].available);
}

TEST(Stack, DriverIsTheKernelThatRuns) {
  utsname system{};
  ASSERT_EQ(uname(&system), 0);
  EXPECT_EQ(probeCpuStack(nullptr)[static_cast<std::size_t>(Storey::Driver)].version, system.release);
}

TEST(Stack, CompilerIsTheOneThatBuiltThis) {
  const StoreyState state = probeCpuCompiler();
  EXPECT_NE(state.reason.find("worked ahead of time"), std::string::npos);
  EXPECT_NE(state.reason.find("-O3"), std::string::npos) << "the kernels' own, not this test's";
  EXPECT_EQ(state.reason.find("-march=x86-64-v4") != std::string::npos, cpuLevel() == "v4");
#if defined(__clang__)
  EXPECT_EQ(state.name, "Clang");
  EXPECT_TRUE(state.version.starts_with(std::to_string(__clang_major__) + "."));
#elif defined(__GNUC__)
  EXPECT_EQ(state.name, "GCC");
  EXPECT_TRUE(state.version.starts_with(std::to_string(__GNUC__) + "."));
#endif
}

TEST(Stack, OnlyAWholeProbeAsksWhatTheDeviceShares) {
  NullScript script;
  script.identity.device = {0xAB};
  script.refuses = [](SharedKind kind) -> std::optional<Error> {
    if (kind != SharedKind::OpaqueTimeline) return std::nullopt;
    return Error{ErrorCode::Unsupported, "none today.", Storey::Runtime};
  };
  const auto device = createNullDevice(script);
  const auto reason = [&](ProbeDepth depth) {
    return probeCpuStack(device.get(), depth)[static_cast<std::size_t>(Storey::Runtime)].reason;
  };
  EXPECT_EQ(reason(ProbeDepth::Quick).find("imports"), std::string::npos);
  const std::string whole = reason(ProbeDepth::Whole);
  EXPECT_NE(whole.find("imports host memory, Vulkan memory, counters in host memory, device UUID ab00000000"),
            std::string::npos)
      << whole;
  EXPECT_NE(whole.find("no Vulkan timelines: none today."), std::string::npos) << whole;
}

class BlindObservation final : public GpuObservation {
 public:
  std::string describe() const override { return "device events, because CUPTI is missing"; }
  bool seesDriver() const override { return false; }
  std::vector<DeviceFact> facts() const override { return {{"link width", 16, "lanes", Provenance::Measured}}; }
  std::string withoutTelemetry() const override { return "NVML is not installed: with it power would be shown."; }
};

class GpuStackTest : public ::testing::Test {
 protected:
  GpuStack stack(StoreyState driver) {
    GpuStack stack;
    stack.libraries.blas = {cublasDialect(13)};
    stack.libraries.dnn = []() -> Result<std::unique_ptr<GpuDnn>> {
      return Error{ErrorCode::Unavailable, "cuDNN is not installed", Storey::Library};
    };
    stack.compiler = {"nvcc", "13.0", "sm_90"};
    stack.runtime = "CUDA runtime";
    stack.driver = [driver] { return driver; };
    return stack;
  }
  static const StoreyState& of(const std::vector<StoreyState>& states, Storey storey) {
    return states[static_cast<std::size_t>(storey)];
  }
};

TEST_F(GpuStackTest, ABrokenDriverIsWhyThereIsNoHardware) {
  StoreyState driver;
  driver.reason = "the kernel module is not loaded.";
  driver.remedy = "sudo modprobe nvidia";
  const auto states = probeGpuStack(stack(driver), nullptr, nullptr, {ErrorCode::Unavailable, "no device"});
  ASSERT_EQ(states.size(), kStoreyCount);
  EXPECT_FALSE(of(states, Storey::Hardware).available);
  EXPECT_EQ(of(states, Storey::Hardware).reason, driver.reason);
  EXPECT_EQ(of(states, Storey::Hardware).remedy, driver.remedy);
  EXPECT_EQ(of(states, Storey::Library).reason,
            "installed or not, it cannot be used without a device: a BLAS handle needs one");
  EXPECT_TRUE(of(states, Storey::Compiler).available);
}

TEST_F(GpuStackTest, WhereTheDriverWorksTheErrorOfOpeningSpeaks) {
  StoreyState driver;
  driver.available = true;
  const auto states = probeGpuStack(stack(driver), nullptr, nullptr, {ErrorCode::Unavailable, "device 7 of 1"});
  EXPECT_EQ(of(states, Storey::Hardware).reason, "device 7 of 1");
}

TEST_F(GpuStackTest, WhatIsNotSeenOfADeviceIsSaid) {
  StoreyState driver;
  driver.available = true;
  const auto device = createNullDevice();
  const BlindObservation observation;
  const auto states = probeGpuStack(stack(driver), device.get(), &observation, {});
  EXPECT_EQ(of(states, Storey::Driver).reason, "not observed without a profiler's interface");
  EXPECT_EQ(of(states, Storey::Runtime).reason, observation.describe());
  const std::string& hardware = of(states, Storey::Hardware).reason;
  EXPECT_NE(hardware.find("link width 16 lanes (measured). NVML is not installed: with it power"), std::string::npos)
      << hardware;
  EXPECT_NE(of(states, Storey::Library).reason.find("cuDNN is not installed"), std::string::npos);
}

}  // namespace
}  // namespace strata
