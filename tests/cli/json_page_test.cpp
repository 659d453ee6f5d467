#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/cli/strata_command.h"

// docs/json.md has a row for every key that a command prints as JSON.

namespace strata {
namespace {

/// Rows by their key, of the sections by their anchor.
using Rows = std::map<std::string, std::string>;
using Sections = std::map<std::string, Rows>;

std::string anchorOf(std::string heading) {
  std::ranges::transform(heading, heading.begin(), [](unsigned char letter) { return std::tolower(letter); });
  std::ranges::replace(heading, ' ', '-');
  return heading;
}

Sections sectionsOfPage() {
  Sections sections;
  std::ifstream page(STRATA_SOURCE_DIR "/docs/json.md");
  std::string section;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) section = anchorOf(line.substr(3));
    if (!line.starts_with("| `")) continue;
    const std::string key = line.substr(3, line.find('`', 3) - 3);
    EXPECT_TRUE(sections[section].emplace(key, line).second) << section << ": " << key << " stands there twice";
    EXPECT_EQ(std::ranges::count(line, '|'), 5) << line;
  }
  return sections;
}

/// The section that a row leads to; empty: none.
std::string ledTo(const std::string& row) {
  const std::size_t begin = row.find("](#");
  return begin == row.npos ? "" : row.substr(begin + 3, row.find(')', begin) - begin - 3);
}

class JsonPage : public ::testing::Test {
 protected:
  void expectKeys(const nlohmann::json& json, const std::string& section, const std::string& path = "") const {
    if (json.is_array())
      for (const auto& each : json) expectKeys(each, section, path.empty() ? path : path + "[]");
    if (!json.is_object() || rows(section).contains(path + ".*")) return;
    for (const auto& [name, value] : json.items()) {
      const std::string key = path.empty() ? name : path + "." + name;
      const auto row = rows(section).find(key);
      const std::string next = row == rows(section).end() ? "" : ledTo(row->second);
      const auto below = rows(section).lower_bound(key + ".");
      const bool isParent = below != rows(section).end() && below->first.starts_with(key + ".");
      EXPECT_TRUE(row != rows(section).end() || isParent) << section << ": no row for " << key;
      expectKeys(value, next.empty() ? section : next, next.empty() ? key : "");
    }
  }

  /// What the line prints, held to the page.
  nlohmann::json expectDocumented(const std::vector<std::string>& line, const std::string& section) const {
    const auto json = test::strata(line).json();
    EXPECT_TRUE(json.is_object()) << line[0];
    expectKeys(json, section);
    return json;
  }

  const Rows& rows(const std::string& section) const {
    static const Rows kNone;
    const auto found = sections.find(section);
    EXPECT_NE(found, sections.end()) << section;
    return found == sections.end() ? kNone : found->second;
  }

  test::TemporaryFolder folder;
  Sections sections = sectionsOfPage();
};

TEST_F(JsonPage, HasWhatRunAndInfoPrint) {
  const std::string session = folder.file("mm.pftrace");
  const auto run =
      expectDocumented({"run", "matmul", "--device", "cpu", "--set", "n=64", "--repeat", "1", "--set", "observe=memory",
                        "--model-gpu", "h100", "--variants", "naive,tiled", "--out", session, "--json"},
                       "run");
  EXPECT_FALSE(run["runs"][0]["memory"].empty());
  EXPECT_TRUE(run["runs"][0]["modelled"].is_object());
  expectDocumented({"info", session, "--json"}, "info");
  expectDocumented({"run", "matmul", "--variants", "tilled", "--json"}, "run");
}

TEST_F(JsonPage, HasWhatARunFindsWrong) {
  const std::string kernel = folder.file("wrong.cu");
  std::ofstream(kernel) << "__global__ void wrong(float a, const float* x, const float* y, float* out, int n) {\n"
                           "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "  out[i] = a * x[i] + y[i];\n}\n";
  const auto run = expectDocumented({"run", "saxpy", "--device", "cpu", "--set", "n=1000", "--set", "observe=errors",
                                     "--repeat", "1", "--kernel", kernel, "--variants", "wrong", "--json"},
                                    "run");
  EXPECT_FALSE(run["runs"][0]["findings"]["findings"].empty());
}

TEST_F(JsonPage, HasWhatListAndDoctorPrint) {
  expectDocumented({"list", "--json"}, "list");
  expectDocumented({"list", "matmull", "--json"}, "list");
  expectDocumented({"doctor", "--json"}, "doctor");
}

TEST_F(JsonPage, HasWhatBenchPrints) {
  expectDocumented({"bench", "recorder", "--json"}, "bench");
}

TEST_F(JsonPage, HasWhatCompilePrints) {
  sections["compile"].merge(Rows(sections["compiled"]));
  expectDocumented({"compile", "matmul", "tiled", "--json"}, "compile");
  expectDocumented({"compile", "matmul", "tiled", "--target", "sm_90", "--json"}, "compile");
  expectDocumented({"compile", "matmul", "tiled", "--against-variant", "naive", "--json"}, "compile");
}

TEST_F(JsonPage, HasWhatReportPrints) {
  const auto made = [&](const char* name, const std::vector<std::string>& set) {
    std::vector<std::string> line{"run",      "matmul", "--device",   "cpu",         "--set", "n=64",
                                  "--repeat", "7",      "--variants", "naive,tiled", "--out", folder.file(name)};
    line.insert(line.end(), set.begin(), set.end());
    EXPECT_EQ(test::strata(line).code, 0);
    return folder.file(name);
  };
  const std::string a = made("a.pftrace", {"--set", "observe=memory"}), b = made("b.pftrace", {});
  const auto report = expectDocumented({"report", a, "--by-shape", "--json"}, "report");
  EXPECT_FALSE(report["kernels"].empty());
  EXPECT_FALSE(report["apart"]["copies"].empty());
  EXPECT_FALSE(report["device_use"]["longest_gaps"].empty());
  const auto compared = expectDocumented({"report", a, "--compare", b, "--fail-above", "5", "--json"}, "a-comparison");
  EXPECT_FALSE(compared["device_work"].empty());
  EXPECT_FALSE(compared["figures"].empty());
  expectDocumented({"report", folder.file("none.pftrace"), "--json"}, "report");
}

TEST_F(JsonPage, HasWhatTheLensPrints) {
  const std::string source = folder.file("a.cu");
  std::ofstream(source) << "#include <cuda_runtime.h>\nint main() {\n  cudaGraphConditionalHandleCreate(0);\n"
                           "  return cudaFree(nullptr);\n}\n";
  const auto lens = expectDocumented({"lens", source, "--json"}, "lens");
  EXPECT_GT(lens["notes"].size(), 2u);
  EXPECT_FALSE(lens["statistics"]["unconverted_names"].empty());
  expectDocumented({"lens", folder.file("none.cu"), "--json"}, "lens");
}

TEST_F(JsonPage, HasWhatLessonProgressPrints) {
  const std::string answers = folder.file("anna.json");
  std::ofstream(answers) << R"({"version": 1, "learner": "Anna", "saved": "2026-05-31 02:10", "machine": "lab-07",)"
                            R"("done": ["a"], "guesses": [{"lesson": "a", "question": "q", "right": false,)"
                            R"("factor": 2.5, "words": "five", "outcome": "two"}]})";
  const auto progress = expectDocumented({"lesson", "progress", answers, "--json"}, "lesson-progress");
  EXPECT_FALSE(progress["learners"][0]["answers"].empty());
  expectDocumented({"lesson", "progress", folder.file("none.json"), "--json"}, "lesson-progress");
}

}  // namespace
}  // namespace strata
