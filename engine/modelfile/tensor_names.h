#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/stored_tensor.h"

namespace strata::inline modelfile {

/// How one kind of file calls the tensors; names without ".weight" or ".bias". The right side is the canonical name, or
/// "attention.fused" for query, key and value in one.
struct TensorNames {
  std::string_view layerPrefix;  ///< "blk." for blk.0.attn_q
  std::span<const std::pair<std::string_view, std::string_view>> inLayer, outside;
};

/// The canonical name of the file's `name`; nothing if the table does not know it.
std::optional<std::string> canonicalName(const TensorNames& names, std::string_view name);

/// Replaces each "attention.fused" by its query, key and value, which are its rows in this order.
Result<void> splitFused(const std::string& file, std::int64_t dim, std::vector<StoredTensor>& tensors);

}  // namespace strata::inline modelfile
