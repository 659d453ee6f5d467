#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "tests/modelfile/test_files.h"

// The tiny models of every kind against what the independent script that wrote them says is in them.

namespace strata::test {
namespace {

using Json = nlohmann::json;

class TinyModels : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    m_expected = readJson(tinyModel("expected/" + std::string(GetParam()) + ".json"));
    m_model = opened(tinyModel(GetParam()));
    ASSERT_NE(m_model, nullptr);
  }

  Json m_expected;
  std::shared_ptr<const ModelFile> m_model;
};

TEST_P(TinyModels, HaveTheirConfiguration) {
  const ModelConfig& config = m_model->config();
  const Json& expected = m_expected["config"];
  EXPECT_EQ(config.family, expected["family"] == "llama" ? ModelFamily::Llama : ModelFamily::Gpt2);
  EXPECT_EQ(config.dim, expected["dim"]);
  EXPECT_EQ(config.hidden, expected["hidden"]);
  EXPECT_EQ(config.layers, expected["layers"]);
  EXPECT_EQ(config.heads, expected["heads"]);
  EXPECT_EQ(config.kvHeads, expected["kvHeads"]);
  EXPECT_EQ(config.headSize, expected["headSize"]);
  EXPECT_EQ(config.vocab, expected["vocab"]);
  EXPECT_EQ(config.context, expected["context"]);
  EXPECT_EQ(config.tiedHead, expected["tiedHead"]);
  EXPECT_FLOAT_EQ(config.normEpsilon, expected["normEpsilon"].get<float>());
  EXPECT_FLOAT_EQ(config.ropeTheta, expected["ropeTheta"].get<float>());
  EXPECT_EQ(config.ropePairs, expected["ropePairs"] == "halves" ? RopePairs::Halves : RopePairs::Adjacent);
  EXPECT_EQ(config.activation, config.family == ModelFamily::Llama ? Activation::Silu : Activation::GeluTanh);
}

TEST_P(TinyModels, HaveEveryWeight) {
  EXPECT_EQ(m_model->tensors().size(), m_expected["tensors"].size());
  for (const auto& [name, expected] : m_expected["tensors"].items()) {
    SCOPED_TRACE(name);
    const StoredTensor* tensor = m_model->find(name);
    ASSERT_NE(tensor, nullptr);
    EXPECT_EQ(Json(tensor->shape), expected["shape"]);
    const std::vector<float> values = dequantised(*tensor);
    double sum = 0, wave = 0, magnitude = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += values[i];
      wave += values[i] * std::cos(static_cast<double>(i));
      magnitude += std::abs(values[i]);
    }
    EXPECT_NEAR(sum, expected["sum"].get<double>(), 1e-7 * magnitude);
    EXPECT_NEAR(wave, expected["wave"].get<double>(), 1e-7 * magnitude);
    EXPECT_FLOAT_EQ(values.front(), expected["first"].get<float>());
    EXPECT_FLOAT_EQ(values.back(), expected["last"].get<float>());
  }
}

TEST_P(TinyModels, GiveTheEmbeddingAsATiedHead) {
  const StoredTensor* head = m_model->find("head");
  ASSERT_NE(head, nullptr);
  EXPECT_EQ(head == m_model->find("token_embedding"), m_model->config().tiedHead);
  EXPECT_EQ(m_model->find("layers.0.attention.fused"), nullptr);
}

TEST_P(TinyModels, GiveSingleRows) {
  for (const StoredTensor& tensor : m_model->tensors()) {
    SCOPED_TRACE(tensor.name);
    const std::vector<float> all = dequantised(tensor);
    const std::int64_t last = tensor.rows() - 1, columns = tensor.columns();
    std::vector<float> row(static_cast<std::size_t>(columns));
    dequantise(tensor, last, 1, row);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), all.begin() + last * columns));
  }
}

TEST_P(TinyModels, OutliveNothingTheyNeed) {
  const std::vector<float> before = valuesOf(*m_model, "final_norm");
  const std::shared_ptr<const ModelFile> kept = std::move(m_model);
  EXPECT_EQ(valuesOf(*kept, "final_norm"), before);
  EXPECT_FALSE(kept->description().empty());
}

INSTANTIATE_TEST_SUITE_P(, TinyModels,
                         ::testing::Values("llama-v0.bin", "llama-v0-untied.bin", "llama-v1.bin", "llama-v2.bin",
                                           "llama-f32.gguf", "llama-f16.gguf", "llama-bf16.gguf", "llama-q8_0.gguf",
                                           "llama-q4_0.gguf", "llama-q5.gguf", "llama-k.gguf", "llama-untied.gguf",
                                           "gpt2.gguf", "hf-llama", "hf-gpt2"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

class TinyTokenizers : public ::testing::TestWithParam<const char*> {};

TEST_P(TinyTokenizers, CutTextsAsByHand) {
  const auto tokenizer = openTokenizer(tinyModel(GetParam()));
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message;
  const Json cases = readJson(tinyModel("expected/others.json"))["tokenizers"][GetParam()];
  ASSERT_FALSE(cases.empty());
  for (const Json& each : cases) {
    const auto text = each[0].get<std::string>();
    const std::vector<int> ids = tokenizer.value()->encode(text, /*begin=*/true);
    EXPECT_EQ(Json(ids), each[1]) << text;
    std::string back;
    int previous = -1;
    for (const int id : ids) {
      back += tokenizer.value()->decode(id, previous);
      previous = id;
    }
    EXPECT_EQ(back, text);
  }
}

INSTANTIATE_TEST_SUITE_P(, TinyTokenizers,
                         ::testing::Values("tok274.bin", "llama-f32.gguf", "hf-llama/tokenizer.json", "gpt2.gguf",
                                           "hf-gpt2/tokenizer.json", "tok-llama3.gguf", "tok-llama3.json"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

// As tokenizers has it: Metaspace leaves a space that the text begins with alone, Prepend does not look.
TEST(TinyTokenizer, MetaspacePutsNoSpaceBeforeASpace) {
  const TemporaryFolder folder;
  const auto ids = [&](const char* scheme, const char* text) {
    Json json = readJson(tinyModel("hf-llama/tokenizer.json"));
    if (*scheme) {
      json["normalizer"] = nullptr;
      json["pre_tokenizer"] = {
          {"type", "Metaspace"}, {"replacement", "▁"}, {"split", false}, {"prepend_scheme", scheme}};
    }
    writeFile(folder.path() / "tokenizer.json", json.dump());
    const auto tokenizer = openTokenizer(folder.path() / "tokenizer.json");
    EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message;
    return tokenizer.ok() ? tokenizer.value()->encode(text, true) : std::vector<int>();
  };
  for (const char* scheme : {"first", "always"}) {
    EXPECT_EQ(ids(scheme, " the"), ids(scheme, "the")) << scheme;
    EXPECT_EQ(ids(scheme, "  the"), ids("never", "  the")) << scheme;
    EXPECT_EQ(ids(scheme, "▁the"), ids(scheme, "the")) << scheme;
  }
  EXPECT_NE(ids("never", " the"), ids("never", "the"));
  EXPECT_EQ(ids("", " the"), ids("never", "  the")) << "Prepend";
}

TEST(TinyModel, FindsItsTokenizerBesideIt) {
  EXPECT_NE(opened(tinyModel("llama-v0.bin"))->tokenizer(), nullptr);
  EXPECT_EQ(opened(tinyModel("llama-v1.bin"))->tokenizer(), nullptr);  // 16 tokens, and tok274.bin has others
  const auto given = opened(tinyModel("llama-v1.bin"), tinyModel("hf-gpt2/tokenizer.json"));
  ASSERT_NE(given->tokenizer(), nullptr);
  EXPECT_EQ(given->tokenizer()->size(), 264u);
}

TEST(TinyModel, ShowsTokensForPeople) {
  const auto llama = openTokenizer(tinyModel("tok274.bin")), gpt2 = openTokenizer(tinyModel("gpt2.gguf"));
  ASSERT_TRUE(llama.ok() && gpt2.ok());
  EXPECT_EQ(llama.value()->text(1), "<s>");
  EXPECT_EQ(llama.value()->text(3 + 10), "<0x0A>");
  EXPECT_EQ(llama.value()->text(267), " the");
  EXPECT_EQ(llama.value()->text(-1), "<-1>");
  EXPECT_EQ(llama.value()->text(100000), "<100000>");
  EXPECT_EQ(llama.value()->decode(100000, 1), "");
  EXPECT_EQ(gpt2.value()->text(10), "<0x0A>");  // written Ċ in the file
  EXPECT_EQ(gpt2.value()->text(258), " the");
}

}  // namespace
}  // namespace strata::test
