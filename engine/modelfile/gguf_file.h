#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/stored_tensor.h"

namespace strata::inline modelfile {

/// The types of GGUF's metadata values, by the file's own numbers.
enum class GgufType : std::uint32_t {
  Uint8,
  Int8,
  Uint16,
  Int16,
  Uint32,
  Int32,
  Float32,
  Bool,
  String,
  Array,
  Uint64,
  Int64,
  Float64
};

/// A metadata value where it lies in the file, its extent checked.
struct GgufValue {
  GgufType type = GgufType::Uint8;  ///< of the elements, for an array
  bool isArray = false;
  std::uint64_t count = 1;  ///< elements of an array
  std::uint64_t offset = 0;
  std::span<const std::byte> bytes;
};

/// Metadata and tensors of a GGUF v3 file. Checked: every value and tensor lies inside the file, aligned, no two
/// tensors overlap, no key or name comes twice.
struct GgufFile {
  std::shared_ptr<const MappedFile> file;
  std::map<std::string, GgufValue, std::less<>> metadata;
  std::vector<StoredTensor> tensors;                          ///< under the file's own names
  std::map<std::string, std::uint64_t, std::less<>> offsets;  ///< of the tensors, for messages

  bool has(std::string_view key) const { return metadata.find(key) != metadata.end(); }
  /// Errors: the key is absent, of another type or out of range.
  Result<std::int64_t> integer(std::string_view key) const;
  Result<std::int64_t> integerOr(std::string_view key, std::int64_t fallback) const;
  Result<float> numberOr(std::string_view key, float fallback) const;
  Result<bool> flagOr(std::string_view key, bool fallback) const;
  Result<std::string> textOr(std::string_view key, std::string fallback) const;
  Result<std::vector<std::string_view>> texts(std::string_view key) const;
  Result<std::vector<float>> numbers(std::string_view key) const;
  Result<std::vector<std::int64_t>> integers(std::string_view key) const;
  Error damaged(std::string_view key, std::string_view what) const;
  Error unsupported(std::string_view key, std::string_view what) const;
};

bool isGguf(const MappedFile& file);
Result<GgufFile> readGguf(const std::shared_ptr<const MappedFile>& file);

}  // namespace strata::inline modelfile
