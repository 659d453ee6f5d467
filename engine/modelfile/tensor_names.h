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
  std::string_view prefix = {};  ///< "model.", which a file may have in front of all names but the head's
};

/// The canonical name of the file's `name`; nothing if the table does not know it.
std::optional<std::string> canonicalName(const TensorNames& names, std::string_view name);

/// The file's name of a canonical one, of what it is a part of where the file has it in one piece; as it is for a file
/// that has no names.
std::string nameInFile(const TensorNames& names, std::string_view canonical);

/// Replaces each "attention.fused" by its query, key and value, which are its rows in this order.
Result<void> splitFused(const std::string& file, std::int64_t dim, std::vector<StoredTensor>& tensors);

}  // namespace strata::inline modelfile
