#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "layers/workloads/kernel/kernel_experiment.h"
#include "tests/cli/strata_command.h"

// `strata run kernel --file`: kernels that say themselves what they work on, the wrong ones, too.

namespace strata {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class FreeKernelRun : public ::testing::Test {
 protected:
  FreeKernelRun() { std::filesystem::create_directories(m_temporary); }

  /// The template with something else in place of a part of it.
  test::Finished run(const std::string& part, const std::string& instead, std::vector<std::string> more = {}) {
    std::string text(freeKernelTemplate());
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    text.replace(at, part.size(), instead);
    const std::string file = m_folder.file("smooth.cu");
    std::ofstream(file) << text;
    std::vector<std::string> line{"run", "kernel", "--device", "cpu", "--file", file, "--set", "roofs=off"};
    line.insert(line.end(), more.begin(), more.end());
    return test::strataIn("TMPDIR='" + m_temporary + "' exec \"$0\" \"$@\"", line);
  }
  test::Finished run(std::vector<std::string> more = {}) { return run("smooth", "smooth", std::move(more)); }

  /// What compilers and kernels left behind; the last of it goes as its process ends.
  bool leavesNothing() const {
    for (int i = 0; i < 500 && !std::filesystem::is_empty(m_temporary); ++i) usleep(10'000);
    return std::filesystem::is_empty(m_temporary);
  }

  test::TemporaryFolder m_folder;
  const std::string m_temporary = m_folder.file("temporary");
};

std::string arraysOf(const nlohmann::json& place) {
  return place.value("arrays", nlohmann::json::array()).dump();
}

constexpr const char* kBefore = "y[i] = (left";

TEST_F(FreeKernelRun, RunsAndIsChecked) {
  const test::Finished finished =
      run({"--set", "n=1000", "--repeat", "2", "--out", m_folder.file("out.pftrace"), "--json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u) << finished.out;
  EXPECT_EQ(json["runs"][0]["variant"], "smooth");
  EXPECT_EQ(json["runs"][0]["ok"], true);
  EXPECT_EQ(json["runs"][0]["text"], freeKernelTemplate());
  EXPECT_EQ(json["parameters"]["n"], 1000);
  EXPECT_LE(json["runs"][0]["error"]["value"], json["runs"][0]["error"]["limit"]);
  EXPECT_TRUE(leavesNothing());
  const test::Finished kernel =
      test::strata({"render", m_folder.file("out.pftrace"), "--view", "kernel", "--out", m_folder.file("kernel.svg")});
  EXPECT_EQ(kernel.code, 0) << kernel.err;
  std::ifstream picture(m_folder.file("kernel.svg"));
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(picture), {}), HasSubstr("smooth"));
}

TEST_F(FreeKernelRun, ALoadIsCountedWhereItStandsAndNotBehindTheBranchThatUsesIt) {
  const test::Finished finished = run("y[i] = (left + x[i] + right) / 3.0f;",
                                      "const float mid = x[i];\n"
                                      "  if (i % 32 < 7) y[i] = left + mid + right;",
                                      {"--set", "observe=memory", "--repeat", "1", "--json"});
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u) << finished.err;
  int loads = 0;
  for (const auto& place : json["runs"][0]["memory"]) {
    if (place["what"] != "load" || place["line"] != 13) continue;
    ++loads;
    EXPECT_EQ(place["file"], "smooth.cu");
    EXPECT_EQ(place["lanes"], 32 * place["requests"].get<int>());
  }
  EXPECT_EQ(loads, 1) << finished.out;
}

TEST_F(FreeKernelRun, WhatIsCountedTellsAtomicsPartialWarpsAndColumns) {
  const auto observed = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--set", "observe=memory", "--repeat", "1"});
    return run("y[i] = (left + x[i] + right) / 3.0f;",
               "__shared__ int bins[4];\n"
               "  atomicAdd(&bins[i % 4], 1);\n"
               "  y[i] = (left + x[i] + right) / 3.0f;\n"
               "  if (i < 16) bins[i % 4] = 0;",
               std::move(more));
  };
  const test::Finished finished = observed({"--json"});
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u) << finished.err;
  int atomics = 0, halves = 0;
  for (const auto& place : json["runs"][0]["memory"]) {
    atomics += place["space"] == "shared" && place.value("same_address", 0) == 8;
    halves += place["line"] == 16 && place["what"] == "store" && place.value("partial", 0) == 1;
    EXPECT_TRUE(place["space"] == "shared" || !place.contains("same_address")) << place;
    EXPECT_TRUE(place["what"] != "load" || place.value("column", 0) > 0) << place;
  }
  EXPECT_EQ(atomics, 1) << finished.out;
  EXPECT_EQ(halves, 1) << finished.out;
  const std::string table = observed({}).out;
  EXPECT_THAT(table, HasSubstr("atomic shared"));
  EXPECT_THAT(table, HasSubstr("8 on one"));
  EXPECT_THAT(table, HasSubstr("unless the compiler combines them within the warp first"));
}

// The CPU adds to a float in a loop of its own: no load of the kernel's, and no line of another file.
TEST_F(FreeKernelRun, AnAtomicIsOneRequestOfItsLineWhateverItIsMadeOf) {
  const test::Finished finished = run("y[i] = (left + x[i] + right) / 3.0f;",
                                      "__shared__ float bins[4]; __shared__ int most[1];\n"
                                      "  atomicAdd(&bins[i % 4], 1.0f);\n"
                                      "  atomicAdd(&bins[i % 4], 2.0f);\n"
                                      "  atomicMax(&most[0], i);\n"
                                      "  y[i] = (left + x[i] + right) / 3.0f;",
                                      {"--set", "observe=memory", "--repeat", "1", "--json"});
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u) << finished.err;
  std::map<int, int> lanesOnOne;
  for (const auto& place : json["runs"][0]["memory"]) {
    if (place["space"] != "shared") continue;
    EXPECT_EQ(place["what"], "store") << place;
    EXPECT_EQ(place["lanes"], 32 * place["requests"].get<int>()) << place;
    EXPECT_EQ(arraysOf(place), place["line"] == 16 ? R"(["most"])" : R"(["bins"])") << place;
    EXPECT_TRUE(lanesOnOne.emplace(place["line"], place.value("same_address", 0)).second) << place;
  }
  EXPECT_EQ(lanesOnOne, (std::map<int, int>{{14, 8}, {15, 8}, {16, 32}})) << finished.out;
}

// Of each second warp the lanes of an address are 8, of the others 1.
TEST_F(FreeKernelRun, AnAtomicTellsHowManyLanesMeetOnAverage) {
  const auto observed = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--set", "observe=memory", "--repeat", "1"});
    return run("y[i] = (left + x[i] + right) / 3.0f;",
               "__shared__ float bins[32];\n"
               "  atomicAdd(&bins[i % (4 + i / 32 % 2 * 28)], 1.0f);\n"
               "  y[i] = (left + x[i] + right) / 3.0f;",
               std::move(more));
  };
  const auto json = observed({"--json"}).json();
  ASSERT_EQ(json["runs"].size(), 1u);
  int atomics = 0;
  for (const auto& place : json["runs"][0]["memory"]) {
    if (!place.contains("same_address")) continue;
    ++atomics;
    EXPECT_EQ(place["same_address"], 8);
    EXPECT_EQ(2 * place["turns"].get<int>(), 9 * place["requests"].get<int>()) << place;
  }
  EXPECT_EQ(atomics, 1);
  const std::string table = observed({}).out;
  EXPECT_THAT(table, HasSubstr("8 on one, mean 4.50"));
  EXPECT_THAT(table, HasSubstr("wavefronts do not count that"));
}

// The CPU adds to a float in a loop, rounds to a half by cases, and asks what sqrtf is given: a GPU does not branch
// there.
TEST_F(FreeKernelRun, ABranchIsOneOfTheTextWhateverInstructionsAreMadeOf) {
  const test::Finished finished = run("y[i] = (left + x[i] + right) / 3.0f;",
                                      "__shared__ float sum[1]; __shared__ half narrow[256];\n"
                                      "  if (i % 4 == 0)\n"
                                      "    atomicAdd(&sum[0], x[i]);\n"
                                      "  if (i % 4 == 1)\n"
                                      "    narrow[threadIdx.x] = half(float(half(x[i])) + sqrtf(left));\n"
                                      "  if (n < 0) y[0] = sum[0] + float(narrow[i]);\n"
                                      "  y[i] = (left + x[i] + right) / 3.0f;",
                                      {"--set", "observe=memory", "--repeat", "1", "--json"});
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u) << finished.err;
  std::map<int, int> branches;
  for (const auto& place : json["runs"][0]["memory"]) {
    const int line = place["line"];
    if (place["what"] != "branch" || (line != 15 && line != 17)) continue;
    ++branches[line];
    EXPECT_EQ(place["lanes"], 8 * place["requests"].get<int>()) << place;
  }
  EXPECT_EQ(branches, (std::map<int, int>{{15, 1}, {17, 1}})) << finished.out;
}

TEST_F(FreeKernelRun, WhatIsCountedNamesTheArrayOfEachAccess) {
  const auto observed = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--set", "observe=memory", "--repeat", "1"});
    return run(std::move(more));
  };
  const test::Finished finished = observed({"--json"});
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u) << finished.err;
  int stores = 0;
  for (const auto& place : json["runs"][0]["memory"]) {
    if (place["what"] == "branch") continue;
    const bool store = place["what"] == "store";
    stores += store;
    EXPECT_EQ(arraysOf(place), store ? R"(["y"])" : R"(["x"])") << place;
  }
  EXPECT_EQ(stores, 1);
  const std::string table = observed({}).out;
  EXPECT_THAT(table, HasSubstr("array"));
  EXPECT_THAT(table, ::testing::ContainsRegex("store global +y "));
  EXPECT_THAT(table, ::testing::ContainsRegex("load global +x "));
}

TEST_F(FreeKernelRun, SaysWhatIsWrongWithTheLine) {
  EXPECT_THAT(run({"--set", "m=3"}).err, HasSubstr("kernel has no parameter 'm'"));
  EXPECT_THAT(test::strata({"run", "kernel", "--device", "cpu"}).err, HasSubstr("--file life.cu"));
  EXPECT_THAT(test::strata({"run", "kernel", "--file", "/nothing.cu"}).err, HasSubstr("/nothing.cu"));
  EXPECT_EQ(run("out   float", "out   flaot").code, 2);
  EXPECT_THAT(run("out   float", "out   flaot").err, HasSubstr("smooth.cu:5: error: \"flaot\" is no type"));
}

TEST_F(FreeKernelRun, ASyntaxErrorStandsAtItsLine) {
  const test::Finished finished = run(kBefore, "y[i] = left");
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err + finished.out, HasSubstr("smooth.cu:13:"));
  EXPECT_TRUE(leavesNothing());
}

TEST_F(FreeKernelRun, ATemplateWithoutEndIsRefused) {
  const test::Finished finished =
      run("__global__ void smooth",
          "template <unsigned long a, unsigned long b> struct Tree {\n"
          "  static const unsigned long sum = Tree<a, b * 2>::sum + Tree<a, b * 2 + 1>::sum;\n};\n"
          "const unsigned long kTree = Tree<0, 1>::sum;\n__global__ void smooth");
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err + finished.out, HasSubstr("does not compile"));
  EXPECT_TRUE(leavesNothing());
}

/// 2^28 types: its memory or its time comes to an end first.
TEST_F(FreeKernelRun, ACompilerThatNeedsTooMuchIsEnded) {
  const test::Finished finished =
      run("__global__ void smooth",
          "template <int depth, int path> struct Tree {\n"
          "  static constexpr int sum = Tree<depth - 1, 2 * path>::sum + Tree<depth - 1, 2 * path + 1>::sum;\n};\n"
          "template <int path> struct Tree<0, path> {\n  static constexpr int sum = 1;\n};\n"
          "constexpr int kTree = Tree<28, 1>::sum;\n__global__ void smooth");
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err, ::testing::AnyOf(HasSubstr("The compiler needs more than the 2 GiB"),
                                             HasSubstr("did not come to an end within 30 s")));
  EXPECT_TRUE(leavesNothing());
}

TEST_F(FreeKernelRun, AFaultIsToldWithItsLine) {
  const test::Finished finished = run(kBefore, "*(volatile float*)8 = 1;\n  y[i] = (left");
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("\nsmooth.cu:13: error: an illegal address, 0x8"));
  EXPECT_TRUE(leavesNothing());
}

TEST_F(FreeKernelRun, AKernelThatAllocatesWithoutEndEndsTheAgentAlone) {
  const test::Finished finished =
      run(kBefore, "for (volatile int j = 0; j < 100000; j = j + 1) *new char[1 << 20]() = 1;\n  y[i] = (left");
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("crashed"));
  EXPECT_THAT(finished.err, HasSubstr("no memory"));
  EXPECT_TRUE(leavesNothing());
}

TEST_F(FreeKernelRun, ALoopWithoutEndIsToldWithItsLineThoughTheWatchTakesLongerThanTheLimit) {
  const test::Finished finished = run(kBefore, "for (volatile int j = 0; j < 1;) {}\n  y[i] = (left",
                                      {"--set", "n=128", "--set", "observe=errors", "--hang-limit", "1"});
  EXPECT_THAT(finished.out, HasSubstr("smooth.cu:13  endless: ")) << finished.err;
  EXPECT_THAT(finished.err, ::testing::Not(HasSubstr("hangs or takes longer")));
}

/// A launch that nothing is known of is given no time besides: no sign of life comes in its place.
TEST_F(FreeKernelRun, AKernelWithoutEndIsEndedOnceTheLimitHasPassed) {
  const std::string session = m_folder.file("out.pftrace");
  const test::Finished finished =
      run(kBefore, "for (volatile int j = 0; j < 1;) {}\n  y[i] = (left", {"--hang-limit", "1", "--out", session});
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("no sign of life for 1 s"),
                                  HasSubstr("while the device works on smooth, which hangs or takes longer")));
  EXPECT_THAT(test::fractionsTold(session, ", warm-up"), ::testing::SizeIs(1));
  EXPECT_TRUE(leavesNothing());
}

}  // namespace
}  // namespace strata
