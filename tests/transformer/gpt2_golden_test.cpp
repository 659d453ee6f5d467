#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "layers/workloads/transformer/token_sampler.h"
#include "tests/transformer/engine_fixture.h"

// GPT-2 models against what transformers and minGPT compute with PyTorch.

namespace strata::test {
namespace {

using Json = nlohmann::json;

class TinyRandomGpt2 : public EngineFixture {
 protected:
  void prepare() override {
    STRATA_NEEDS_FOREIGN(folder());
    const Json config = readJson(folder() / "config.converted.json");
    std::filesystem::copy(folder() / "model.converted.safetensors", m_folder.path() / "model.safetensors");
    writeFile(m_folder.path() / "config.json", config.dump());
    m_engine = engineOf(m_folder.path());
    ASSERT_NE(m_engine, nullptr);
  }
  static std::filesystem::path folder() { return foreignModel("tiny-random-gpt2"); }

  TemporaryFolder m_folder;
  std::unique_ptr<TransformerEngine> m_engine;
};

TEST_F(TinyRandomGpt2, WritesWhatTransformersWrites) {
  EXPECT_EQ(greedy(*m_engine, {0, 0, 0, 52}, 6), (std::vector<int>{0, 0, 0, 52, 204, 204, 204, 204, 204, 204}));
  EXPECT_EQ(greedy(*m_engine, {0, 0, 195, 731}, 6), (std::vector<int>{0, 0, 195, 731, 731, 114, 114, 114, 114, 114}));
}

TEST_F(TinyRandomGpt2, LogitsAreThoseOfTransformers) {
  const Json golden = readJson(foreignModel("golden/tiny_random_gpt2_prompt24.json"));
  const std::vector<int> prompt = golden["prompt_ids"], argmax = golden["argmax"];
  read(*m_engine, prompt);
  EXPECT_LE(greatestDifference(m_engine->logits(), golden["last_logits"].get<std::vector<float>>()), 1e-4);
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    step(*m_engine, prompt[i], static_cast<std::int64_t>(i));
    EXPECT_EQ(mostLikely(m_engine->logits()), argmax[i]) << i;
  }
}

class NanoSort : public EngineFixture {
 protected:
  void prepare() override {
    STRATA_NEEDS_FOREIGN(foreignModel("gpt-nano-sort"));
    writeNanoSort(foreignModel("gpt-nano-sort/gpt-nano-sort-model.json"), m_folder.path());
    m_engine = engineOf(m_folder.path());
    ASSERT_NE(m_engine, nullptr);
  }

  TemporaryFolder m_folder;
  std::unique_ptr<TransformerEngine> m_engine;
};

TEST_F(NanoSort, SortsEveryInput) {
  for (int number = 0; number < 729; ++number) {
    std::vector<int> letters;
    for (int rest = number, i = 0; i < 6; ++i, rest /= 3) letters.push_back(rest % 3);
    std::vector<int> sorted = letters;
    std::ranges::sort(sorted);
    const std::vector<int> all = greedy(*m_engine, letters, 6);
    EXPECT_EQ(std::vector<int>(all.begin() + 6, all.end()), sorted) << number;
  }
}

/// Rows of heads below each other, [heads, rows, size], as rows of heads side by side.
std::vector<float> sideBySide(std::span<const float> apart, std::size_t heads, std::size_t rows, std::size_t size) {
  std::vector<float> side(apart.size());
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t d = 0; d < size; ++d) side[(r * heads + h) * size + d] = apart[(h * rows + r) * size + d];
  return side;
}

// PyTorch's value of every intermediate, for three sequences of eleven tokens; the partials are those of layer 0.
TEST_F(NanoSort, EveryIntermediateIsThatOfPyTorch) {
  const Json partials = readJson(foreignModel("gpt-nano-sort/gpt-nano-sort-t0-partials.json"));
  constexpr std::size_t kRows = 11, kHeads = 3, kSize = 16;
  const std::vector<std::pair<std::string, std::string>> names{
      {"tok_emb", "token_embedding"},
      {"x", "embedding"},
      {"ln1", "layers.0.attention_norm"},
      {"y", "layers.0.attention.result"},
      {"yProj", "layers.0.attention.output"},
      {"attnResid", "layers.0.attention_residual"},
      {"ln2", "layers.0.ffn_norm"},
      {"fc", "layers.0.ffn.up"},
      {"gelu", "layers.0.ffn.activation"},
      {"mlp", "layers.0.ffn.down"},
      {"mlpResid", "layers.0.residual"},
      {"block0", "layers.0.residual"},
      {"block1", "layers.1.residual"},
      {"block2", "layers.2.residual"},
      {"ln_f", "final_norm"},
  };
  const auto sequence = [&](const std::string& name, std::size_t number) {
    const std::vector<float> all = floatsOf(partials[name]);
    const std::size_t each = all.size() / 3;
    return std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(number * each),
                              all.begin() + static_cast<std::ptrdiff_t>((number + 1) * each));
  };
  for (std::size_t number = 0; number < 3; ++number) {
    SCOPED_TRACE(number);
    std::vector<int> tokens;
    for (const float id : sequence("idx", number)) tokens.push_back(static_cast<int>(id));
    read(*m_engine, tokens);
    for (const auto& [theirs, ours] : names)
      EXPECT_LE(greatestDifference(result(*m_engine, ours), sequence(theirs, number)), 1e-5) << theirs;
    EXPECT_LE(greatestDifference(result(*m_engine, "position_embedding"), floatsOf(partials["pos_emb"])), 1e-5);
    for (const auto& [theirs, ours] : {std::pair{"q", "query"}, {"k", "key"}, {"v", "value"}})
      EXPECT_LE(greatestDifference(result(*m_engine, std::string("layers.0.attention.") + ours),
                                   sideBySide(sequence(theirs, number), kHeads, kRows, kSize)),
                1e-5)
          << theirs;
    const std::vector<float> logits = sequence("lm_head", number), probabilities = sequence("probs", number);
    const std::span lastRow = std::span(logits).last(3);
    EXPECT_LE(greatestDifference(m_engine->logits(), lastRow), 1e-5);
    for (std::size_t row = 0; row < kRows; ++row) {
      step(*m_engine, tokens[row], static_cast<std::int64_t>(row));
      EXPECT_LE(greatestDifference(m_engine->logits(), std::span(logits).subspan(3 * row, 3)), 1e-5) << row;
      std::vector<float> chances(3);
      softmax(m_engine->logits(), chances);
      EXPECT_LE(greatestDifference(chances, std::span(probabilities).subspan(3 * row, 3)), 1e-5) << row;
    }
  }
}

// What is shown of a token: the attention of each head of layer 0, row by row.
TEST_F(NanoSort, WatchedAttentionIsThatOfPyTorch) {
  const Json partials = readJson(foreignModel("gpt-nano-sort/gpt-nano-sort-t0-partials.json"));
  const std::vector<float> all = floatsOf(partials["attSm"]), ids = floatsOf(partials["idx"]);
  constexpr std::size_t kRows = 11;
  for (int head = 0; head < 3; ++head) {
    const auto watching = engineOf(m_folder.path(), {.watch = true, .watched = {0, head}});
    for (std::size_t row = 0; row < kRows; ++row) {
      step(*watching, static_cast<int>(ids[row]), static_cast<std::int64_t>(row));
      const std::span weights = std::span(all).subspan((static_cast<std::size_t>(head) * kRows + row) * kRows, row + 1);
      EXPECT_LE(greatestDifference(watching->attentionWeights(), weights), 1e-5) << head << " " << row;
    }
  }
}

}  // namespace
}  // namespace strata::test
