#pragma once

#include <cstdint>
#include <string>

#include "engine/modelfile/stored_tensor.h"

namespace strata::inline modelfile {

/// The largest count a model's configuration or a tensor's dimension may have: the product of two of them, in bytes,
/// still fits into 64 bits.
constexpr std::int64_t kLargestCount = std::int64_t{1} << 28;

/// Elements that share a scale, along a row; 1 where each stands alone.
std::int64_t blockOf(StoredType type);
/// Bytes of so many elements, whole blocks; without the scales of Int8Groups.
std::int64_t bytesOf(StoredType type, std::int64_t elements);

/// Rows [first, first + count) as a tensor of their own, elements of a vector likewise; not for Int8Groups.
StoredTensor rowsOf(const StoredTensor& whole, std::int64_t first, std::int64_t count, std::string name);

}  // namespace strata::inline modelfile
