#pragma once

#include <cstdint>

#include "engine/modelfile/model_config.h"
#include "layers/workloads/transformer/transformer_weights.h"

namespace strata::inline workloads {

/// What a model is taken to do for some tokens: modelled. Products and attention; all else is a hundredth of that.
struct TransformerCost {
  double flop = 0;
  double bytes = 0;  ///< read: each weight once for all tokens of a piece, each key and value once

  TransformerCost& operator+=(const TransformerCost& other);
};

/// `rows` tokens that go through together, behind `begin` others; logits of the last one alone.
TransformerCost costOfPiece(const TransformerWeights& weights, const ModelConfig& config, std::int64_t begin,
                            std::int64_t rows);

/// The tokens from `begin` to `end`, in pieces of so many rows at most.
TransformerCost costOfPrompt(const TransformerWeights& weights, const ModelConfig& config, std::int64_t begin,
                             std::int64_t end, std::int64_t mostRows);

}  // namespace strata::inline workloads
