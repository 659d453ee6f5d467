#include <gtest/gtest.h>
#include <sched.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>

#include "engine/base/read_file.h"
#include "kernels/operation/cpu_level.h"
#include "layers/workloads/common/roof_machine.h"
#include "layers/workloads/common/roofs.h"

namespace strata {
namespace {

namespace fs = std::filesystem;

// Threads take over the processors that they may run on from the thread that makes them.
TEST(RoofMachine, PartOfTheProcessorsIsAnotherMachine) {
  cpu_set_t all;
  CPU_ZERO(&all);
  ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
  if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "needs two processors";
  std::string ids[2];
  for (std::size_t wanted = 0; wanted < 2; ++wanted)
    std::thread([&] {
      std::size_t at = 0, seen = 0;
      while (!CPU_ISSET(at, &all) || seen++ < wanted) ++at;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(at, &one);
      ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
      ids[wanted] = machineId(readHostFacts());
      EXPECT_NE(ids[wanted].find(" processors " + std::to_string(at)), std::string::npos) << ids[wanted];
    }).join();
  EXPECT_NE(ids[0], ids[1]);
  EXPECT_NE(ids[0], machineId());
}

// The file's name is that of a folder.
TEST(RoofKeeper, AFolderInItsPlaceIsSaidWhereRoofsAreKept) {
  std::string folder = (fs::temp_directory_path() / "strata-roofs-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const RoofKeeper keeper{fs::path(folder)};
  EXPECT_FALSE(keeper.kept(DeviceInfo()));
  EXPECT_FALSE(keeper.seemsWritable());
  const auto kept = keeper.keep(DeviceInfo(), {.bytesPerSecond = 1, .flops = 1});
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().code, ErrorCode::Io);
  EXPECT_NE(kept.error().message.find(folder + ": Is a directory"), std::string::npos) << kept.error().message;
  EXPECT_NE(kept.error().message.find("XDG_CACHE_HOME"), std::string::npos) << kept.error().message;
  fs::remove(folder);
}

// What the file's own error says, "No such file or directory", is not why.
TEST(RoofKeeper, AFolderThatCannotBeMadeIsSaidWithItsOwnReason) {
  const RoofKeeper keeper{fs::path("/proc/self/strata/roofs.json")};
  EXPECT_FALSE(keeper.seemsWritable());
  const auto kept = keeper.keep(DeviceInfo(), {.bytesPerSecond = 1, .flops = 1});
  ASSERT_FALSE(kept.ok());
  EXPECT_NE(kept.error().message.find("Cannot make the folder /proc/self/strata: "), std::string::npos)
      << kept.error().message;
}

// So they were kept by a Strata that did not look whether the machine was busy.
TEST(RoofKeeper, DoesNotTakeTheMachineForFreeWhereNobodyLooked) {
  const fs::path file = fs::path(::testing::TempDir()) / "older-roofs.json";
  const RoofKeeper keeper(file, {.id = {}});
  DeviceInfo device;
  device.backend = "cpu", device.name = "AMD EPYC", device.architecture = "x86-64-v4", device.computeUnits = 2;
  std::ofstream(file) << R"({"cpu/AMD EPYC/x86-64-v4/2/kernels )" << cpuLevel()
                      << R"(/5": {"bytes_per_s": 6e8, "flop_per_s": 1e10}})";
  const auto kept = keeper.kept(device);
  ASSERT_TRUE(kept);
  EXPECT_FALSE(kept->onFreeMachine());
  EXPECT_TRUE(keeper.keep(device, {.bytesPerSecond = 6e9, .flops = 1e10}).ok());
  EXPECT_TRUE(keeper.kept(device)->onFreeMachine());
  fs::remove(file);
}

TEST(RoofKeeper, EachTryOnABusyMachineDoublesTheRestBeforeTheNextForLaterProcessesToo) {
  const fs::path file = fs::path(::testing::TempDir()) / "resting-roofs.json";
  DeviceInfo device;
  device.backend = "cpu", device.name = "AMD EPYC", device.architecture = "x86-64-v4", device.computeUnits = 2;
  const auto restAfter = [&](std::int64_t tries) {
    EXPECT_TRUE(RoofKeeper(file).keep(device, {.bytesPerSecond = 6e9, .flops = 1e10, .busyTries = tries}).ok());
    return RoofKeeper(file).kept(device)->rest();
  };
  EXPECT_EQ(restAfter(0), 60);
  EXPECT_EQ(restAfter(1), 60);
  EXPECT_EQ(restAfter(2), 120);
  EXPECT_EQ(restAfter(3), 240);
  EXPECT_EQ(restAfter(6), 1920);
  for (const std::int64_t many : {7, 8, 70}) EXPECT_EQ(restAfter(many), 3600) << many;
  EXPECT_EQ(restAfter(-1), 60);
  fs::remove(file);
}

// Workstations of a laboratory have one home for all, the same processor, and not the same memory.
TEST(RoofKeeper, MachinesThatShareAHomeHaveRoofsOfTheirOwn) {
  const fs::path file = fs::path(::testing::TempDir()) / "shared-roofs.json";
  const RoofKeeper one(file, {.id = "one"}), other(file, {.id = "other"});
  DeviceInfo device;
  device.backend = "cpu", device.name = "AMD EPYC", device.architecture = "x86-64-v4", device.computeUnits = 2;
  EXPECT_TRUE(one.keep(device, {.bytesPerSecond = 6e9, .flops = 1e10}).ok());
  EXPECT_FALSE(other.kept(device));
  EXPECT_TRUE(other.keep(device, {.bytesPerSecond = 3e9, .flops = 1e10}).ok());
  EXPECT_EQ(one.kept(device)->bytesPerSecond, 6e9);
  device.backend = "cuda";
  EXPECT_TRUE(one.keep(device, {.bytesPerSecond = 3e12, .flops = 6e13}).ok());
  EXPECT_TRUE(other.kept(device)) << "a GPU brings its memory along";
  fs::remove(file);
}

TEST(RoofKeeper, FieldsOfAnotherTypeAreNotThere) {
  const fs::path file = fs::path(::testing::TempDir()) / "odd-roofs.json";
  const RoofKeeper keeper(file, {.id = {}});
  DeviceInfo device;
  device.backend = "cpu", device.name = "AMD EPYC", device.architecture = "x86-64-v4", device.computeUnits = 2;
  const auto keep = [&](std::string_view fields) {
    std::ofstream(file) << R"({"cpu/AMD EPYC/x86-64-v4/2/kernels )" << cpuLevel() << R"(/5": {"flop_per_s": 1e10, )"
                        << fields << "}}";
  };
  keep(
      R"("bytes_per_s": 6e8, "memory_step": 7, "peak_step": ["chains"], "measured_at": 1e300, "confirmed_flop_per_s": "2e10")");
  const auto kept = keeper.kept(device);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->bytesPerSecond, 6e8);
  EXPECT_EQ(kept->memoryStep + kept->peakStep, "");
  EXPECT_EQ(kept->measuredAt, 0);
  EXPECT_EQ(kept->confirmed.flops, 0);
  keep(R"("bytes_per_s": "6e8")");
  EXPECT_FALSE(keeper.kept(device));
  fs::remove(file);
}

// Another level of x86-64 has wider instructions; a GPU has no such kernels.
TEST(RoofKeeper, RoofsOfAProcessorAreThoseOfTheLevelOfItsKernels) {
  const fs::path file = fs::path(::testing::TempDir()) / "level-roofs.json";
  const RoofKeeper keeper(file);
  DeviceInfo device;
  for (const std::string backend : {"cpu", "cuda"}) {
    device.backend = backend;
    ASSERT_TRUE(keeper.keep(device, {.bytesPerSecond = 1, .flops = 1}).ok());
    const auto all = nlohmann::json::parse(readIfThere(file.string()));
    const bool named = all.dump().find("kernels " + std::string(cpuLevel()) + "/") != std::string::npos;
    EXPECT_EQ(named, backend == "cpu") << all;
    fs::remove(file);
  }
}

}  // namespace
}  // namespace strata
