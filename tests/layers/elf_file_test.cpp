#include "layers/compiler/elf_file.h"

#include <gtest/gtest.h>
#include <link.h>

#include <fstream>
#include <iterator>
#include <random>

extern "C" __attribute__((noinline)) int strataElfProbe(int value) {
  return value * 3;
}

namespace strata {
namespace {

std::string ownProgram() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint64_t addressInFile() {
  std::uint64_t load = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_addr;
        return 1;
      },
      &load);
  return reinterpret_cast<std::uint64_t>(&strataElfProbe) - load;
}

TEST(ElfFile, FindsTheFunctionAtAnAddress) {
  const std::string program = ownProgram();
  const ElfFile file(program);
  const auto probe = file.functionAt(addressInFile() + 1);
  ASSERT_TRUE(probe);
  EXPECT_EQ(probe->name, "strataElfProbe");
  EXPECT_EQ(probe->address, addressInFile());
  EXPECT_GT(probe->bytes, 1u);
  EXPECT_FALSE(file.functionAt(1));
}

TEST(ElfFile, ReadsANote) {
  constexpr std::uint32_t kAbiTag = 1;  // every Linux program has one: four numbers
  const std::string program = ownProgram();
  EXPECT_EQ(ElfFile(program).note("GNU", kAbiTag).size(), 16u);
  EXPECT_TRUE(ElfFile(program).note("AMDGPU", 32).empty());
}

/// Half a file, and one with bytes that are not its own, hold less, and nothing outside them is read.
TEST(ElfFile, DamageIsNotRead) {
  const std::string program = ownProgram();
  const std::uint64_t address = addressInFile();
  for (std::size_t bytes = 0; bytes < program.size(); bytes = bytes * 5 / 4 + 7) {
    const std::string half(program.data(), bytes);
    EXPECT_FALSE(ElfFile(half).functionAt(address));
    EXPECT_TRUE(ElfFile(half).note("AMDGPU", 32).empty());
  }
  std::mt19937 random(1);
  std::string damaged = program;
  for (int round = 0; round < 200; ++round) {
    for (int i = 0; i < 100; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    for (int i = 0; i < 4; ++i) damaged[random() % 64] = static_cast<char>(random());
    damaged.replace(0, 5, program, 0, 5);
    (void)ElfFile(damaged).functionAt(address);
    (void)ElfFile(damaged).note("GNU", 1);
  }
}

}  // namespace
}  // namespace strata
