#include <gtest/gtest.h>

#include <fstream>
#include <regex>
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
  const test::Finished finished =
      test::strata({"kernels", "--runs", docs + "kernels.json", "--modelled", docs + "kernels-modelled.json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(finished.out == fileText(docs + "kernels.md")) << "docs/kernels.md has drifted: run ./dev docs";
}

TEST(KernelsPage, TakesOneRunAsAListOfOne) {
  const test::TemporaryFolder folder;
  const std::string run = R"({"version":1,"experiment":"saxpy","device_name":"a device of one run","parameters":{"n":7},
      "runs":[{"variant":"naive","status":"ok","seconds":{"median":1,"min":1,"max":1,"repeats":1}}]})";
  std::ofstream(folder.file("one.json")) << run;
  std::ofstream(folder.file("list.json")) << "[" << run << "]";
  std::ofstream(folder.file("other.json")) << R"({"traceEvents":[]})";
  const test::Finished one = test::strata({"kernels", "--runs", folder.file("one.json")});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_NE(one.out.find("Recorded on a device of one run: n 7."), std::string::npos);
  EXPECT_EQ(one.out, test::strata({"kernels", "--runs", folder.file("list.json")}).out);
  EXPECT_EQ(test::strata({"kernels", "--runs", folder.file("other.json")}).code, 6);
}

TEST(KernelsPage, SaysTheRoofsOfTheMachineAndWhatItsAgentHasNoLibraryFor) {
  const std::string page = fileText(STRATA_SOURCE_DIR "/docs/kernels.md");
  const std::regex roofs("Recorded on [^,]+, whose roofs are [0-9.]+ GFLOP/s and [0-9.]+ GB/s: ");
  EXPECT_TRUE(std::regex_search(page, roofs)) << "of whatever machine it was made on last";
  EXPECT_NE(page.find("| strata-agent-cpu has no library for it. | | | |"), std::string::npos);
  const test::TemporaryFolder folder;
  std::ofstream(folder.file("part.json")) << R"({"version":1,"experiment":"conv2d","device":"cpu","device_name":"a CPU",
      "parameters":{},"runs":[{"variant":"direct","status":"ok","seconds":{"median":1,"min":1,"max":1,"repeats":1}}]})";
  const test::Finished part = test::strata({"kernels", "--runs", folder.file("part.json")});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_NE(part.out.find("| **library** |"), std::string::npos);
  EXPECT_EQ(part.out.find("has no library"), std::string::npos) << "only some variants were recorded";
}

TEST(KernelsPage, EachStepThatIsMadeForGpusSaysItsModelledTime) {
  const std::string page = fileText(STRATA_SOURCE_DIR "/docs/kernels.md");
  EXPECT_NE(page.find("time on NVIDIA RTX A6000, where nothing ran"), std::string::npos);
  const std::size_t row = page.find("| [tiled](../kernels/matmul/tiled.cuh)");
  ASSERT_NE(row, std::string::npos);
  const std::string cells = page.substr(row, page.find('\n', row) - row);
  EXPECT_NE(cells.find(" ms, load unit |"), std::string::npos) << cells;
  EXPECT_NE(test::strata({"kernels", "--runs", STRATA_SOURCE_DIR "/docs/kernels.json", "--modelled", "/no/file"}).code,
            0);
}

TEST(KernelsPage, AStepThatTakesTheSmallSizeAndNotTheLargeOneSaysWhy) {
  const std::string page = fileText(STRATA_SOURCE_DIR "/docs/kernels.md");
  const std::size_t row = page.find("| [block](../kernels/norm/block.cuh)");
  ASSERT_NE(row, std::string::npos);
  const std::string cells = page.substr(row, page.find('\n', row) - row);
  EXPECT_NE(cells.find("up to 4096 columns, not of 8192. |"), std::string::npos) << cells;
}

TEST(KernelsPage, FileThatHoldsNoRunsIsRefused) {
  EXPECT_NE(test::strata({"kernels", "--runs", STRATA_SOURCE_DIR "/README.md"}).code, 0);
}

}  // namespace
}  // namespace strata
