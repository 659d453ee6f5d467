#include "layers/driver/gpu_driver.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <vector>

namespace strata {
namespace {

namespace fs = std::filesystem;
using Trouble = DriverRemedy::Trouble;

/// A system of files in a temporary folder, as the drivers' facts are read from it.
class FakeSystem {
 public:
  FakeSystem() : m_root(fs::path(::testing::TempDir()) / ("system" + std::to_string(::getpid()))) {
    fs::remove_all(m_root);
    fs::create_directories(m_root);
  }
  ~FakeSystem() { fs::remove_all(m_root); }

  FakeSystem& with(const fs::path& file, const std::string& text = "") {
    fs::create_directories((m_root / file).parent_path());
    std::ofstream(m_root / file) << text << "\n";
    return *this;
  }
  SystemView view() const {
    return {m_root, [](const fs::path&) { return true; }, [](const std::string&) { return true; }};
  }

 private:
  fs::path m_root;
};

const std::string kNvidiaVersion =
    "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 07:00:00 UTC 2025";

TEST(GpuDriver, NoGpuOnTheBus) {
  FakeSystem system;
  system.with("sys/bus/pci/devices/0000:00:02.0/class", "0x030000")
      .with("sys/bus/pci/devices/0000:00:02.0/vendor", "0x8086");
  EXPECT_EQ(inspectNvidiaDriver(system.view(), "").trouble, Trouble::NoDevice);
  EXPECT_EQ(inspectAmdDriver(system.view()).trouble, Trouble::NoDevice);
}

TEST(GpuDriver, GpuWithoutItsModule) {
  FakeSystem system;
  system.with("sys/bus/pci/devices/0000:3b:00.0/class", "0x030200")
      .with("sys/bus/pci/devices/0000:3b:00.0/vendor", "0x10de");
  EXPECT_EQ(inspectNvidiaDriver(system.view(), "").trouble, Trouble::NoModule);
}

TEST(GpuDriver, DriverNewEnoughWorks) {
  FakeSystem system;
  system.with("proc/driver/nvidia/version", kNvidiaVersion);
  const auto state = inspectNvidiaDriver(system.view(), oldestNvidiaDriver(13));
  EXPECT_EQ(state.trouble, Trouble::None);
  EXPECT_EQ(state.version, "580.65.06");
}

TEST(GpuDriver, DriverTooOldForTheRuntimeNamesBoth) {
  FakeSystem system;
  system.with("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  x");
  const auto state = inspectNvidiaDriver(system.view(), "580.65.06");
  EXPECT_EQ(state.trouble, Trouble::TooOld);
  const StoreyState storey = driverStorey("nvidia", "NVIDIA driver", state);
  EXPECT_FALSE(storey.available);
  EXPECT_NE(storey.reason.find("570.86.15"), std::string::npos);
  EXPECT_NE(storey.reason.find("580.65.06"), std::string::npos);
}

TEST(GpuDriver, NoLibraryAndNoAccessAreToldApart) {
  FakeSystem system;
  system.with("proc/driver/nvidia/version", kNvidiaVersion);
  SystemView view = system.view();
  view.hasLibrary = [](const std::string&) { return false; };
  EXPECT_EQ(inspectNvidiaDriver(view, "").trouble, Trouble::NoLibrary);
  view.canOpen = [](const fs::path&) { return false; };
  EXPECT_EQ(inspectNvidiaDriver(view, "").trouble, Trouble::NoAccess);
}

TEST(GpuDriver, UserOutsideTheRenderGroup) {
  FakeSystem system;
  system.with("dev/kfd").with("dev/dri/renderD128");
  SystemView view = system.view();
  view.canOpen = [](const fs::path& file) { return file == "dev/kfd"; };
  const auto state = inspectAmdDriver(view);
  EXPECT_EQ(state.trouble, Trouble::NoAccess);
  EXPECT_NE(driverStorey("amd", "amdgpu", state).remedy.find("usermod -aG render"), std::string::npos);
}

/// With a KFD node for each: 0 is a processor's.
FakeSystem& withKfdNodes(FakeSystem& system, const std::vector<int>& gfxTargetVersions) {
  system.with("dev/kfd").with("dev/dri/renderD128");
  for (std::size_t node = 0; node < gfxTargetVersions.size(); ++node)
    system.with("sys/class/kfd/kfd/topology/nodes/" + std::to_string(node) + "/properties",
                "simd_count 24\ngfx_target_version " + std::to_string(gfxTargetVersions[node]));
  return system;
}

TEST(GpuDriver, ArchitectureOutsideTheOfficialListStillRuns) {
  FakeSystem system;
  const auto state = inspectAmdDriver(withKfdNodes(system, {0, 100100}).view());
  EXPECT_EQ(state.trouble, Trouble::NotOfficial);
  EXPECT_EQ(state.detail, "gfx1010");
  const StoreyState storey = driverStorey("amd", "amdgpu", state);
  EXPECT_TRUE(storey.available);
  EXPECT_EQ(storey.remedy.find("HSA_OVERRIDE_GFX_VERSION"), std::string::npos);
}

TEST(GpuDriver, TheGpuInTheProcessorBesideAnOfficialOneIsNoTrouble) {
  FakeSystem system;
  const auto state = inspectAmdDriver(withKfdNodes(system, {0, 110000, 100306}).view());
  EXPECT_EQ(state.trouble, Trouble::None);
  EXPECT_TRUE(driverStorey("amd", "amdgpu", state).remedy.empty());
}

TEST(GpuDriver, SiblingsOfGfx1030AreOverriddenOneByOne) {
  FakeSystem system;
  const auto state = inspectAmdDriver(withKfdNodes(system, {0, 100301, 90012, 100306}).view());
  EXPECT_EQ(state.trouble, Trouble::SiblingIsOfficial);
  EXPECT_EQ(state.detail, "gfx1031, gfx90c, gfx1036");
  const StoreyState storey = driverStorey("amd", "amdgpu", state);
  EXPECT_TRUE(storey.available);
  EXPECT_NE(storey.remedy.find(": HSA_OVERRIDE_GFX_VERSION_1=10.3.0 HSA_OVERRIDE_GFX_VERSION_3=10.3.0 ["),
            std::string::npos);
}

TEST(GpuDriver, Rdna3InProcessorsIsOfficialByNow) {
  for (const int version : {110002, 110003, 110500, 110501, 110502, 110503}) {
    FakeSystem system;
    EXPECT_EQ(inspectAmdDriver(withKfdNodes(system, {0, version}).view()).trouble, Trouble::None) << version;
  }
}

TEST(GpuDriver, OfficialArchitecturesAreReadInHexadecimal) {
  FakeSystem system;
  EXPECT_EQ(inspectAmdDriver(withKfdNodes(system, {0, 90010}).view()).trouble, Trouble::None);  // gfx90a
}

TEST(GpuDriver, VersionsCompareByTheirNumbers) {
  EXPECT_TRUE(olderVersion("525.60.13", "580.65.06"));
  EXPECT_TRUE(olderVersion("580.9", "580.65"));
  EXPECT_FALSE(olderVersion("580.65.06", "580.65.06"));
  EXPECT_FALSE(olderVersion("600", "580.65.06"));
}

TEST(GpuDriver, EveryTroubleHasARemedyAndASource) {
  for (const DriverRemedy& remedy : driverRemedies()) {
    EXPECT_FALSE(remedy.reason.empty());
    EXPECT_FALSE(remedy.remedy.empty());
    EXPECT_FALSE(remedy.source.empty());
  }
}

}  // namespace
}  // namespace strata
