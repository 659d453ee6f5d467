#include "layers/workloads/transformer/token_sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

namespace strata::inline workloads {

namespace {

/// The greatest of each sixteenth first: the vector unit compares those side by side.
float largest(std::span<const float> values) {
  std::array<float, 16> tops;
  tops.fill(-std::numeric_limits<float>::infinity());
  std::size_t i = 0;
  for (; i + tops.size() <= values.size(); i += tops.size())
    for (std::size_t lane = 0; lane < tops.size(); ++lane)
      tops[lane] = values[i + lane] > tops[lane] ? values[i + lane] : tops[lane];
  float top = *std::ranges::max_element(tops);
  for (; i < values.size(); ++i) top = std::max(top, values[i]);
  return top;
}

}  // namespace

int mostLikely(std::span<const float> logits) {
  constexpr std::size_t kBlock = 1024;  ///< what is read once more to find the place is in the nearest cache
  float top = -std::numeric_limits<float>::infinity();
  std::span<const float> where;
  for (auto rest = logits; !rest.empty(); rest = rest.subspan(std::min(kBlock, rest.size()))) {
    const auto block = rest.first(std::min(kBlock, rest.size()));
    const float most = largest(block);
    if (!(most > top)) continue;
    top = most;
    where = block;
  }
  const auto found = std::ranges::find(where, top);
  return found == where.end() ? 0 : static_cast<int>(std::to_address(found) - logits.data());
}

void softmax(std::span<const float> logits, std::span<float> probabilities) {
  const float top = *std::ranges::max_element(logits);
  float sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) sum += probabilities[i] = std::exp(logits[i] - top);
  for (float& probability : probabilities) probability /= sum;
}

int TokenSampler::choose(std::span<const float> logits) {
  if (m_settings.temperature == 0) return mostLikely(logits);
  m_probabilities.resize(logits.size());
  // Divided as in run.c, unless the temperature is so small that the likeliest logit becomes infinite.
  const float top = largest(logits), zero = std::isfinite(top / m_settings.temperature) ? 0 : top;
  for (std::size_t i = 0; i < logits.size(); ++i) m_probabilities[i] = (logits[i] - zero) / m_settings.temperature;
  softmax(m_probabilities, m_probabilities);
  const float where = coin();
  const bool all = (m_settings.topP <= 0 || m_settings.topP >= 1) && m_settings.topK == 0;
  return all ? fromAll(m_probabilities, where) : fromTop(m_probabilities, where);
}

float TokenSampler::coin() {
  m_state ^= m_state >> 12;
  m_state ^= m_state << 25;
  m_state ^= m_state >> 27;
  const auto bits = static_cast<std::uint32_t>((m_state * 0x2545F4914F6CDD1Dull) >> 32);
  return static_cast<float>(bits >> 8) / 16777216.0f;
}

int TokenSampler::fromAll(std::span<const float> probabilities, float coin) const {
  float sum = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    if (coin < (sum += probabilities[i])) return static_cast<int>(i);
  return static_cast<int>(probabilities.size()) - 1;  // rounding
}

/// The most likely ones in order, as many as top_k and top_p leave; then one of them by its share.
int TokenSampler::fromTop(std::span<const float> probabilities, float coin) {
  const float topP = m_settings.topP <= 0 || m_settings.topP >= 1 ? 1.0f : m_settings.topP;
  // What is less likely than this cannot be among top_p of all: all others together would not leave room for it.
  const float least = m_settings.topK > 0 ? 0 : (1.0f - topP) / static_cast<float>(probabilities.size() - 1);
  m_candidates.clear();
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    if (probabilities[i] >= least) m_candidates.push_back({static_cast<int>(i), probabilities[i]});
  const auto likelier = [](const Candidate& a, const Candidate& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.id < b.id;
  };
  if (m_settings.topK > 0 && std::ssize(m_candidates) > m_settings.topK) {
    const auto end = m_candidates.begin() + m_settings.topK;
    std::ranges::partial_sort(m_candidates, end, likelier);
    m_candidates.erase(end, m_candidates.end());
  } else {
    std::ranges::sort(m_candidates, likelier);
  }

  float left = m_settings.topK > 0 ? 0.0f : 1.0f;  ///< by top_k; top_p is a share of it
  if (m_settings.topK > 0)
    for (const Candidate& candidate : m_candidates) left += candidate.probability;
  float kept = 0;
  std::size_t count = 0;
  while (count < m_candidates.size()) {
    kept += m_candidates[count++].probability;
    if (kept > topP * left) break;
  }
  const float where = coin * kept;
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (where < (sum += m_candidates[i].probability)) return m_candidates[i].id;
  return count > 0 ? m_candidates[count - 1].id : mostLikely(probabilities);
}

}  // namespace strata::inline workloads
