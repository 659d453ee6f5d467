#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "layers/workloads/transformer/token_sampler.h"
#include "tests/transformer/dump_file.h"
#include "tests/transformer/engine_fixture.h"

// Llama models against what others compute: run.c, llama.cpp, a float64 reference, and for the tiny models an
// independent script (tests/modelfile/make_models.py).

namespace strata::test {
namespace {

using Json = nlohmann::json;

std::vector<float> floats(const Json& json) {
  return json.get<std::vector<float>>();
}

class TinyModelLogits : public EngineFixture, public ::testing::WithParamInterface<const char*> {
 protected:
  void prepare() override {
    m_expected = readJson(tinyModel("expected/" + std::string(GetParam()) + ".json"));
    m_prompt = m_expected["prompt"].get<std::vector<int>>();
    m_engine = engineOf(tinyModel(GetParam()));
    ASSERT_NE(m_engine, nullptr);
  }

  void expectLogits() const {
    const std::vector<float> truth = floats(m_expected["logits"]);
    double greatest = 0;
    for (const float logit : truth) greatest = std::max(greatest, std::abs(static_cast<double>(logit)));
    EXPECT_LE(greatestDifference(m_engine->logits(), truth), 2e-6 * (1 + greatest));
  }

  Json m_expected;
  std::vector<int> m_prompt;
  std::unique_ptr<TransformerEngine> m_engine;
};

TEST_P(TinyModelLogits, OfAPromptReadAtOnce) {
  read(*m_engine, m_prompt);
  expectLogits();
}

TEST_P(TinyModelLogits, OfAPromptReadTokenByToken) {
  for (std::size_t i = 0; i < m_prompt.size(); ++i) step(*m_engine, m_prompt[i], static_cast<std::int64_t>(i));
  expectLogits();
}

// Captured at the first token, replayed for all: tokens and positions are what changes.
TEST_P(TinyModelLogits, OfAPromptReplayedFromAGraphAreTheSameBitForBit) {
  std::vector<std::vector<float>> oneByOne;
  for (std::size_t i = 0; i < m_prompt.size(); ++i) {
    step(*m_engine, m_prompt[i], static_cast<std::int64_t>(i));
    oneByOne.emplace_back(m_engine->logits().begin(), m_engine->logits().end());
  }
  read(*m_engine, std::vector<int>(m_prompt.size() + 3, 4));
  ASSERT_TRUE(m_engine->captureStep().ok());
  for (std::size_t i = 0; i < m_prompt.size(); ++i) {
    ASSERT_TRUE(m_engine->step(m_prompt[i], static_cast<std::int64_t>(i), true).ok());
    EXPECT_TRUE(std::ranges::equal(m_engine->logits(), oneByOne[i])) << "token " << i;
  }
  expectLogits();
}

// What stood in the cache before, and what stands behind, must not matter.
TEST_P(TinyModelLogits, OfAPromptReadInTwoPiecesOverAnother) {
  read(*m_engine, std::vector<int>(m_prompt.size() + 3, 4));
  const auto split = m_prompt.begin() + 2;
  read(*m_engine, {m_prompt.begin(), split});
  read(*m_engine, {split, m_prompt.end()}, 2);
  expectLogits();
}

INSTANTIATE_TEST_SUITE_P(All, TinyModelLogits,
                         ::testing::Values("llama-f32.gguf", "llama-f16.gguf", "llama-bf16.gguf", "llama-q8_0.gguf",
                                           "llama-q4_0.gguf", "llama-q5.gguf", "llama-k.gguf", "llama-untied.gguf",
                                           "llama-v0.bin", "llama-v0-untied.bin", "llama-v1.bin", "llama-v2.bin",
                                           "hf-llama", "gpt2.gguf", "hf-gpt2"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

class Stories : public EngineFixture {
 protected:
  void prepare() override {
    STRATA_NEEDS_FOREIGN(foreignModel("llama2c/stories260K.bin"));
    m_golden = readJson(foreignModel("golden/stories260K_once.json"));
    m_prompt = m_golden["prompt_ids"].get<std::vector<int>>();
    m_ids = m_golden["all_ids"].get<std::vector<int>>();
  }

  std::string textOf(const TransformerEngine& engine, const std::vector<int>& ids) const {
    std::string text;
    for (std::size_t i = 0; i < ids.size(); ++i)
      text += engine.model().tokenizer()->decode(ids[i], i == 0 ? -1 : ids[i - 1]);
    return text;
  }

  Json m_golden;
  std::vector<int> m_prompt, m_ids;
};

TEST_F(Stories, WritesTheGoldenText) {
  const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"));
  EXPECT_EQ(greedy(*engine, m_prompt, m_ids.size() - m_prompt.size()), m_ids);
  EXPECT_THAT(m_golden["text"].get<std::string>(), ::testing::StartsWith(textOf(*engine, m_ids).substr(0, 200)));
}

TEST_F(Stories, WritesTheGoldenTextWithTokensThatTheDeviceChooses) {
  const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"));
  EXPECT_EQ(greedyAhead(*engine, m_prompt, m_ids.size() - m_prompt.size()), m_ids);
}

TEST_F(Stories, WritesTheGoldenTextWithoutAPrompt) {
  const Json golden = readJson(foreignModel("golden/stories260K_empty.json"));
  const std::vector<int> ids = golden["all_ids"];
  const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"));
  EXPECT_EQ(greedy(*engine, {1}, ids.size() - 1), ids);
}

TEST_F(Stories, GgufsWriteTheSame) {
  for (const char* file : {"gguf/stories260K-f32.gguf", "gguf/stories260K-f16.gguf"}) {
    SCOPED_TRACE(file);
    const auto engine = engineOf(foreignModel(file), {.capacity = 300});
    EXPECT_EQ(greedy(*engine, m_prompt, m_ids.size() - m_prompt.size()), m_ids);
  }
}

TEST_F(Stories, LogitsAreThoseOfFloat64) {
  const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"));
  read(*engine, m_prompt);
  EXPECT_LE(greatestDifference(engine->logits(), floats(m_golden["prompt_last_logits"])), 1e-4);
  for (std::size_t i = 0; i < m_prompt.size(); ++i) step(*engine, m_prompt[i], static_cast<std::int64_t>(i));
  EXPECT_LE(greatestDifference(engine->logits(), floats(m_golden["prompt_last_logits"])), 1e-4);
}

TEST_F(Stories, EveryIntermediateIsThatOfLlamaCpp) {
  static const std::vector<std::pair<std::string, std::string>> kNames{{"attn_norm", "attention_norm"},
                                                                       {"kqv_out", "attention.result"},
                                                                       {"attn_out", "attention.output"},
                                                                       {"ffn_inp", "attention_residual"},
                                                                       {"ffn_norm", "ffn_norm"},
                                                                       {"ffn_gate", "ffn.gate"},
                                                                       {"ffn_up", "ffn.up"},
                                                                       {"ffn_swiglu", "ffn.activation"},
                                                                       {"ffn_out", "ffn.down"},
                                                                       {"l_out", "residual"},
                                                                       {"Qcur", "attention.query"},
                                                                       {"Kcur", "attention.key"},
                                                                       {"Vcur", "attention.value"}};
  const auto ours = [](const DumpedTensor& tensor) -> std::string {
    if (tensor.name == "embd") return "embedding";
    if (tensor.name == "result_norm") return "final_norm";
    if (tensor.name == "result_output") return "logits";
    const auto dash = tensor.name.find('-');
    for (const auto& [theirs, name] : kNames)
      if (dash != std::string::npos && tensor.name.substr(0, dash) == theirs)
        return "layers." + tensor.name.substr(dash + 1) + "." + name;
    return {};
  };
  const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"));
  read(*engine, m_prompt);
  int compared = 0;
  for (const DumpedTensor& tensor : readDump(foreignModel("golden/stories260K_once_evalcallback.txt"))) {
    const std::string name = ours(tensor);
    if (name.empty()) continue;
    SCOPED_TRACE(tensor.name + " = " + tensor.op);
    std::vector<float> values = result(*engine, name);
    const std::size_t size = tensor.rows * tensor.cols;  // of the last layer only the last row is computed there
    ASSERT_GE(values.size(), size);
    values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(size));
    double sum = 0, magnitude = 0;
    for (const float value : values) sum += value, magnitude += std::abs(value);
    // Four digits are printed, and the dump's keys and values were fp16.
    EXPECT_NEAR(sum, tensor.sum, 2e-3 * magnitude);
    ASSERT_EQ(tensor.corners.size(), tensor.rows);
    for (std::size_t row = 0; row < tensor.rows; ++row)
      for (std::size_t i = 0; i < 6; ++i) {
        const std::size_t col = i < 3 ? i : tensor.cols + i - 6;
        const double value = values[row * tensor.cols + col];
        EXPECT_NEAR(value, tensor.corners[row][i], 2e-3 + 2e-3 * std::abs(value)) << row << " " << col;
      }
    ++compared;
  }
  EXPECT_GE(compared, 5 * 13 + 3);
}

TEST_F(Stories, SamplesAsLlama2cDoes) {
  std::ifstream file(foreignModel("golden/stories260K_t1.0_p0.9_s133742.n100.strict.txt"));
  std::stringstream golden;
  golden << file.rdbuf();
  const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"));
  TokenSampler sampler({.temperature = 1.0f, .topP = 0.9f, .seed = 133742});
  std::vector<int> ids{1};  // without a prompt
  read(*engine, ids);
  while (ids.size() < 101) {
    ids.push_back(sampler.choose(engine->logits()));
    step(*engine, ids.back(), std::ssize(ids) - 1);
  }
  const std::string text = textOf(*engine, ids);
  EXPECT_THAT(text, ::testing::StartsWith(golden.str().substr(0, golden.str().find_last_not_of("\n") + 1)));
}

TEST_F(Stories, QuantisedFileWritesItsOwnText) {
  std::ifstream file(foreignModel("golden/stories260K_q8_runq_n200.txt"));
  std::stringstream golden;
  golden << file.rdbuf();
  const auto engine = engineOf(foreignModel("llama2c/stories260K-q8.bin"));
  const std::string text = textOf(*engine, greedy(*engine, m_prompt, 195));
  // runq rounds what goes into each product to int8 too; here only the weights are rounded.
  EXPECT_THAT(text, ::testing::StartsWith(golden.str().substr(0, golden.str().find("ball.") + 5)));
}

TEST_F(Stories, LibraryAndOwnKernelsWriteTheSame) {
  for (const KernelWish wish : {KernelWish::Own, KernelWish::Auto}) {
    const auto engine = engineOf(foreignModel("llama2c/stories260K.bin"), {.wish = wish});
    std::vector<int> prompt(m_ids.begin(), m_ids.begin() + 40);  // long enough for matrix products
    const std::vector<int> expected(m_ids.begin(), m_ids.begin() + 80);
    EXPECT_EQ(greedy(*engine, prompt, 40), expected);
  }
}

}  // namespace
}  // namespace strata::test
