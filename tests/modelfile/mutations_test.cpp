#include "tests/modelfile/mutations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace strata::test {
namespace {

class DamagedFiles : public ::testing::TestWithParam<std::string> {};

TEST_P(DamagedFiles, AreRefusedWithASentenceOrRead) {
  const DamageReport report = damage(GetParam(), /*seed=*/1, /*count=*/300);
  EXPECT_EQ(report.refused + report.opened, 300);
  EXPECT_GT(report.refused, 60) << "the damage does not reach what the reader checks";
  for (const std::string& problem : report.problems) ADD_FAILURE() << problem;
}

INSTANTIATE_TEST_SUITE_P(, DamagedFiles, ::testing::ValuesIn(filesToDamage()), [](const auto& each) {
  std::string name = each.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace strata::test
