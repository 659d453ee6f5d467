#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace strata {
namespace {

/// Its folder's list names it, or takes all that is there.
bool isListed(const std::filesystem::path& test) {
  std::stringstream list;
  list << std::ifstream(test.parent_path() / "CMakeLists.txt").rdbuf();
  return list.str().find(test.filename().string()) != std::string::npos ||
         list.str().find("file(GLOB") != std::string::npos;
}

TEST(ListedTests, EveryTestIsBuilt) {
  int tests = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(STRATA_SOURCE_DIR) / "tests")) {
    if (!entry.path().filename().string().ends_with("_test.cpp")) continue;
    ++tests;
    EXPECT_TRUE(isListed(entry.path())) << entry.path() << " stands in no CMakeLists.txt";
  }
  EXPECT_GT(tests, 200);
}

}  // namespace
}  // namespace strata
