#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "engine/modelfile/model_checks.h"
#include "engine/modelfile/onnx_graph.h"
#include "tests/modelfile/test_files.h"

// Files that are given where a model of another kind belongs, and tokenizers of other models.

namespace strata::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::string_literals;

class Misplaced : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& name, const std::string& bytes) const {
    writeFile(m_folder.path() / name, bytes);
    return m_folder.path() / name;
  }
  static std::string digitsRefusal(const std::filesystem::path& path) {
    const auto graph = readOnnx(path);
    return graph.ok() ? "" : graph.error().message;
  }

  TemporaryFolder m_folder;
};

TEST_F(Misplaced, AsTextModel) {
  const auto refused = [&](const std::string& name, const std::string& bytes) {
    const std::string message = refusalOf(file(name, bytes));
    EXPECT_THAT(message, AllOf(HasSubstr(name), Not(HasSubstr("llama2.c v0"))));
    return message;
  };
  const std::string rest(64, 'x');
  EXPECT_THAT(refused("m.safetensors", readFile(tinyModel("hf-gpt2/model.safetensors"))),
              AllOf(HasSubstr("a safetensors file"), HasSubstr("Give its folder, with the model's config.json")));
  EXPECT_THAT(refusalOf(tinyModel("hf-gpt2/model.safetensors")),
              HasSubstr("Give its folder: " + tinyModel("hf-gpt2").string()));
  EXPECT_THAT(refused("m.pt", "PK\3\4"s + "........model/data.pkl" + rest),
              AllOf(HasSubstr("a PyTorch checkpoint"), HasSubstr("save_pretrained")));
  EXPECT_THAT(refused("old.pt", "\x80\x02}q."s + rest), HasSubstr("a PyTorch checkpoint"));
  EXPECT_THAT(refused("m.onnx", readFile(tinyModel("conv.onnx"))),
              AllOf(HasSubstr("an ONNX network"),
                    HasSubstr("cnn reads such digit classifiers, as model=" + m_folder.path().string())));
  EXPECT_THAT(refused("m.gguf", "version https://git-lfs.github.com/spec/v1\noid"), HasSubstr("git lfs pull"));
  EXPECT_THAT(refused("page.bin", "<!DOCTYPE html><html>" + rest), HasSubstr("a web page"));
  EXPECT_THAT(refused("other.json", "{\"model_type\": \"llama\"}"),
              AllOf(HasSubstr("Give the folder of a Hugging Face model"), Not(HasSubstr("tokenizer="))));
  EXPECT_THAT(refused("tokenizer.json", "{\"version\": \"1.0\", \"added_tokens\": []}"),
              HasSubstr("this one as tokenizer=" + (m_folder.path() / "tokenizer.json").string()));
  EXPECT_THAT(refused("config.json", "{\"model_type\": \"llama\"}"),
              AllOf(HasSubstr("Give its folder: " + m_folder.path().string()), Not(HasSubstr("tokenizer="))));
  EXPECT_THAT(refused("m.tflite", "\x1c\0\0\0TFL3"s + rest), HasSubstr("a TensorFlow Lite model"));
}

TEST_F(Misplaced, SizesThatBeginAsPicklesDoAreSizes) {
  for (const std::int32_t dim : {640, 896, 1152, 1408}) {
    const std::int32_t header[] = {dim, 2048, 1, dim / 64, dim / 64, 512, 256};
    std::string bytes(sizeof header, '\0');
    std::memcpy(bytes.data(), header, sizeof header);
    EXPECT_THAT(refusalOf(file("m.bin", bytes + "...")), HasSubstr("token_embedding")) << dim;
  }
}

TEST_F(Misplaced, AsDigitModel) {
  EXPECT_THAT(digitsRefusal(tinyModel("llama-f32.gguf")),
              AllOf(HasSubstr("a GGUF text model"), HasSubstr("The experiment transformer reads it, as model=")));
  EXPECT_THAT(digitsRefusal(tinyModel("llama-v1.bin")), HasSubstr("a llama2.c text model"));
  EXPECT_THAT(digitsRefusal(file("m.pth", "PK\3\4........model/data.pkl")), HasSubstr("torch.onnx.export"));
  EXPECT_THAT(digitsRefusal(file("m.h5", "\x89HDF\r\n")), HasSubstr("tf2onnx"));
  EXPECT_THAT(digitsRefusal(file("seven.pgm", "P5 28 28 255 ")), HasSubstr("Give it as image="));
  EXPECT_THAT(digitsRefusal(tinyModel("hf-llama")), HasSubstr("the experiment transformer reads such folders"));
}

TEST_F(Misplaced, FoldersThatHoldWhatIsMeant) {
  file("net.onnx", "");
  EXPECT_THAT(digitsRefusal(m_folder.path()),
              HasSubstr("Give the file in it: " + (m_folder.path() / "net.onnx").string()));
  file("model.safetensors", "");
  EXPECT_THAT(refusalOf(m_folder.path()), HasSubstr("not the config.json"));
  file("model.gguf", "");
  EXPECT_THAT(refusalOf(m_folder.path()),
              HasSubstr("Give the file in it: " + (m_folder.path() / "model.gguf").string()));
}

TEST_F(Misplaced, FoldersAreNotToldToGiveWhatIsRefused) {
  file("pytorch_model.bin", "PK\3\4........model/data.pkl");
  EXPECT_THAT(refusalOf(m_folder.path()),
              AllOf(HasSubstr("without a config.json"), Not(HasSubstr("Give the file in it"))));
  file("stories.bin", readFile(tinyModel("llama-v0.bin")));
  EXPECT_THAT(refusalOf(m_folder.path()), HasSubstr((m_folder.path() / "stories.bin").string()));
}

TEST(Vocabulary, MayBeFilledUpAndNoMore) {
  EXPECT_TRUE(checkVocabulary("m", 512, 512).ok());
  EXPECT_TRUE(checkVocabulary("m", 512, 600).ok());
  EXPECT_TRUE(checkVocabulary("m", 128, 65).ok()) << "to a multiple of 64";
  EXPECT_TRUE(checkVocabulary("m", 50304, 50257).ok()) << "to a multiple of 64";
  EXPECT_TRUE(checkVocabulary("m", 51200, 50295).ok()) << "by less than a thirty-second";
  EXPECT_FALSE(checkVocabulary("m", 512, 105).ok());
  EXPECT_FALSE(checkVocabulary("m", 32000, 512).ok());
  EXPECT_FALSE(checkVocabulary("m", 100, 90).ok());
}

TEST_F(Misplaced, ATokenizerOfAnotherModelIsRefused) {
  std::string words = "\x08\0\0\0"s;
  for (int i = 0; i < 105; ++i) words += "\0\0\0\0\x01\0\0\0"s + static_cast<char>('!' + i % 90);
  const auto model = openModel(tinyModel("llama-v0.bin"), file("tok105.bin", words));
  ASSERT_FALSE(model.ok());
  EXPECT_THAT(model.error().message, AllOf(HasSubstr("knows 274 tokens and the tokenizer only 105"),
                                           HasSubstr("Name the model's own: tokenizer=PATH")));
}

}  // namespace
}  // namespace strata::test
