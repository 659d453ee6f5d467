#pragma once

#include <cstdint>

namespace strata::inline modelfile {

enum class ModelFamily {
  Llama,  ///< RMSNorm, RoPE, grouped heads, gated feed-forward: down(silu(gate x) · up x)
  Gpt2,   ///< LayerNorm with bias, learned positions, down(gelu(up x)), bias everywhere
};

/// Which elements of a head RoPE turns together: (0, 1), (2, 3) … or (0, n/2), (1, n/2 + 1) …
enum class RopePairs { Adjacent, Halves };

enum class Activation {
  Silu,
  GeluTanh,  ///< GPT-2's: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))
  GeluErf,   ///< the exact one
};

/// Everything that decides the shape of a model's graph. Checked by the reader: all counts are at least 1, heads is a
/// multiple of kvHeads, and every tensor the family needs is there with the shape these numbers ask for.
struct ModelConfig {
  ModelFamily family = ModelFamily::Llama;
  std::int64_t dim = 0;     ///< width of the residual stream
  std::int64_t hidden = 0;  ///< width inside the feed-forward
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t kvHeads = 0;   ///< key and value heads; query head h uses h / (heads / kvHeads)
  std::int64_t headSize = 0;  ///< usually dim / heads; even where RoPE is used
  std::int64_t vocab = 0;     ///< rows of the token embedding
  std::int64_t context = 0;   ///< longest sequence the file promises
  float normEpsilon = 1e-5f;
  float ropeTheta = 10000.0f;                 ///< Llama only
  RopePairs ropePairs = RopePairs::Adjacent;  ///< Llama only
  Activation activation = Activation::Silu;
  bool tiedHead = false;  ///< the head is the token embedding

  std::int64_t queryWidth() const { return heads * headSize; }
  std::int64_t kvWidth() const { return kvHeads * headSize; }
};

}  // namespace strata::inline modelfile
