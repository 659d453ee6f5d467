#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/modelfile/test_files.h"

// The tokens that end a text, as each kind of file names them.

namespace strata::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Ends : public ::testing::Test {
 protected:
  /// Of llama-f32.gguf with one text replaced by another of the same length, and this end token.
  std::vector<int> ofGguf(const std::string& what, const std::string& with, std::uint32_t end = 2) {
    std::string bytes = readFile(tinyModel("llama-f32.gguf"));
    const std::string key = "tokenizer.ggml.eos_token_id";
    std::memcpy(bytes.data() + bytes.find(key) + key.size() + 4, &end, sizeof end);
    EXPECT_EQ(what.size(), with.size());
    if (!what.empty()) bytes.replace(bytes.find(what), what.size(), with);
    writeFile(m_folder.path() / "m.gguf", bytes);
    return of(m_folder.path() / "m.gguf");
  }

  /// A copy of hf-llama whose config.json has this for its end token.
  std::filesystem::path huggingFace(const std::string& end) {
    const auto copy = m_folder.path() / "hf";
    std::filesystem::remove_all(copy);
    std::filesystem::copy(tinyModel("hf-llama"), copy);
    nlohmann::json config = readJson(copy / "config.json");
    config["eos_token_id"] = nlohmann::json::parse(end);
    std::filesystem::remove(copy / "config.json");
    writeFile(copy / "config.json", config.dump());
    return copy;
  }

  static std::vector<int> of(const std::filesystem::path& path, const std::filesystem::path& tokenizer = {}) {
    const auto model = opened(path, tokenizer);
    return model ? std::vector<int>(model->ends().begin(), model->ends().end()) : std::vector<int>{-1};
  }

  TemporaryFolder m_folder;
};

TEST_F(Ends, OfLlama2cAreBeginAndEnd) {
  EXPECT_THAT(of(tinyModel("llama-v0.bin")), ElementsAre(1, 2));
  EXPECT_THAT(of(tinyModel("llama-v1.bin")), ElementsAre(1, 2)) << "without a tokenizer";
}

TEST_F(Ends, OfGgufAreTheKeysOfTheFile) {
  EXPECT_THAT(ofGguf("", ""), ElementsAre(2)) << "not the begin token";
  EXPECT_THAT(ofGguf("", "", 260), ElementsAre(260));
  EXPECT_THAT(ofGguf("ggml.bos_token_id", "ggml.eot_token_id", 260), ElementsAre(260, 1));
  EXPECT_THAT(ofGguf("ggml.bos_token_id", "ggml.eom_token_id", 260), ElementsAre(260, 1));
  EXPECT_THAT(ofGguf("", "", 0xffffffff), IsEmpty());
  EXPECT_THAT(ofGguf("tokenizer.ggml.eos_token_id", "tokenizer.ggml.xyz_token_id"), ElementsAre(2))
      << "SentencePiece's own";
}

TEST_F(Ends, OfGgufDoNotNeedATokenizer) {
  EXPECT_THAT(ofGguf("tokenizer.ggml.model", "tokenizer.ggml.mopel", 260), ElementsAre(260));
  EXPECT_EQ(opened(m_folder.path() / "m.gguf")->tokenizer(), nullptr);
  EXPECT_THAT(of(tinyModel("llama-untied.gguf")), IsEmpty());
  EXPECT_THAT(of(tinyModel("llama-untied.gguf"), tinyModel("hf-gpt2/tokenizer.json")), IsEmpty());
  EXPECT_THAT(of(tinyModel("llama-untied.gguf"), tinyModel("llama-f32.gguf")), ElementsAre(2)) << "the tokenizer's";
}

TEST_F(Ends, OfHuggingFaceAreANumberOrAList) {
  EXPECT_THAT(of(huggingFace("257")), ElementsAre(257));
  EXPECT_THAT(of(huggingFace("[257, 245]")), ElementsAre(257, 245));
  EXPECT_THAT(of(huggingFace("null")), ElementsAre(2)) << "</s> of the tokenizer";
  std::filesystem::remove(huggingFace("[257, 245]") / "tokenizer.json");
  EXPECT_THAT(of(m_folder.path() / "hf"), ElementsAre(257, 245));
  std::filesystem::remove(huggingFace("-1") / "tokenizer.json");
  EXPECT_THAT(of(m_folder.path() / "hf"), IsEmpty());
  EXPECT_THAT(refusalOf(huggingFace("[257, \"245\"]")), HasSubstr("config.json: eos_token_id is neither a token's"));
}

TEST_F(Ends, OfHuggingFaceThatTheTokenizerLacksAreSaidAndCostNothing) {
  const auto folder = huggingFace("50256");
  nlohmann::json config = readJson(folder / "config.json");
  config["bos_token_id"] = 50255;
  std::filesystem::remove(folder / "config.json");
  writeFile(folder / "config.json", config.dump());
  const auto model = opened(folder);
  ASSERT_NE(model, nullptr);
  ASSERT_NE(model->tokenizer(), nullptr);
  EXPECT_EQ(model->tokenizer()->begin(), 1);
  EXPECT_EQ(model->tokenizer()->end(), 2);
  EXPECT_THAT(model->description(), Contains("bos_token_id 50255 is none of the tokenizer's 274 tokens"));
  EXPECT_THAT(model->description(), Contains("eos_token_id 50256 is none of the tokenizer's 274 tokens"));
}

TEST_F(Ends, OfHuggingFaceAreThoseOfGenerationWhereItNamesThem) {
  const auto folder = huggingFace("2");
  writeFile(folder / "generation_config.json", R"({"eos_token_id": [200, 201]})");
  EXPECT_THAT(of(folder), ElementsAre(200, 201));
  writeFile(folder / "generation_config.json", R"({"do_sample": true})");
  EXPECT_THAT(of(folder), ElementsAre(2));
  writeFile(folder / "generation_config.json", "{");
  EXPECT_THAT(refusalOf(folder), HasSubstr("generation_config.json"));
}

}  // namespace
}  // namespace strata::test
