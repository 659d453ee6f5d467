#include "tests/modelfile/mutations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "tests/modelfile/allocation_peak.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

class DamagedFiles : public ::testing::TestWithParam<std::string> {};

TEST_P(DamagedFiles, AreRefusedWithASentenceOrRead) {
  const DamageReport report = damage(GetParam(), /*seed=*/1, /*count=*/300);
  EXPECT_EQ(report.refused + report.opened, 300);
  EXPECT_GT(report.refused, 60) << "the damage does not reach what the reader checks";
  for (const std::string& problem : report.problems) ADD_FAILURE() << problem;
}

/// Text in which the smallest values there are come by the hundred thousand.
TEST(HostileFiles, CostMemoryInProportion) {
  const auto repeated = [](const std::string& each) {
    std::string text;
    for (int i = 0; i < 200000; ++i) text += each;
    return text;
  };
  std::string keys;
  for (int i = 0; i < 100000; ++i) keys += "\"" + std::to_string(i) + "\":0,";
  const TemporaryFolder folder;
  for (const std::string& json : {"[" + repeated("0,") + "0]", "[" + repeated("[],") + "0]",
                                  "[" + repeated("{},") + "0]", "{" + keys + "\"x\":0}"}) {
    writeFile(folder.path() / "config.json", json);
    const AllocationPeak peak;
    EXPECT_NE(refusalOf(folder.path()), "");
    EXPECT_LT(peak.bytes(), json.size() * 32) << json.substr(0, 20);
  }
}

INSTANTIATE_TEST_SUITE_P(, DamagedFiles, ::testing::ValuesIn(filesToDamage()), [](const auto& each) {
  std::string name = each.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace strata::test
