#include "tests/modelfile/test_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace strata::test {

std::filesystem::path projectFile(const std::string& name) {
  const char* carried = std::getenv("STRATA_SOURCE_DIR");
  return std::filesystem::path(carried ? carried : STRATA_SOURCE_DIR) / name;
}

std::filesystem::path tinyModel(const std::string& name) {
  return projectFile("tests/modelfile/data/" + name);
}

std::filesystem::path foreignModel(const std::string& name) {
  const char* folder = std::getenv("STRATA_TEST_DATA");
  return (folder ? std::filesystem::path(folder) : projectFile("../shared/data")) / "models" / name;
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

void writeFile(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

nlohmann::json readJson(const std::filesystem::path& path) {
  return nlohmann::json::parse(readFile(path));
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "strata-model-XXXXXX").string();
  EXPECT_NE(::mkdtemp(name.data()), nullptr);
  m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

std::shared_ptr<const ModelFile> opened(const std::filesystem::path& path, const std::filesystem::path& tokenizer) {
  auto model = openModel(path, tokenizer);
  EXPECT_TRUE(model.ok()) << model.error().message;
  return model.ok() ? model.value() : nullptr;
}

std::string refusalOf(const std::filesystem::path& path) {
  const auto model = openModel(path);
  return model.ok() ? std::string() : model.error().message;
}

std::vector<float> valuesOf(const ModelFile& model, std::string_view name) {
  const StoredTensor* tensor = model.find(name);
  EXPECT_NE(tensor, nullptr) << name;
  return tensor ? dequantised(*tensor) : std::vector<float>();
}

}  // namespace strata::test
