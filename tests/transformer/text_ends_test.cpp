#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "layers/workloads/transformer/transformer_workload.h"
#include "tests/modelfile/test_files.h"
#include "tests/transformer/engine_fixture.h"

// What ends a text, and what a prompt needs, said of the model that is there.

namespace strata::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class TextEnds : public EngineFixture {
 protected:
  Result<void> write(const std::filesystem::path& model, const nlohmann::json& more = {{"prompt_ids", "1 5 9 2 7 7"}}) {
    nlohmann::json request{{"id", 1}, {"run", "transformer"}, {"model", model.string()}, {"tokens", 4}};
    request.update(more);
    return session().run(m_workload, request.dump());
  }
  std::vector<int> written() { return session().results().back().details->at("ids"); }
  std::string ending() { return session().results().back().message; }

  /// llama-f32.gguf with other numbers for these keys, and without a tokenizer if asked for.
  std::filesystem::path with(const std::vector<std::pair<std::string, int>>& ids, bool tokenizer = true) {
    std::string bytes = readFile(tinyModel("llama-f32.gguf"));
    for (const auto& [name, id] : ids) {
      const std::string key = "tokenizer.ggml." + name + "_token_id";
      std::memcpy(bytes.data() + bytes.find(key) + key.size() + 4, &id, sizeof id);
    }
    if (!tokenizer) bytes.replace(bytes.find("tokenizer.ggml.model"), 20, "tokenizer.ggml.mopel");
    const auto path = m_folder.path() / ("m" + std::to_string(++m_files) + ".gguf");
    writeFile(path, bytes);
    return path;
  }

  std::string refusal(const std::filesystem::path& model, const nlohmann::json& more) {
    const auto done = write(model, more);
    return done.ok() ? "" : done.error().message;
  }

  TransformerWorkload m_workload{ownRoutines()};
  TemporaryFolder m_folder;
  int m_files = 0;
};

TEST_F(TextEnds, AtTheEndThatTheFileNames) {
  ASSERT_TRUE(write(tinyModel("llama-f32.gguf")).ok());
  const int first = written().front();
  ASSERT_EQ(written().size(), 4u);
  for (const bool tokenizer : {true, false}) {
    ASSERT_TRUE(write(with({{"eos", first}}, tokenizer)).ok());
    EXPECT_TRUE(written().empty());
    EXPECT_THAT(ending(), HasSubstr("the model chose its end token"));
  }
}

TEST_F(TextEnds, NotAtTheTokenThatBeginsATextOfGguf) {
  ASSERT_TRUE(write(tinyModel("llama-f32.gguf")).ok());
  const std::vector<int> before = written();
  ASSERT_TRUE(write(with({{"bos", before.front()}})).ok());
  EXPECT_EQ(written(), before);
}

TEST_F(TextEnds, APromptSaysWhyThereIsNoTokenizerForIt) {
  EXPECT_THAT(
      refusal(with({}, false), {{"prompt", "the cat"}}),
      AllOf(HasSubstr("A prompt needs a tokenizer, and there is none for this model: "),
            HasSubstr("tokenizer.ggml.model is missing"), HasSubstr("Name one: tokenizer=PATH, or give prompt_ids=")));
  std::string other = readFile(tinyModel("gpt2.gguf"));
  const std::string key = "tokenizer.ggml.pre";
  other.replace(other.find(key) + key.size() + 12, 5, "bloom");
  writeFile(m_folder.path() / "bloom.gguf", other);
  EXPECT_THAT(refusal(m_folder.path() / "bloom.gguf", {{"prompt", "the cat"}}),
              HasSubstr("is bloom; only gpt-2, smollm and llama-bpe are supported"));
  EXPECT_THAT(refusal(tinyModel("llama-v1.bin"), {{"prompt", "the cat"}}),
              HasSubstr("neither tokenizer.bin nor tok16.bin"));
}

TEST_F(TextEnds, IdsByHandAreNotBlamedOnATokenizer) {
  for (const char* ids : {"1 5000", "-3"})
    EXPECT_THAT(refusal(tinyModel("llama-f32.gguf"), {{"prompt_ids", ids}}),
                AllOf(HasSubstr("prompt_ids has the token "), HasSubstr("the tokens of this model are 0 to 273"),
                      Not(HasSubstr("belong together"))));
}

}  // namespace
}  // namespace strata::test
