#include "engine/modelfile/model_at.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "engine/base/folder.h"

namespace strata::inline modelfile {
namespace {

bool isWeights(const std::filesystem::path& file) {
  return file.extension() == ".safetensors" || file.filename().string().starts_with("pytorch_model");
}

bool isHuggingFaceFolder(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::vector<std::filesystem::path> files = entriesOf(folder, ignored);
  return std::ranges::any_of(files, isWeights) &&
         std::ranges::any_of(files, [](const auto& file) { return file.filename() == "config.json"; });
}

/// By its name, which is the same in all such folders.
bool belongsToHuggingFace(const std::filesystem::path& file) {
  constexpr std::array<std::string_view, 4> kNames{"config.json", "generation_config.json", "tokenizer.json",
                                                   "tokenizer_config.json"};
  const std::string name = file.filename().string();
  return isWeights(file) || name.ends_with(".index.json") || std::ranges::find(kNames, name) != kNames.end();
}

/// It has no magic number and begins with its sizes: dim, hidden, layers, heads, heads of keys, vocabulary, context.
bool isOldLlama2c(const MappedFile& file) {
  constexpr std::int64_t kMost = std::int64_t{1} << 24;
  std::array<std::int32_t, 7> sizes{};
  const std::string_view bytes = file.text();
  if (file.path().extension() != ".bin" || bytes.size() < sizeof sizes) return false;
  std::memcpy(sizes.data(), bytes.data(), sizeof sizes);
  sizes[5] = std::abs(std::max(sizes[5], -static_cast<std::int32_t>(kMost)));  // its sign says whether the head is tied
  const auto fits = [](std::int32_t size) { return size >= 1 && size <= kMost; };
  const auto embedding = std::uint64_t{sizeof(float)} * static_cast<std::uint64_t>(std::max(sizes[0], 0)) *
                         static_cast<std::uint64_t>(sizes[5]);
  return std::ranges::all_of(sizes, fits) && sizes[0] % sizes[3] == 0 && bytes.size() > embedding;
}

std::optional<ModelUse> useOf(const MappedFile& file) {
  const bool text = !misplacedFile(file, ModelUse::Text), digits = !misplacedFile(file, ModelUse::Digits);
  if (text != digits) {
    // A few bytes make an ONNX network; other files may begin so.
    if (digits && file.path().extension() != ".onnx") return std::nullopt;
    return text ? ModelUse::Text : ModelUse::Digits;
  }
  return text && isOldLlama2c(file) ? std::optional(ModelUse::Text) : std::nullopt;
}

}  // namespace

std::optional<FoundModel> modelAt(const std::filesystem::path& path) {
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::absolute(path, failed);
  if (failed) return std::nullopt;
  if (std::filesystem::is_directory(whole, failed))
    return isHuggingFaceFolder(whole) ? std::optional(FoundModel{path, ModelUse::Text}) : std::nullopt;
  if (!std::filesystem::is_regular_file(whole, failed)) return std::nullopt;
  if (belongsToHuggingFace(whole) && isHuggingFaceFolder(whole.parent_path()))
    return FoundModel{whole.parent_path(), ModelUse::Text};
  const auto file = MappedFile::open(whole);
  if (!file.ok()) return std::nullopt;
  const auto use = useOf(*file.value());
  return use ? std::optional(FoundModel{path, *use}) : std::nullopt;
}

}  // namespace strata::inline modelfile
