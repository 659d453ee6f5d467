#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/modelfile/stored_tensor.h"

namespace strata::inline modelfile {

/// Writes `elements` numbers, whole blocks from `block` on, as floats; for GGUF's types of blocks.
void unpackBlocks(StoredType type, const std::byte* block, std::int64_t elements, float* out);

}  // namespace strata::inline modelfile
