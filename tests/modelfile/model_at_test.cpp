#include "engine/modelfile/model_at.h"

#include <gtest/gtest.h>

#include "tests/modelfile/test_files.h"

// What a person opens, by name or by dropping it on a window: which of it is a model, and of which path.

namespace strata::test {
namespace {

using namespace std::string_literals;

class ModelAt : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& name, const std::string& bytes) const {
    writeFile(m_folder.path() / name, bytes);
    return m_folder.path() / name;
  }
  static void expectFound(const std::filesystem::path& given, const std::filesystem::path& path, ModelUse use) {
    const auto found = modelAt(given);
    ASSERT_TRUE(found) << given;
    EXPECT_EQ(found->path, path);
    EXPECT_EQ(found->use, use) << given;
  }

  TemporaryFolder m_folder;
};

TEST_F(ModelAt, FilesByTheirFirstBytes) {
  for (const char* name : {"llama-f32.gguf", "llama-v0.bin", "llama-v1.bin"})
    expectFound(tinyModel(name), tinyModel(name), ModelUse::Text);
  expectFound(tinyModel("conv.onnx"), tinyModel("conv.onnx"), ModelUse::Digits);
}

TEST_F(ModelAt, AFolderOfHuggingFaceAndWhateverOfItIsGiven) {
  const auto folder = tinyModel("hf-llama");
  expectFound(folder, folder, ModelUse::Text);
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json" || entry.path().extension() == ".safetensors")
      expectFound(entry.path(), folder, ModelUse::Text);
}

TEST_F(ModelAt, OtherFilesAndFoldersAreNone) {
  for (const auto& path :
       {file("config.json", "{}"), file("trace.json", "{\"traceEvents\": []}"), file("notes.txt", "to be done"),
        file("random.bin", std::string(4096, '\x7f')), file("short.bin", "\1\0\0\0"s), file("empty.gguf", ""),
        file("session.pftrace", "\x0a\x04\x08\x01\x10\x02"), file("begins.so", "\x08\x07\x12\x01.."), m_folder.path(),
        m_folder.path() / "not there"})
    EXPECT_FALSE(modelAt(path)) << path;
}

}  // namespace
}  // namespace strata::test
