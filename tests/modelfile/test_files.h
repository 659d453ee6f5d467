#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/modelfile/model_file.h"

namespace strata::test {

/// A file of the project, named from its top: in the tree this was built from, or below STRATA_SOURCE_DIR of the
/// environment where the tests were carried to another machine.
std::filesystem::path projectFile(const std::string& name);

/// The tiny models that make_models.py wrote.
std::filesystem::path tinyModel(const std::string& name);

/// Models of others, outside the project: STRATA_TEST_DATA/models, or ../shared/data/models beside it. Tests that need
/// one skip where it is absent.
std::filesystem::path foreignModel(const std::string& name);

#define STRATA_NEEDS_FOREIGN(path) \
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder"

std::string readFile(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, std::string_view bytes);
nlohmann::json readJson(const std::filesystem::path& path);

/// A folder of its own, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

/// The model, or a failed expectation and null.
std::shared_ptr<const ModelFile> opened(const std::filesystem::path& path, const std::filesystem::path& tokenizer = {});
/// The message with which it is refused; empty if it is not.
std::string refusalOf(const std::filesystem::path& path);

/// All values of a tensor of the model; empty, and a failed expectation, without it.
std::vector<float> valuesOf(const ModelFile& model, std::string_view name);

/// The floats of a tensor that is written as JSON: {"shape": …, "data": base64}.
std::vector<float> floatsOf(const nlohmann::json& tensor);

/// minGPT's gpt-nano-sort, which comes as JSON, as a Hugging Face folder.
void writeNanoSort(const std::filesystem::path& json, const std::filesystem::path& folder);

}  // namespace strata::test
