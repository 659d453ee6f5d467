#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "tests/modelfile/test_files.h"

// The tricky inputs that llama.cpp tests its tokenizers with, and the ids a correct one gives.

namespace strata::test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> inputsOf(const std::filesystem::path& path) {
  const std::string text = readFile(path), mark = "\n__ggml_vocab_test__\n";
  std::vector<std::string> inputs;
  std::size_t at = 0;
  for (std::size_t next; (next = text.find(mark, at)) != std::string::npos; at = next + mark.size())
    inputs.push_back(text.substr(at, next - at));
  return inputs;
}

std::vector<std::vector<int>> idsOf(const std::filesystem::path& path) {
  std::istringstream text(readFile(path));
  std::vector<std::vector<int>> all;
  for (std::string line; std::getline(text, line);) {
    std::istringstream numbers(line);
    all.emplace_back(std::istream_iterator<int>(numbers), std::istream_iterator<int>());
  }
  return all;
}

void expectGoldens(const Tokenizer& tokenizer, const std::string& vocabulary) {
  const auto inputs = inputsOf(foreignModel("gguf-vocab/" + vocabulary + ".inp"));
  const auto ids = idsOf(foreignModel("gguf-vocab/" + vocabulary + ".out"));
  ASSERT_GT(inputs.size(), 40u);
  ASSERT_EQ(inputs.size(), ids.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(tokenizer.encode(inputs[i], /*begin=*/false), ids[i]) << inputs[i];
    std::string back;
    int previous = -1;
    for (const int id : ids[i]) {
      back += tokenizer.decode(id, previous);
      previous = id;
    }
    EXPECT_EQ(back, inputs[i]);
  }
}

TEST(ForeignTokenizers, LlamaSentencePieceOfGguf) {
  const auto path = foreignModel("gguf-vocab/ggml-vocab-llama-spm.gguf");
  STRATA_NEEDS_FOREIGN(path);
  const auto tokenizer = openTokenizer(path);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message;
  expectGoldens(*tokenizer.value(), "ggml-vocab-llama-spm.gguf");
  EXPECT_EQ(tokenizer.value()->size(), 32000u);
  EXPECT_THAT(tokenizer.value()->encode("3", true), ElementsAre(1, 29871, 29941));
}

TEST(ForeignTokenizers, Gpt2OfGgufAndOfHuggingFace) {
  STRATA_NEEDS_FOREIGN(foreignModel("gguf-vocab/ggml-vocab-gpt-2.gguf"));
  for (const char* file : {"gguf-vocab/ggml-vocab-gpt-2.gguf", "gguf-vocab/gpt2-tokenizer.json"}) {
    SCOPED_TRACE(file);
    const auto tokenizer = openTokenizer(foreignModel(file));
    ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message;
    expectGoldens(*tokenizer.value(), "ggml-vocab-gpt-2.gguf");
    EXPECT_EQ(tokenizer.value()->size(), 50257u);
    EXPECT_EQ(tokenizer.value()->begin(), 50256);
    EXPECT_EQ(tokenizer.value()->end(), 50256);
    EXPECT_FALSE(tokenizer.value()->expectsBegin());
    EXPECT_EQ(tokenizer.value()->decode(50256, 0), "");
  }
}

TEST(ForeignTokenizers, StoriesOfBinAndOfGguf) {
  STRATA_NEEDS_FOREIGN(foreignModel("llama2c/tok512.bin"));
  for (const char* file : {"llama2c/tok512.bin", "gguf/stories260K-f32.gguf"}) {
    SCOPED_TRACE(file);
    const auto opened = openTokenizer(foreignModel(file));
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    const Tokenizer& tokenizer = *opened.value();
    EXPECT_THAT(tokenizer.encode("", true), ElementsAre(1));
    EXPECT_THAT(tokenizer.encode("Once upon a time", true), ElementsAre(1, 403, 407, 261, 378));
    EXPECT_THAT(tokenizer.encode("Once upon a time, there was a cat named Zoë.", true),
                ElementsAre(1, 403, 407, 261, 378, 432, 383, 286, 261, 280, 294, 395, 410, 469, 414, 198, 174, 426));
    EXPECT_THAT(tokenizer.encode("日本", true), ElementsAre(1, 410, 233, 154, 168, 233, 159, 175));
  }
}

TEST(ForeignTokenizers, GoldenIdsGiveTheGoldenText) {
  STRATA_NEEDS_FOREIGN(foreignModel("golden/stories260K_once.json"));
  const auto model = opened(foreignModel("llama2c/stories260K.bin"));
  ASSERT_NE(model->tokenizer(), nullptr) << "tok512.bin lies beside it";
  for (const char* file : {"golden/stories260K_once.json", "golden/stories260K_empty.json"}) {
    const auto golden = readJson(foreignModel(file));
    std::string text;
    int previous = -1;
    for (const int id : golden["all_ids"].get<std::vector<int>>()) {
      text += model->tokenizer()->decode(id, previous);
      previous = id;
    }
    EXPECT_EQ(text, golden["text"].get<std::string>());
  }
}

}  // namespace
}  // namespace strata::test
