#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline modelfile {

/// How the elements of a tensor lie in a file, little endian.
enum class StoredType {
  F32,
  F16,
  BF16,
  Q8_0,  ///< GGUF: blocks of 32 along a row, { fp16 scale, 32 × int8 }, 34 bytes
  Q4_0,  ///< GGUF: blocks of 32 along a row, { fp16 scale, 16 bytes }, 18 bytes; low nibbles first, value − 8
  Q4_1,  ///< the same with { fp16 scale, fp16 least value, 16 bytes }, 20 bytes; not − 8
  Q5_0,  ///< { fp16 scale, 32 fifth bits, 16 bytes }, 22 bytes; value − 16
  Q5_1,  ///< { fp16 scale, fp16 least value, 32 fifth bits, 16 bytes }, 24 bytes
  Q4K,   ///< GGUF's Q4_K: blocks of 256, { fp16 scale, fp16 of least values, 12 bytes of scales, 128 bytes }, 144 bytes
  Q5K,   ///< the same with 32 bytes of fifth bits before the 128, 176 bytes
  Q6K,   ///< blocks of 256, { 128 bytes, 64 bytes of upper bits, 16 × int8 scale, fp16 scale }, 210 bytes
  Int8Groups,  ///< llama2.c v2: int8, then a float scale per `groupSize` elements
};

std::string_view nameOf(StoredType type);

/// A tensor as it lies in the mapped file: a view, valid while its ModelFile lives. `shape` is row-major and what a
/// reader of the model expects: a linear weight is [out, in], an embedding [entries, dim], a norm or bias [dim].
struct StoredTensor {
  std::string name;  ///< canonical, see ModelFile
  std::vector<std::int64_t> shape;
  StoredType type = StoredType::F32;
  /// From the first element to the last one; for a transposed view other tensors' elements may lie between. Need not be
  /// aligned for its type except for Int8Groups' scales: copy, or ask `aligned()`.
  std::span<const std::byte> data = {};
  /// Int8Groups: one scale for each group of the whole tensor, counted through in row-major order; a group may cross
  /// rows.
  std::span<const float> scales = {};
  int groupSize = 0;  ///< Int8Groups only
  /// Stored as [in, out] (Hugging Face's Conv1D of GPT-2): element (row, column) is at column · pitch + row.
  bool transposed = false;
  std::int64_t pitch = 0;  ///< elements from one stored row to the next

  std::int64_t rows() const { return shape.empty() ? 0 : shape.size() == 1 ? 1 : shape[0]; }
  std::int64_t columns() const { return shape.empty() ? 0 : shape.back(); }
  std::int64_t elements() const { return rows() * columns(); }
  /// True if `data` may be read as an array of its elements in place: F32, F16, BF16, not transposed, aligned.
  bool aligned() const;
};

/// Writes rows [firstRow, firstRow + rowCount) as floats, row-major, whatever the storage; a vector is one row.
/// `out` holds rowCount · columns() floats; the rows must exist (both asserted).
void dequantise(const StoredTensor& tensor, std::int64_t firstRow, std::int64_t rowCount, std::span<float> out);

/// The whole tensor as floats.
std::vector<float> dequantised(const StoredTensor& tensor);

}  // namespace strata::inline modelfile
