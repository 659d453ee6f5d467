#pragma once

#include "engine/modelfile/model_config.h"
#include "kernels/operation/operation.h"
#include "layers/workloads/transformer/transformer_weights.h"

// The operations of a transformer as problems of our own operations. Rows are tokens; the tensors each takes are named
// beside it.

namespace strata::inline workloads {

struct OpRecipe {
  const Operation& operation;
  Problem problem;
};

OpRecipe embeddingOp(std::int64_t rows, std::int64_t dim, std::int64_t entries);  ///< indices, table, out
OpRecipe addOp(std::int64_t rows, std::int64_t dim);                              ///< a, b, out
/// RMSNorm: x, weight, y; LayerNorm, which has a bias: x, weight, bias, y.
OpRecipe normOp(const ModelConfig& config, std::int64_t rows, bool bias);
OpRecipe linearOp(std::int64_t rows, const LinearWeight& weight);                  ///< x, W, scales?, bias?, y
OpRecipe productOp(std::int64_t rows, std::int64_t in, std::int64_t out);          ///< x, W, y
OpRecipe ropeOp(const ModelConfig& config, std::int64_t rows, std::int64_t cols);  ///< x, positions, out
/// Keys or values into their rows of the cache: x, positions, cache.
OpRecipe storeOp(const ModelConfig& config, std::int64_t rows, std::int64_t capacity);
OpRecipe splitOp(const ModelConfig& config, std::int64_t rows);  ///< x [rows, heads · dim], out [heads, rows, dim]
OpRecipe joinOp(const ModelConfig& config, std::int64_t rows);   ///< x [heads, rows, dim], out [rows, heads · dim]
/// Queries, keys, values, the first query's position, out.
OpRecipe attentionOp(const ModelConfig& config, std::int64_t rows, std::int64_t capacity);
/// The scores of one query head against the first `rows` of the cache, before they are scaled: query, keys, out.
OpRecipe scoresOp(const ModelConfig& config, std::int64_t rows);
/// Logits of one row → where the greatest stands, int32.
OpRecipe likeliestOp(const ModelConfig& config);
OpRecipe swigluOp(std::int64_t rows, std::int64_t cols);              ///< gate, up, out
OpRecipe activationOp(const ModelConfig& config, std::int64_t rows);  ///< x, out

}  // namespace strata::inline workloads
