#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/modelfile/test_files.h"

// Models of others: the same weights in every kind of file, and figures that other programs printed.

namespace strata::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Largest difference between the tensors of two models, relative to each tensor's largest value.
double worstDifference(const ModelFile& one, const ModelFile& other) {
  double worst = 0;
  for (const StoredTensor& tensor : one.tensors()) {
    const std::vector<float> a = dequantised(tensor), b = valuesOf(other, tensor.name);
    if (a.size() != b.size()) return INFINITY;
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, std::abs(static_cast<double>(a[i])));
      difference = std::max(difference, std::abs(static_cast<double>(a[i]) - b[i]));
    }
    worst = std::max(worst, difference / largest);
  }
  return worst;
}

TEST(Stories260K, IsTheSameInEveryFile) {
  STRATA_NEEDS_FOREIGN(foreignModel("llama2c/stories260K.bin"));
  const auto bin = opened(foreignModel("llama2c/stories260K.bin")),
             f32 = opened(foreignModel("gguf/stories260K-f32.gguf")),
             f16 = opened(foreignModel("gguf/stories260K-f16.gguf")),
             q8 = opened(foreignModel("llama2c/stories260K-q8.bin"));
  ASSERT_TRUE(bin && f32 && f16 && q8);
  EXPECT_EQ(worstDifference(*bin, *f32), 0);
  const double half = worstDifference(*bin, *f16), eighth = worstDifference(*bin, *q8);
  EXPECT_GT(half, 0);
  EXPECT_LE(half, std::ldexp(1, -11));
  EXPECT_GT(eighth, 1e-4);
  EXPECT_LE(eighth, 0.5 / 127 * 1.001);
}

TEST(Stories260K, HasItsConfiguration) {
  STRATA_NEEDS_FOREIGN(foreignModel("llama2c/stories260K.bin"));
  const auto bin = opened(foreignModel("llama2c/stories260K.bin")),
             gguf = opened(foreignModel("gguf/stories260K-f32.gguf"));
  ASSERT_TRUE(bin && gguf);
  for (const auto& model : {bin, gguf}) {
    const ModelConfig& c = model->config();
    EXPECT_THAT((std::vector<std::int64_t>{c.dim, c.hidden, c.layers, c.heads, c.kvHeads, c.headSize, c.vocab}),
                ElementsAre(64, 172, 5, 8, 4, 8, 512));
    EXPECT_EQ(c.ropePairs, RopePairs::Adjacent);
  }
  EXPECT_EQ(bin->config().context, 512);
  EXPECT_EQ(gguf->config().context, 128);
  EXPECT_TRUE(bin->config().tiedHead);
  EXPECT_FALSE(gguf->config().tiedHead);
  std::int64_t parameters = 0;
  for (const StoredTensor& tensor : bin->tensors()) parameters += tensor.elements();
  EXPECT_EQ(parameters, 260032);
}

/// The rows of the embedding that llama.cpp printed for the prompt "Once upon a time".
TEST(Stories260K, EmbedsAsLlamaCppPrinted) {
  STRATA_NEEDS_FOREIGN(foreignModel("gguf/stories260K-f32.gguf"));
  const auto model = opened(foreignModel("gguf/stories260K-f32.gguf"));
  const std::vector<float> table = valuesOf(*model, "token_embedding");
  double sum = 0;
  for (const int id : {1, 403, 407, 261, 378})
    for (std::size_t i = 0; i < 64; ++i) sum += table[static_cast<std::size_t>(id) * 64 + i];
  EXPECT_NEAR(sum, -3.354056, 5e-6);
  EXPECT_NEAR(table[64], -0.1271, 5e-5);
  EXPECT_NEAR(table[378 * 64 + 63], -0.0597, 5e-5);
}

TEST(TinyRandomGpt2, IsRead) {
  const auto source = foreignModel("tiny-random-gpt2");
  STRATA_NEEDS_FOREIGN(source);
  const TemporaryFolder folder;
  std::filesystem::create_symlink(source / "config.converted.json", folder.path() / "config.json");
  std::filesystem::create_symlink(source / "model.converted.safetensors", folder.path() / "model.safetensors");
  std::filesystem::create_symlink(source / "tokenizer.json", folder.path() / "tokenizer.json");
  const auto model = opened(folder.path());
  ASSERT_NE(model, nullptr);
  const ModelConfig& c = model->config();
  EXPECT_THAT((std::vector<std::int64_t>{c.dim, c.hidden, c.layers, c.heads, c.headSize, c.vocab, c.context}),
              ElementsAre(32, 128, 5, 4, 8, 1000, 512));
  EXPECT_TRUE(c.tiedHead);
  EXPECT_EQ(model->find("layers.4.attention.key")->shape, (std::vector<std::int64_t>{32, 32}));
  EXPECT_EQ(model->tokenizer()->size(), 50295u);
  EXPECT_EQ(model->tokenizer()->end(), 98);
  EXPECT_THAT(model->tokenizer()->encode("a   b", false), ElementsAre(64, 50285, 65))
      << "runs of spaces are tokens there";
  EXPECT_THAT(model->description().back(), HasSubstr("50295"));
}

/// x · Wᵀ + b of PyTorch's own dump, with the weights as they come out of the reader.
TEST(NanoSort, FusedWeightsAreSplitAsPyTorchMultipliesThem) {
  const auto source = foreignModel("gpt-nano-sort/gpt-nano-sort-model.json");
  STRATA_NEEDS_FOREIGN(source);
  const TemporaryFolder folder;
  writeNanoSort(source, folder.path());
  const auto model = opened(folder.path());
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->tokenizer(), nullptr);
  EXPECT_FALSE(model->config().tiedHead);
  const auto partials = readJson(foreignModel("gpt-nano-sort/gpt-nano-sort-t0-partials.json"));
  const std::vector<float> input = floatsOf(partials["ln1"]), fused = floatsOf(partials["qkv"]);
  int part = 0;
  for (const char* name : {"query", "key", "value"}) {
    const std::string at = std::string("layers.0.attention.") + name;
    const std::vector<float> weight = valuesOf(*model, at), bias = valuesOf(*model, at + ".bias");
    for (std::size_t out = 0; out < 48; ++out) {
      double sum = bias[out];
      for (std::size_t in = 0; in < 48; ++in) sum += static_cast<double>(input[in]) * weight[out * 48 + in];
      EXPECT_NEAR(sum, fused[static_cast<std::size_t>(part) * 48 + out], 1e-5) << at << " " << out;
    }
    ++part;
  }
}

}  // namespace
}  // namespace strata::test
