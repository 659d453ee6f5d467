#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/mapped_file.h"

namespace strata::inline modelfile {

/// A tensor of a safetensors file, in the file's own words.
struct SafetensorsEntry {
  std::string name, type;  ///< type: "F32", "BF16", "I64", …
  std::vector<std::int64_t> shape;
  std::uint64_t offset = 0;  ///< in the file
  std::span<const std::byte> data;
};

/// Checked: each tensor lies inside the file, and together they fill it without gap or overlap, as the format demands.
struct SafetensorsFile {
  std::shared_ptr<const MappedFile> file;
  std::vector<SafetensorsEntry> entries;
};

Result<SafetensorsFile> readSafetensors(const std::filesystem::path& path);

constexpr std::string_view kSafetensors = "model.safetensors", kSafetensorsIndex = "model.safetensors.index.json";

/// model.safetensors, or every file that model.safetensors.index.json names. Checked: index and files agree.
Result<std::vector<SafetensorsFile>> readSafetensorsFolder(const std::filesystem::path& folder);

}  // namespace strata::inline modelfile
