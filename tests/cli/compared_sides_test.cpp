#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/cli/strata_command.h"

// `strata report A --compare B`: what is said of sides that are not alike, or not whole, and that a gate does not pass
// them.

namespace strata {
namespace {

using test::Finished;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class ComparedSidesTest : public ::testing::Test {
 protected:
  /// The session of a run of saxpy with eight repeats.
  std::string runOf(const std::string& name, std::vector<std::string> more) const {
    const std::string file = folder.file(name);
    std::vector<std::string> all{"run",   "saxpy",     "--device", "cpu", "--set", "n=4000",
                                 "--set", "roofs=off", "--repeat", "8",   "--out", file};
    all.insert(all.end(), more.begin(), more.end());
    test::strata(all);
    return file;
  }
  /// A run with a kernel called mine, whose one line that is.
  std::string ownRunOf(const std::string& name, const std::string& line) const {
    const std::string text = folder.file("mine.cu");
    std::ofstream(text) << "__global__ void zip(float a, const float* x, const float* y, float* out, int n) {\n"
                           "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  "
                        << line << "\n}\n";
    return runOf(name, {"--kernel", text, "--like", "naive", "--variants", "naive,mine"});
  }
  static Finished judged(const std::string& a, const std::string& b) {
    return test::strata({"report", a, "--compare", b, "--fail-above", "100000", "--json"});
  }
  static std::vector<std::string> notesOf(const Finished& finished) { return finished.json()["notes"]; }

  const test::TemporaryFolder folder;
};

constexpr const char* kRight = "if (i < n) out[i] = a * x[i] + y[i];";

TEST_F(ComparedSidesTest, AVariantThatFailsInBAloneDoesNotPass) {
  const std::string right = ownRunOf("right.pftrace", kRight);
  const std::string wrong = ownRunOf("wrong.pftrace", "if (i < n) out[i] = a * x[i] + y[i] + 1;");
  const Finished failed = judged(right, wrong);
  EXPECT_EQ(failed.code, 4) << failed.err;
  EXPECT_THAT(failed.err,
              HasSubstr("--fail-above: mine was measured in A and not in B: FAILED: mine computes a wrong"));
  EXPECT_THAT(notesOf(failed), Contains(HasSubstr("mine was measured in A and not in B: FAILED")));
  EXPECT_THAT(notesOf(failed), Contains(HasSubstr("texts of kernels differ, by fingerprint: mine ")));
  const auto missing = failed.json()["fail_above"]["missing"];
  ASSERT_EQ(missing.size(), 1u) << missing;
  EXPECT_EQ(missing[0]["variant"], "mine");
  EXPECT_EQ(missing[0]["status"], "failed");
  EXPECT_THAT(missing[0]["message"].get<std::string>(), testing::StartsWith("mine computes a wrong result"));
  EXPECT_EQ(judged(wrong, right).code, 0) << "it is mended";
  const Finished broken = judged(right, ownRunOf("broken.pftrace", "oops"));
  EXPECT_EQ(broken.code, 4) << broken.err;
  EXPECT_THAT(broken.err, HasSubstr("mine.cu does not compile"));
}

TEST_F(ComparedSidesTest, AVariantThatBDidNotRunDoesNotPass) {
  const std::string both = runOf("both.pftrace", {"--variants", "naive,vectorised"}),
                    one = runOf("one.pftrace", {"--variants", "naive"});
  const Finished fewer = judged(both, one);
  EXPECT_EQ(fewer.code, 3) << fewer.err;
  EXPECT_THAT(fewer.err, HasSubstr("vectorised was measured in A and not in B: B has no result of it"));
  EXPECT_TRUE(fewer.json()["fail_above"]["missing"][0]["status"].is_null());
  const Finished more = judged(one, both);
  EXPECT_EQ(more.code, 0) << more.err;
  EXPECT_TRUE(more.json()["fail_above"]["missing"].empty());
}

TEST_F(ComparedSidesTest, ASessionThatIsCutShortDoesNotPass) {
  const std::string whole = runOf("whole.pftrace", {"--variants", "naive"}), torn = folder.file("torn.pftrace");
  const std::vector<char> bytes = test::bytesOf(whole);
  test::writeBytes(torn, {bytes.data(), bytes.size() - 5});
  for (const auto& [a, b, side] : {std::tuple(whole, torn, "B"), {torn, whole, "A"}}) {
    const Finished cut = judged(a, b);
    EXPECT_EQ(cut.code, 3) << cut.err;
    EXPECT_THAT(cut.err, HasSubstr(std::string("--fail-above: the session of ") + side + " is cut short"));
    EXPECT_THAT(notesOf(cut), Contains(AllOf(HasSubstr(std::string(side) + ": "), HasSubstr("no End message"))));
    EXPECT_THAT(notesOf(cut), Not(Contains(HasSubstr("--repeat 7")))) << "both were asked for eight";
  }
}

TEST_F(ComparedSidesTest, ARunThatTimedNothingIsNotJudgedAgainstOneThatDid) {
  const std::string timed = runOf("timed.pftrace", {"--variants", "naive"}),
                    modelled = runOf("modelled.pftrace", {"--variants", "naive", "--set", "times=modelled"});
  const Finished untimed = judged(timed, modelled);
  EXPECT_EQ(untimed.code, 3) << untimed.err;
  EXPECT_THAT(untimed.err, HasSubstr("B has no timed calls"));
  EXPECT_THAT(notesOf(untimed), Contains(HasSubstr("B has no timed calls: all that it did stands beside")));
  EXPECT_EQ(untimed.json()["fail_above"]["weighed"], 0);
}

TEST_F(ComparedSidesTest, SettingsThatChangeTheTimeAreSaidToDifferAndAllIsWeighed) {
  const std::string warm = runOf("warm.pftrace", {"--variants", "naive"}),
                    cold = runOf("cold.pftrace", {"--variants", "naive", "--set", "caches=cold", "--set", "seed=2"});
  const Finished other = judged(warm, cold);
  EXPECT_THAT(notesOf(other), Contains("settings differ: caches warm / cold."));
  EXPECT_GT(other.json()["fail_above"]["weighed"], 0);
  EXPECT_THAT(notesOf(judged(warm, warm)), Not(Contains(HasSubstr("differ: "))));
}

TEST_F(ComparedSidesTest, ARunIsNamedByItsNumber) {
  const std::string file = folder.file("two.pftrace");
  {
    test::RecordedStream stream(file, 2);
    for (const std::uint64_t request : {1, 2}) {
      stream.answer(request, Answer::Status::Accepted);
      stream.result(request, test::okResult("naive", 0.004, stream.call("matmul_naive")));
      stream.answer(request, Answer::Status::Done);
    }
    stream.finish();
  }
  const auto report = [&](std::vector<std::string> more) {
    std::vector<std::string> all{"report", file, "--compare", file};
    all.insert(all.end(), more.begin(), more.end());
    return test::strata(all);
  };
  EXPECT_THAT(report({}).out, AllOf(HasSubstr("A: Run 2"), HasSubstr("B: Run 2")));
  EXPECT_THAT(report({"--run", "1"}).out, AllOf(HasSubstr("A: Run 1"), HasSubstr("B: Run 2")));
  EXPECT_THAT(report({"--compare-run", "1"}).out, AllOf(HasSubstr("A: Run 2"), HasSubstr("B: Run 1")));
  const Finished none = report({"--compare-run", "7"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("has no run 7: it holds 2 runs."));
  EXPECT_EQ(report({"--run", "0"}).code, 2);
  EXPECT_EQ(test::strata({"report", file, "--run", "1"}).code, 2) << "of one session all runs are told";
}

TEST_F(ComparedSidesTest, TheSideWithoutEventsIsNamed) {
  const std::string whole = runOf("whole.pftrace", {"--variants", "naive"}), empty = folder.file("empty.pftrace");
  test::RecordedStream(empty, 3).finish();
  for (const auto& [a, b] : {std::pair(whole, empty), {empty, whole}}) {
    const Finished nothing = test::strata({"report", a, "--compare", b});
    EXPECT_EQ(nothing.code, 3);
    EXPECT_THAT(nothing.err, HasSubstr("There is nothing to compare: '" + empty + "' holds no events."));
  }
}

TEST_F(ComparedSidesTest, APercentageThatIsNoneIsSaidInAFewWords) {
  for (const char* percent : {"-5", "5%", "abc", "", "inf", "nan"}) {
    const Finished refused = test::strata({"report", "a", "--compare", "b", std::string("--fail-above=") + percent});
    EXPECT_EQ(refused.code, 2) << percent;
    EXPECT_THAT(refused.err, HasSubstr("--fail-above")) << percent;
    EXPECT_LT(refused.err.size(), 100u) << refused.err;
  }
}

}  // namespace
}  // namespace strata
