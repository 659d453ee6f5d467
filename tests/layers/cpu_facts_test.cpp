#include "layers/hardware/cpu_facts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace strata {
namespace {

class CpuFactsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "strata-facts-XXXXXX";
    m_root = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(m_root); }

  void write(const std::string& path, std::string_view text) const {
    const std::filesystem::path file = m_root + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  std::string m_root;
};

TEST_F(CpuFactsTest, ReadsModelAndFlags) {
  write("/proc/cpuinfo",
        "processor\t: 0\nmodel name\t: Some CPU 9000\nflags\t\t: fpu avx512f avx512dq avx512bw avx512vl\n");
  const CpuFacts facts = readCpuFacts(m_root);
  EXPECT_EQ(facts.model, "Some CPU 9000");
  EXPECT_TRUE(facts.avx512);
  EXPECT_GE(facts.cores, 1u);
}

TEST_F(CpuFactsTest, OneMissingPartIsNoAvx512) {
  write("/proc/cpuinfo", "model name\t: X\nflags\t\t: avx512f avx512dq avx512bw avx512vlx\n");
  EXPECT_FALSE(readCpuFacts(m_root).avx512);
}

TEST_F(CpuFactsTest, ReadsCachesWithoutInstructionCaches) {
  const std::string base = "/sys/devices/system/cpu/cpu0/cache/index";
  write(base + "0/level", "1\n"), write(base + "0/type", "Data\n"), write(base + "0/size", "48K\n");
  write(base + "1/level", "1\n"), write(base + "1/type", "Instruction\n"), write(base + "1/size", "32K\n");
  write(base + "2/level", "3\n"), write(base + "2/type", "Unified\n"), write(base + "2/size", "32M\n");
  const CpuFacts facts = readCpuFacts(m_root);
  ASSERT_EQ(facts.caches.size(), 2u);
  EXPECT_EQ(facts.caches[0].name, "L1d");
  EXPECT_EQ(facts.caches[0].bytes, 48u << 10);
  EXPECT_EQ(facts.caches[1].name, "L3");
  EXPECT_EQ(facts.caches[1].bytes, 32u << 20);
}

TEST_F(CpuFactsTest, ReadsAvailableMemory) {
  write("/proc/meminfo", "MemTotal:       100 kB\nMemAvailable:   12345 kB\n");
  EXPECT_EQ(availableMemory(m_root), 12345u * 1024);
}

TEST_F(CpuFactsTest, NothingThereIsSaidNotInvented) {
  const CpuFacts facts = readCpuFacts(m_root);
  EXPECT_EQ(facts.model, "unknown processor");
  EXPECT_FALSE(facts.avx512);
  EXPECT_TRUE(facts.caches.empty());
  EXPECT_EQ(availableMemory(m_root), 0u);
}

}  // namespace
}  // namespace strata
