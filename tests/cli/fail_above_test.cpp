#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/cli/strata_command.h"

// `strata report A --compare B --fail-above PERCENT`: a gate for scripts, and what it must not let pass.

namespace strata {
namespace {

using test::Finished;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

class FailAboveTest : public ::testing::Test {
 protected:
  /// A trace of kernels; one of them took 2 ms.
  std::string kernelsOf(const std::string& name, int count, int microseconds, int outlier = -1) const {
    std::string events;
    for (int i = 0; i < count; ++i)
      events += (i == 0 ? "" : ",") +
                (R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + std::to_string(10'000 * i)) +
                R"(,"dur":)" + std::to_string(i == outlier ? 2000 : microseconds + i % 3) + "}";
    const std::string file = folder.file(name);
    test::writeBytes(file, "[" + events + "]");
    return file;
  }
  static Finished compared(const std::string& a, const std::string& b, const std::string& percent) {
    return test::strata({"report", a, "--compare", b, "--fail-above", percent});
  }

  const test::TemporaryFolder folder;
};

TEST_F(FailAboveTest, ARegressionEndsInACodeOfItsOwnThoughOneTimeIsFarOff) {
  const std::string before = kernelsOf("a.json", 20, 100, 5), after = kernelsOf("b.json", 20, 110);
  const Finished slower = compared(before, after, "5");
  EXPECT_EQ(slower.code, 7) << slower.err;
  EXPECT_THAT(slower.err, HasSubstr("slower in B by more than 5 %, and hardly by chance: gemm 1.1×"));
  EXPECT_THAT(slower.out, HasSubstr("B / A of medians")) << "the comparison is told all the same";
  EXPECT_EQ(compared(before, after, "20").code, 0);
  EXPECT_EQ(compared(after, before, "0").code, 0) << "it is faster";
  EXPECT_EQ(compared(before, before, "0").code, 0);
  const auto json = test::strata({"report", before, "--compare", after, "--fail-above", "5", "--json"}).json();
  EXPECT_EQ(json["version"], 2);
  EXPECT_EQ(json["fail_above"]["percent"], 5);
  EXPECT_EQ(json["fail_above"]["slower"][0]["label"], "gemm");
  const auto& gemm = json["device_work"][0];
  EXPECT_EQ(gemm["more_than_chance"], true);
  EXPECT_NEAR(gemm["ratio"].get<double>(), 111. / 101, 1e-9);
  EXPECT_EQ(gemm["ratio_of"], "medians");
  EXPECT_LT(gemm["mean_ratio"], 0.6);
  EXPECT_TRUE(test::strata({"report", before, "--compare", after, "--json"}).json()["fail_above"].is_null());
}

TEST_F(FailAboveTest, WhatCannotBeJudgedDoesNotPass) {
  const Finished once = compared(kernelsOf("a.json", 1, 100), kernelsOf("b.json", 1, 200), "5");
  EXPECT_EQ(once.code, 3);
  EXPECT_THAT(once.err, HasSubstr("--fail-above: of no row is it known"));
  EXPECT_THAT(once.err, HasSubstr("Record both with the same parameters.")) << "nor does a trace take --repeat";
  EXPECT_EQ(test::strata({"report", folder.file("a.json"), "--fail-above", "5"}).code, 2);
}

TEST_F(FailAboveTest, FewTimesAreNoVerdict) {
  EXPECT_EQ(compared(kernelsOf("a.json", 5, 100), kernelsOf("b.json", 5, 200), "5").code, 3);
  EXPECT_EQ(compared(kernelsOf("a.json", 6, 100), kernelsOf("b.json", 6, 200), "5").code, 7);
}

TEST_F(FailAboveTest, OfRunsWithFewRepeatsItIsSaidHowManyItTakes) {
  const std::string file = folder.file("few.pftrace");
  ASSERT_EQ(
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=1000", "--variants", "naive", "--out", file}).code,
      0);
  const auto json = test::strata({"report", file, "--compare", file, "--json"}).json();
  EXPECT_THAT(json["notes"].get<std::vector<std::string>>(),
              Contains(AllOf(HasSubstr("5 repeats in A and 5 in B are too few"), HasSubstr("--repeat 7"))));
  const Finished judged = compared(file, file, "5");
  EXPECT_EQ(judged.code, 3);
  EXPECT_THAT(judged.err, HasSubstr("the same parameters and --repeat 7 or more."));
}

TEST_F(FailAboveTest, WhatTakesNoRepeatIsNotToldTo) {
  const std::string file = folder.file("frames.pftrace");
  ASSERT_EQ(test::strata({"run", "frames", "--device", "cpu", "--set", "frames=3", "--set", "side=16", "--set",
                          "rate=0", "--variants", "pipe", "--out", file})
                .code,
            0);
  const auto json = test::strata({"report", file, "--compare", file, "--json"}).json();
  EXPECT_THAT(json["notes"].get<std::vector<std::string>>(), Contains(HasSubstr("A verdict takes 6 on each side.")));
  const auto frames = json["frames"];
  const auto latency =
      std::ranges::find_if(frames, [](const nlohmann::json& row) { return row["names"][0] == "pipe: latency"; });
  ASSERT_NE(latency, frames.end()) << frames;
  EXPECT_EQ((*latency)["count"][0], (*latency)["count"][1]);
  EXPECT_GT((*latency)["median_ns"][0], 0);
}

TEST_F(FailAboveTest, WhatWasNotWeighedIsCountedAndNamed) {
  const auto with = [&](const char* name, int once) {
    std::string events;
    for (int i = 0; i < 8; ++i)
      events += R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + std::to_string(10'000 * i) +
                R"(,"dur":100.5},)";
    const std::string file = folder.file(name);
    test::writeBytes(file, "[" + events +
                               R"({"ph":"X","cat":"kernel","name":"once","pid":0,"tid":7,"ts":90000,"dur":)" +
                               std::to_string(once) + "}]");
    return file;
  };
  const std::string a = with("a.json", 100), b = with("b.json", 200);
  const Finished passed = compared(a, b, "5");
  EXPECT_EQ(passed.code, 0);
  EXPECT_THAT(passed.err, HasSubstr("1 of 2 rows were weighed; not weighed, though slower in B by more than 5 %: "
                                    "once 2×"));
  const auto json = test::strata({"report", a, "--compare", b, "--fail-above", "5", "--json"}).json()["fail_above"];
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(json["weighed"], 1);
  EXPECT_EQ(json["not_weighed"][0]["label"], "once");
}

TEST_F(FailAboveTest, WhatTookNoTimeAndNowDoesIsSlower) {
  const std::string nothing = kernelsOf("a.json", 20, 0), something = kernelsOf("b.json", 20, 50);
  std::string zero = "[";
  for (int i = 0; i < 20; ++i)
    zero += (i == 0 ? "" : ",") +
            (R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + std::to_string(10'000 * i + i % 3)) +
            R"(,"dur":0})";
  test::writeBytes(nothing, zero + "]");
  const Finished slower = compared(nothing, something, "5");
  EXPECT_EQ(slower.code, 7) << slower.err;
  EXPECT_THAT(slower.err, HasSubstr("gemm from no time at all"));
}

TEST_F(FailAboveTest, APercentIsAFiniteNumber) {
  const std::string a = kernelsOf("a.json", 20, 100);
  for (const char* percent : {"nan", "inf"}) EXPECT_EQ(compared(a, a, percent).code, 2) << percent;
}

TEST_F(FailAboveTest, OfAnotherKNoKernelIsWeighedThoughItsGridIsTheSame) {
  const std::string few = folder.file("few.pftrace"), many = folder.file("many.pftrace");
  for (const auto& [file, k] : {std::pair(few, "k=32"), {many, "k=64"}})
    ASSERT_EQ(test::strata({"run", "matmul", "--device", "cpu", "--set", "m=64", "--set", "n=64", "--set", k,
                            "--repeat", "7", "--variants", "naive", "--out", file})
                  .code,
              0);
  const Finished judged = compared(few, many, "5");
  EXPECT_EQ(judged.code, 3) << judged.err;
  EXPECT_THAT(judged.err, HasSubstr("parameters differ: k 32 / 64"));
  const auto json = test::strata({"report", few, "--compare", many, "--json"}).json();
  for (const auto& row : json["device_work"]) EXPECT_TRUE(row["more_than_chance"].is_null()) << row;
}

TEST_F(FailAboveTest, RunsOfOtherParametersAreSaidToBeAndTheirCallsNotWeighed) {
  const std::string small = folder.file("small.pftrace"), large = folder.file("large.pftrace");
  for (const auto& [file, n] : {std::pair(small, "n=1000"), {large, "n=3000"}})
    ASSERT_EQ(test::strata({"run", "saxpy", "--device", "cpu", "--set", n, "--variants", "naive", "--out", file}).code,
              0);
  const auto json = test::strata({"report", small, "--compare", large, "--json"}).json();
  EXPECT_THAT(json["notes"].get<std::vector<std::string>>(), Contains(HasSubstr("parameters differ: n 1000 / 3000")));
  ASSERT_FALSE(json["ops"].empty());
  for (const auto& op : json["ops"]) EXPECT_TRUE(op["more_than_chance"].is_null()) << op;
  EXPECT_THAT(test::strata({"report", small, "--compare", large}).out, HasSubstr("parameters differ: n 1000 / 3000"));
}

}  // namespace
}  // namespace strata
