#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/cli/strata_command.h"

// A text model without its tokenizer: ids go in, ids and figures come out.

namespace strata {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const std::filesystem::path kModels = std::filesystem::path(STRATA_SOURCE_DIR) / "tests/modelfile/data";

TEST(TransformerRun, WithoutATokenizerIdsAndFiguresAreShown) {
  const test::TemporaryFolder folder;
  std::filesystem::copy(kModels / "llama-v0.bin", folder.file("alone.bin"));
  const test::Finished finished =
      test::strata({"run", "transformer", "--device", "cpu", "--no-trace", "--set", "model=" + folder.file("alone.bin"),
                    "--set", "prompt_ids=1 2 3", "--set", "tokens=2"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("prompt_ids=1 2 3"));
  EXPECT_THAT(finished.out, Not(HasSubstr("Once upon a time"))) << "no prompt was read but the ids";
  EXPECT_THAT(finished.out,
              ContainsRegex("Model: llama2.c v0, [^\n]* layers, dim [^\n]*, vocabulary [^\n]*tensors F32"));
  EXPECT_THAT(finished.out, ContainsRegex("On the device .counted.: token table fp32 [^\n]*; KV cache fp32 [0-9.]+ "));
  EXPECT_THAT(finished.out, ContainsRegex("Ended: (as many tokens as requested|the model chose its end token)[.]\n"));
  EXPECT_THAT(finished.out, HasSubstr("Ids of the prompt: 1 2 3\n"));
  EXPECT_THAT(finished.out, HasSubstr("Ids written: "));
  EXPECT_THAT(finished.out, HasSubstr("generation_tokens_per_s"));
  EXPECT_THAT(finished.out, HasSubstr("time_per_token_mean"));
  EXPECT_THAT(finished.out, HasSubstr("generation_tokens_per_s is one over the mean time per token"));
  EXPECT_THAT(finished.out, HasSubstr("The speed of prefill is that of a first run"));
  EXPECT_THAT(finished.out, ContainsRegex("roof_bytes_per_s +[0-9.]+ GB/s"));
}

TEST(TransformerRun, SaysInWhichTypesWeightsAreKept) {
  const auto json =
      test::strata({"run", "transformer", "--device", "cpu", "--no-trace", "--set", "tokens=1", "--json"}).json();
  std::map<std::string, double> bytes;
  for (const auto& part : json["runs"][0]["details"]["kept"]) bytes[part["type"]] += part["bytes"].get<double>();
  constexpr double kQuantised = 1800192, kNorms = 2112 * 4, kEmbedding = 1536 * 192 * 4;  // as the Model line says
  constexpr double kCache = 5 * 2 * 256 * 2 * 32 * 4;
  EXPECT_EQ(bytes["int8"], kQuantised);
  EXPECT_EQ(bytes["fp16"], kQuantised / 32 * 2) << "a scale for every 32";
  EXPECT_EQ(bytes["fp32"], kNorms + kEmbedding + kCache) << "rows of the embedding are looked up, not multiplied";
}

TEST(TransformerRun, TwoTextsAreComparedByTheirFiguresAndTheTokensOfEach) {
  const test::TemporaryFolder folder;
  const std::string one = folder.file("one.pftrace"), two = folder.file("two.pftrace");
  for (const auto& [file, graph] : {std::pair(one, "graph=off"), {two, "graph=on"}}) {
    const test::Finished finished =
        test::strata({"run", "transformer", "--device", "cpu", "--set", "tokens=8", "--set", graph, "--out", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  const std::string text = test::strata({"report", one, "--compare", two}).out;
  EXPECT_THAT(text, HasSubstr("figures of the runs"));
  EXPECT_THAT(text, ContainsRegex("transformer: generation_tokens_per_s +[0-9.]+ tokens/s +[0-9.]+ tokens/s"));
  EXPECT_THAT(text, ContainsRegex("\n  token +7 +7 "));
  const auto json = test::strata({"report", one, "--compare", two, "--json"}).json();
  std::map<std::string, nlohmann::json> figures;
  for (const auto& figure : json["figures"]) figures[figure["name"]] = figure;
  EXPECT_EQ(figures["generated_tokens"]["values"], (nlohmann::json{8.0, 8.0}));
  EXPECT_EQ(figures["generated_tokens"]["kinds"][0], "counted");
  EXPECT_EQ(figures["seconds"]["unit"], "s");
  EXPECT_THAT(text, Not(HasSubstr("generated_tokens"))) << "it is the same of both";
}

// All of so small a model stays in the caches, so that what it moves may be above the roof of memory.
TEST(TransformerRun, AShareAboveTheRoofIsExplained) {
  const test::Finished finished =
      test::strata({"run", "transformer", "--device", "cpu", "--no-trace", "--set", "tokens=8", "--json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto run = finished.json()["runs"][0];
  for (const auto& figure : run["figures"])
    if (figure["name"] == "share_of_copy_roof" && figure["value"] > 1) {
      EXPECT_TRUE(run["details"].contains("share_of_copy_roof_note")) << figure;
    }
}

}  // namespace
}  // namespace strata
