#include "engine/base/host_facts.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

namespace strata {
namespace {

class HostFactsTest : public ::testing::Test {
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

TEST_F(HostFactsTest, ReadsModelAndFlags) {
  write("/proc/cpuinfo",
        "processor\t: 0\nmodel name\t: Some CPU 9000\nflags\t\t: fpu avx512f avx512dq avx512bw avx512vl\n");
  const HostFacts facts = readHostFacts(m_root);
  EXPECT_EQ(facts.model, "Some CPU 9000");
  EXPECT_TRUE(facts.avx512);
  EXPECT_GE(facts.cores, 1u);
}

// A hypervisor tells one number all the time.
TEST_F(HostFactsTest, AVirtualMachinesClockIsThatOfTheDataSheet) {
  write("/proc/cpuinfo", "model name\t: X\ncpu MHz\t\t: 2100.000\nflags\t\t: fpu\n");
  EXPECT_TRUE(readHostFacts(m_root).clockIsNow);
  write("/proc/cpuinfo", "model name\t: X\ncpu MHz\t\t: 2100.000\nflags\t\t: fpu hypervisor\n");
  EXPECT_EQ(readHostFacts(m_root).megahertz, 2100);
  EXPECT_FALSE(readHostFacts(m_root).clockIsNow);
  write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1800000\n");
  EXPECT_TRUE(readHostFacts(m_root).clockIsNow);
}

TEST_F(HostFactsTest, OneMissingPartIsNoAvx512) {
  write("/proc/cpuinfo", "model name\t: X\nflags\t\t: avx512f avx512dq avx512bw avx512vlx\n");
  EXPECT_FALSE(readHostFacts(m_root).avx512);
}

TEST_F(HostFactsTest, ReadsCachesWithoutInstructionCaches) {
  const std::string base = "/sys/devices/system/cpu/cpu0/cache/index";
  write(base + "0/level", "1\n"), write(base + "0/type", "Data\n"), write(base + "0/size", "48K\n");
  write(base + "1/level", "1\n"), write(base + "1/type", "Instruction\n"), write(base + "1/size", "32K\n");
  write(base + "2/level", "3\n"), write(base + "2/type", "Unified\n"), write(base + "2/size", "32M\n");
  const HostFacts facts = readHostFacts(m_root);
  ASSERT_EQ(facts.caches.size(), 2u);
  EXPECT_EQ(facts.caches[0].level, 1);
  EXPECT_TRUE(facts.caches[0].dataOnly);
  EXPECT_EQ(facts.caches[0].bytes, 48u << 10);
  EXPECT_EQ(facts.caches[1].level, 3);
  EXPECT_FALSE(facts.caches[1].dataOnly);
  EXPECT_EQ(facts.caches[1].bytes, 32u << 20);
}

TEST_F(HostFactsTest, CachesOfAllProcessorsThatItMayRunOnCount) {
  write("/proc/thread-self/status", "Name:\tx\nCpus_allowed_list:\t2-4,7\n");
  const auto processor = [&](int number, const char* core, const char* sharing) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(number) + "/";
    write(folder + "topology/thread_siblings_list", core);
    write(folder + "cache/index0/level", "1\n"), write(folder + "cache/index0/type", "Data\n");
    write(folder + "cache/index0/size", "32K\n"), write(folder + "cache/index0/shared_cpu_list", core);
    write(folder + "cache/index1/level", "3\n"), write(folder + "cache/index1/type", "Unified\n");
    write(folder + "cache/index1/size", "16M\n"), write(folder + "cache/index1/shared_cpu_list", sharing);
  };
  processor(0, "0-1\n", "0-1\n");
  processor(2, "2-3\n", "2-3\n");
  processor(3, "2-3\n", "2-3\n");
  processor(4, "4-5\n", "4-7\n");
  processor(7, "6-7\n", "4-7\n");
  const HostFacts facts = readHostFacts(m_root);
  EXPECT_EQ(facts.allowed, "2-4,7");
  EXPECT_EQ(facts.processors, 4u);
  EXPECT_EQ(facts.cores, 3u) << "two are threads of one";
  ASSERT_EQ(facts.caches.size(), 2u);
  EXPECT_EQ(facts.caches[0].bytesOfAll, 3u * (32 << 10));
  EXPECT_EQ(facts.caches[1].bytes, 16u << 20);
  EXPECT_EQ(facts.caches[1].bytesOfAll, 2u * (16 << 20));
}

// /proc lists them among those allowed; their topology is not there.
TEST_F(HostFactsTest, ProcessorsThatAreSwitchedOffDoNotCount) {
  write("/proc/thread-self/status", "Cpus_allowed_list:\t0-15\n");
  for (const int on : {0, 2, 3, 4, 8}) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(on) + "/";
    write(folder + "topology/thread_siblings_list", std::to_string(on) + "\n");
  }
  const HostFacts facts = readHostFacts(m_root, {0, 2, 3, 4, 8});
  EXPECT_EQ(facts.processors, 5u);
  EXPECT_EQ(facts.cores, 5u);
  EXPECT_EQ(facts.allowed, "0,2-4,8");
}

TEST(ThisHost, HasTheProcessorsThatLinuxRunsItOn) {
  cpu_set_t all;
  CPU_ZERO(&all);
  if (sched_getaffinity(0, sizeof all, &all) != 0) GTEST_SKIP() << "more processors than such a set holds";
  const auto count = static_cast<std::uint32_t>(CPU_COUNT(&all));
  const HostFacts facts = readHostFacts();
  EXPECT_EQ(facts.processors, facts.timeLimit ? static_cast<std::uint32_t>(std::ceil(*facts.timeLimit)) : count);
  EXPECT_LE(facts.cores, count);
}

TEST(ThisHost, StaysWhatItWasAtFirst) {
  const HostFacts& first = thisHost();
  std::string now;
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    now = readHostFacts().allowed;
    EXPECT_EQ(&thisHost(), &first);
  }).join();
  EXPECT_EQ(now.find_first_not_of("0123456789"), std::string::npos) << now << ": one, read anew";
}

TEST_F(HostFactsTest, AControlGroupMayLeaveLessTimeThanThereAreProcessors) {
  write("/proc/thread-self/status", "Cpus_allowed_list:\t0-7\n");
  EXPECT_EQ(readHostFacts(m_root).timeLimit, std::nullopt);
  write("/sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(readHostFacts(m_root).processors, 8u);
  write("/proc/self/cgroup", "0::/user.slice/a.scope\n");
  write("/sys/fs/cgroup/user.slice/cpu.max", "250000 100000\n");
  write("/sys/fs/cgroup/user.slice/a.scope/cpu.max", "600000 100000\n");
  EXPECT_EQ(readHostFacts(m_root).timeLimit, 2.5);
  EXPECT_EQ(readHostFacts(m_root).processors, 3u);
  write("/proc/thread-self/status", "Cpus_allowed_list:\t0-1\n");
  EXPECT_EQ(readHostFacts(m_root).timeLimit, std::nullopt) << "it limits nothing";
  EXPECT_EQ(readHostFacts(m_root).processors, 2u);
  write("/proc/thread-self/status", "Cpus_allowed_list:\t0-7\n");
  write("/proc/self/cgroup", "5:cpu,cpuacct:/docker/1\n3:memory:/docker/1\n");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(readHostFacts(m_root).processors, 8u);
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(readHostFacts(m_root).processors, 2u) << "a container sees its group at the top";
}

TEST_F(HostFactsTest, ALimitOfMemoryMayBeOfAGroupAround) {
  write("/proc/meminfo", "MemTotal:       99999 kB\nMemAvailable:   12345 kB\n");
  write("/proc/self/cgroup", "0::/a.slice/b.scope\n");
  write("/sys/fs/cgroup/a.slice/memory.max", "4096000\n");
  write("/sys/fs/cgroup/a.slice/memory.current", "96000\n");
  EXPECT_EQ(totalMemory(m_root), 4096000u);
  EXPECT_EQ(availableMemory(m_root), 4000000u);
  write("/proc/self/cgroup", "3:memory:/jobs\n0::/\n");
  write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("/sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", "2048000\n");
  write("/sys/fs/cgroup/memory/jobs/memory.usage_in_bytes", "1000000\n");
  write("/sys/fs/cgroup/memory/jobs/memory.stat", "inactive_file 1\ntotal_inactive_file 600000\n");
  EXPECT_EQ(totalMemory(m_root), 2048000u);
  EXPECT_EQ(availableMemory(m_root), 1648000u);
}

TEST_F(HostFactsTest, ReadsAvailableMemory) {
  write("/proc/meminfo", "MemTotal:       99999 kB\nMemAvailable:   12345 kB\n");
  EXPECT_EQ(availableMemory(m_root), 12345u * 1024);
  EXPECT_EQ(totalMemory(m_root), 99999u * 1024);
}

TEST_F(HostFactsTest, AControlGroupMayAllowLessThanTheMachineHas) {
  write("/proc/meminfo", "MemTotal:       99999 kB\nMemAvailable:   12345 kB\n");
  write("/sys/fs/cgroup/memory.max", "4096000\n");
  EXPECT_EQ(totalMemory(m_root), 4096000u);
  EXPECT_EQ(availableMemory(m_root), 4096000u);
  write("/sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(totalMemory(m_root), 99999u * 1024);
}

TEST_F(HostFactsTest, WhatAControlGroupHoldsIsNotAvailable) {
  write("/proc/meminfo", "MemTotal:       99999 kB\nMemAvailable:   12345 kB\n");
  write("/sys/fs/cgroup/memory.max", "4096000\n");
  write("/sys/fs/cgroup/memory.current", "3000000\n");
  EXPECT_EQ(availableMemory(m_root), 1096000u);
  write("/sys/fs/cgroup/memory.stat", "anon 2000000\ninactive_anon 7\ninactive_file 900000\nactive_file 100000\n");
  EXPECT_EQ(availableMemory(m_root), 1996000u) << "files that nobody uses make room";
  write("/sys/fs/cgroup/memory.current", "5000000\n");
  EXPECT_EQ(availableMemory(m_root), 0u) << "beyond the limit";
  EXPECT_EQ(totalMemory(m_root), 4096000u);
}

TEST_F(HostFactsTest, AProcessMayHaveFewerAddressesThanThereIsMemory) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const auto limits = [&](const std::string& soft) {
    write("/proc/self/limits",
          "Limit                     Soft Limit           Hard Limit           Units\n"
          "Max open files            1024                 4096                 files\n"
          "Max address space         " +
              soft + "            unlimited            bytes\n");
  };
  write("/proc/meminfo", "MemTotal:       99999999 kB\nMemAvailable:   12345678 kB\n");
  write("/proc/self/statm", "100 50 20 1 0 30 0\n");
  limits("unlimited");
  EXPECT_EQ(availableMemory(m_root), 12345678u * std::uint64_t{1024});
  limits(std::to_string(160 * page));
  EXPECT_EQ(availableMemory(m_root), 60 * page) << "beside what it has";
  EXPECT_EQ(totalMemory(m_root), 160 * page);
  limits(std::to_string(90 * page));
  EXPECT_EQ(availableMemory(m_root), 0u);
}

TEST_F(HostFactsTest, NothingLeftIsNotNothingSaid) {
  write("/proc/meminfo", "MemTotal:       99999 kB\nMemAvailable:       0 kB\n");
  EXPECT_EQ(availableMemory(m_root), 0u);
  write("/proc/meminfo", "MemTotal:       99999 kB\n");
  EXPECT_EQ(availableMemory(m_root), 99999u * 1024);
}

TEST_F(HostFactsTest, NothingThereIsSaidNotInvented) {
  const HostFacts facts = readHostFacts(m_root);
  EXPECT_EQ(facts.model, "");
  EXPECT_FALSE(facts.avx512);
  EXPECT_TRUE(facts.caches.empty());
  EXPECT_EQ(availableMemory(m_root), 0u);
}

}  // namespace
}  // namespace strata
