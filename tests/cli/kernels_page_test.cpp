#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/cli/strata_command.h"

namespace strata {
namespace {

std::string fileText(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Another idea, step or ladder in the catalogue shows here; ./dev docs makes the page anew.
TEST(KernelsPage, IsWhatTheCatalogueAndTheRecordedRunsSay) {
  const std::string docs = STRATA_SOURCE_DIR "/docs/";
  const test::Finished finished = test::strata({"kernels", "--runs", docs + "kernels.json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(finished.out == fileText(docs + "kernels.md")) << "docs/kernels.md has drifted: run ./dev docs";
}

TEST(KernelsPage, FileThatHoldsNoRunsIsRefused) {
  EXPECT_NE(test::strata({"kernels", "--runs", STRATA_SOURCE_DIR "/README.md"}).code, 0);
}

}  // namespace
}  // namespace strata
