#include "layers/compiler/ready_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "layers/compiler/host_compiler.h"
#include "layers/compiler/own_text.h"
#include "tests/layers/recorded_session.h"

// The head of all texts is compiled once; what becomes of that file is no matter to a kernel.

namespace strata {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;

constexpr const char *kMakes = "g++: headers, once for all kernels", *kCompiles = "g++: C++ → object",
                     *kLinks = "g++: link", *kLoads = "load";

class ReadyHeadTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto compiler = HostCompiler::find(); !compiler.ok()) GTEST_SKIP() << compiler.error().message;
    if (const char* before = std::getenv("XDG_CACHE_HOME")) m_before = before;
    keepIn(m_cache.path());
  }
  void TearDown() override {
    ::unsetenv("XDG_CACHE_HOME");
    if (!m_before.empty()) keepIn(m_before);
  }

  static void keepIn(const std::string& folder) { ::setenv("XDG_CACHE_HOME", folder.c_str(), 1); }
  std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    std::error_code none;
    for (const fs::directory_entry& each : fs::directory_iterator(m_cache.path("strata/heads"), none))
      files.push_back(each.path());
    return files;
  }
  /// The stages it took, in order.
  static std::vector<std::string> build(OwnBuild how = OwnBuild::Plain) {
    auto compiler = HostCompiler::find();
    TraceRecorder recorder;
    compiler.value().recordTo(recorder);
    const OwnText mine{"mine.cu", "__global__ void mine(const float* x, float* y) { y[0] = sqrtf(x[0]); }\n", {}};
    const std::string kernels[] = {"mine"};
    const auto object = compiler.value().build(mine, "saxpy", kernels, how);
    EXPECT_TRUE(object.ok()) << object.error().message;
    if (!object.ok()) return {};
    EXPECT_NE(object.value()->find("mine").function, nullptr);
    const auto snapshot = test::readRecorded(recorder);
    std::vector<std::string> stages;
    for (const TraceEvent& event :
         test::eventsWhere(*snapshot, [](const TraceEvent& each) { return each.storey == Storey::Compiler; })) {
      stages.emplace_back(snapshot->name(event.name));
      EXPECT_GT(event.duration().ns, 0);
    }
    return stages;
  }

  TemporaryFolder m_cache;

 private:
  std::string m_before;
};

TEST_F(ReadyHeadTest, TheFirstKernelMakesItForThoseAfterIt) {
  EXPECT_THAT(build(), ElementsAre(kMakes, kCompiles, kLinks, kLoads));
  EXPECT_THAT(build(), ElementsAre(kCompiles, kLinks, kLoads));
  EXPECT_THAT(build(OwnBuild::Watched), ElementsAre(kMakes, kCompiles, kLinks, kLoads)) << "other flags";
  EXPECT_EQ(kept().size(), 2u);
}

TEST_F(ReadyHeadTest, WhereItCannotBeKeptNoneIsMade) {
  keepIn("/proc/nowhere");
  EXPECT_THAT(build(), ElementsAre(kCompiles, kLinks, kLoads));
}

TEST_F(ReadyHeadTest, ADamagedOneIsLeftOutAndMadeAgain) {
  build();
  ASSERT_EQ(kept().size(), 1u);
  const fs::path file = kept().front();
  const auto whole = fs::file_size(file);
  fs::resize_file(file, whole / 2);
  EXPECT_THAT(build(), ElementsAre(kCompiles, kCompiles, kLinks, kLoads)) << "half of it";
  EXPECT_TRUE(kept().empty());
  EXPECT_THAT(build(), ElementsAre(kMakes, kCompiles, kLinks, kLoads));
  fs::resize_file(file, 0);
  EXPECT_THAT(build(), ElementsAre(kMakes, kCompiles, kLinks, kLoads)) << "nothing of it";
  EXPECT_GT(fs::file_size(file), whole / 2);
}

TEST_F(ReadyHeadTest, WhatNobodyUsedForAMonthGoes) {
  build();
  ASSERT_EQ(kept().size(), 1u);
  fs::last_write_time(kept().front(), fs::file_time_type::clock::now() - std::chrono::days(31));
  build(OwnBuild::Watched);
  EXPECT_EQ(kept().size(), 1u);
}

}  // namespace
}  // namespace strata
