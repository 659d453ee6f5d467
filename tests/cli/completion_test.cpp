#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "engine/interchange/exporter.h"
#include "layers/workloads/experiments.h"
#include "tests/cli/strata_command.h"

namespace strata {
namespace {

using test::Finished;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> offered(std::vector<std::string> typed) {
  typed.insert(typed.begin(), {"completion", "words", "--"});
  const Finished done = test::strata(typed);
  EXPECT_EQ(done.code, 0) << done.err;
  std::vector<std::string> words;
  std::istringstream lines(done.out);
  for (std::string line; std::getline(lines, line);) words.push_back(line);
  return words;
}

TEST(Completion, OffersCommandsAndTheirOptions) {
  EXPECT_THAT(offered({"ru"}), ElementsAre("run"));
  EXPECT_THAT(offered({""}), Contains("export"));
  EXPECT_THAT(offered({"run", "--no"}), ElementsAre("--no-trace"));
  EXPECT_THAT(offered({"run", "--"}), Contains("--device"));
}

TEST(Completion, OffersEveryExperimentWithItsParametersAndVariants) {
  for (const ExperimentInfo* info : experiments()) {
    EXPECT_THAT(offered({"run", ""}), Contains(info->name));
    for (const ParameterInfo& parameter : info->parameters)
      EXPECT_THAT(offered({"run", info->name, "--json", "--set", parameter.name}), Not(IsEmpty())) << info->name;
  }
  EXPECT_THAT(offered({"run", "matmul", "--set", "observe="}),
              ElementsAre("observe=nothing", "observe=memory", "observe=errors"));
  EXPECT_THAT(offered({"run", "matmul", "--variants", "til"}), ElementsAre("tiled"));
  EXPECT_THAT(offered({"compile", "matmul", "til"}), ElementsAre("tiled"));
  EXPECT_THAT(offered({"run", "matmul", "--variants", "naive,ti"}), ElementsAre("naive,tiled"));
}

TEST(Completion, OffersTheValuesThatTheHelpNames) {
  for (const Exporter& exporter : exporters())
    EXPECT_THAT(offered({"export", "a.pftrace", "--to", ""}), Contains(std::string(exporter.name)));
  EXPECT_THAT(offered({"run", "matmul", "--device", ""}), ElementsAre("best", "cpu", "cuda", "hip", "cuda:1"));
  EXPECT_THAT(offered({"render", "a.pftrace", "--theme", ""}), ElementsAre("dark", "light", "projector"));
  EXPECT_THAT(offered({"render", "a.pftrace", "--view", "time"}), ElementsAre("timeline"));
  EXPECT_THAT(offered({"compile", "matmul", "tiled", "--show", ""}), ElementsAre("source", "intermediate", "machine"));
}

TEST(Completion, AnOptionThatIsShortForAParameterHasItsValues) {
  EXPECT_THAT(offered({"run", "matmul", "--model-gpu", "no"}), ElementsAre("none"));
  std::vector<std::string> values = offered({"run", "matmul", "--model-gpu", ""});
  for (std::string& value : values) value.insert(0, "model_gpu=");
  EXPECT_EQ(values, offered({"run", "matmul", "--set", "model_gpu="}));
}

TEST(Completion, OffersBenchesAndLessons) {
  EXPECT_THAT(offered({"bench", "tra"}), ElementsAre("tracing", "transformer"));
  EXPECT_THAT(offered({"lesson", "check", "01"}), Contains("01-what-are-cuda-and-rocm"));
}

TEST(Completion, LeavesFilesToTheShell) {
  EXPECT_THAT(offered({"info", ""}), IsEmpty());
  EXPECT_THAT(offered({"run", "matmul", "--out", ""}), IsEmpty());
}

TEST(Completion, IsAScriptForEachShell) {
  for (const char* shell : {"bash", "zsh", "fish"})
    EXPECT_THAT(test::strata({"completion", shell}).out, HasSubstr("completion words --"));
  const Finished other = test::strata({"completion", "tcsh"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("bash, zsh or fish"));
}

TEST(Completion, OffersTheValuesOfAnOptionBehindItsSign) {
  EXPECT_THAT(offered({"run", "matmul", "--model-gpu=no"}), ElementsAre("--model-gpu=none"));
  EXPECT_THAT(offered({"run", "matmul", "--variants=naive,ti"}), ElementsAre("--variants=naive,tiled"));
  EXPECT_THAT(offered({"run", "--device=cpu", "matm"}), ElementsAre("matmul"));
  EXPECT_THAT(offered({"run", "matmul", "--json=t"}), IsEmpty());
}

/// What bash would put in place of the last of its `words`, which are the pieces it parts `line` into.
std::string inBash(const std::string& line, const std::string& words) {
  const Finished done = test::strataIn(
      R"sh(eval "$("$0" completion bash)"; eval "COMP_WORDS=($2)"; COMP_WORDS[0]=$0; COMP_LINE=${1/#strata/$0}
           COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _strata; echo "${COMPREPLY[*]}")sh",
      {line, words});
  EXPECT_EQ(done.code, 0) << done.err;
  return done.out;
}

TEST(Completion, WorksInBash) {
  EXPECT_EQ(inBash("strata export  a.pftrace --to perf", "strata export a.pftrace --to perf"), "perfetto\n");
  EXPECT_EQ(inBash("strata run matm", "strata run matm"), "matmul\n");
  EXPECT_EQ(inBash("strata info nothing", "strata info nothing"), "\n");
}

TEST(Completion, WorksInBashBehindWhatPartsItsWords) {
  EXPECT_EQ(inBash("strata run matmul --set observe=me", "strata run matmul --set observe '=' me"), "memory\n");
  EXPECT_EQ(inBash("strata run matmul --set observe=", "strata run matmul --set observe '='"),
            "nothing memory errors\n");
  EXPECT_EQ(inBash("strata run matmul --device cuda:", "strata run matmul --device cuda ':'"), "1\n");
  EXPECT_EQ(inBash("strata run matmul --model-gpu=no", "strata run matmul --model-gpu '=' no"), "none\n");
  EXPECT_EQ(
      inBash("strata run matmul --set n=8 --set observe=er", "strata run matmul --set n '=' 8 --set observe '=' er"),
      "errors\n");
}

}  // namespace
}  // namespace strata
