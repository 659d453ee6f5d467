#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace strata::inline workloads {

struct SamplerSettings {
  float temperature = 0;   ///< 0: always the most likely token
  float topP = 1;          ///< only the most likely tokens that together reach this share of what topK leaves; 1: all
  int topK = 0;            ///< only so many of the most likely tokens; 0: all
  std::uint64_t seed = 1;  ///< not 0
};

/// Chooses the next token from logits. With the same seed the same choices as llama2.c: its generator (xorshift*), its
/// arithmetic in fp32, its order of tokens.
class TokenSampler {
 public:
  explicit TokenSampler(SamplerSettings settings) : m_settings(settings), m_state(settings.seed) {}

  int choose(std::span<const float> logits);

 private:
  struct Candidate {
    int id;
    float probability;
  };
  float coin();  ///< 0 … 1
  int fromAll(std::span<const float> probabilities, float coin) const;
  int fromTop(std::span<const float> probabilities, float coin);

  SamplerSettings m_settings;
  std::uint64_t m_state;
  std::vector<float> m_probabilities;
  std::vector<Candidate> m_candidates;
};

/// The most likely token; the first of equals.
int mostLikely(std::span<const float> logits);

/// exp(logit − greatest) / sum, in fp32. `probabilities` may be `logits`.
void softmax(std::span<const float> logits, std::span<float> probabilities);

}  // namespace strata::inline workloads
