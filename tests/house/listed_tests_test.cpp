#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace strata {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Tests that each operation may have are found by its name: "matmul_conformance_test.cpp".
bool isOfAnOperation(const std::string& name) {
  const std::string root = std::string(STRATA_SOURCE_DIR) + "/kernels/";
  for (const std::string ending : {"_conformance_test.cpp", "_test.cpp"})
    if (name.ends_with(ending) && fs::is_directory(root + name.substr(0, name.size() - ending.size()))) return true;
  return false;
}

TEST(ListedTests, EveryTestIsBuilt) {
  const fs::path tests = fs::path(STRATA_SOURCE_DIR) / "tests";
  std::string lists;
  for (const auto& entry : fs::recursive_directory_iterator(tests))
    if (entry.path().filename() == "CMakeLists.txt") lists += textOf(entry.path());
  int found = 0;
  for (const auto& entry : fs::recursive_directory_iterator(tests)) {
    const fs::path& file = entry.path();
    const std::string name = file.filename().string();
    if (!name.ends_with("_test.cpp")) continue;
    ++found;
    const bool taken = textOf(file.parent_path() / "CMakeLists.txt").find("file(GLOB") != std::string::npos;
    EXPECT_TRUE(taken || isOfAnOperation(name) || lists.find(name) != std::string::npos)
        << file << " stands in no CMakeLists.txt";
  }
  EXPECT_GT(found, 200);
}

}  // namespace
}  // namespace strata
