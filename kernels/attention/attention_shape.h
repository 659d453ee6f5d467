#pragma once

#include <cstdint>
#include <span>

#include "kernels/operation/data_type.h"
#include "kernels/operation/problem.h"

namespace strata::inline kernels {

/// Sizes of O = softmax(Q · Kᵀ / √dim) · V. Q and O are [batch, heads, queries, dim]; K and V are [batch, kvHeads,
/// capacity, dim], of which the first `keys` rows of each head are used; heads / kvHeads query heads in a row share one
/// head of K and V. Causal: the queries are the last ones, query i sees keys 0 … i + keys − queries.
struct AttentionShape {
  std::int64_t batch = 1, heads = 1, kvHeads = 1, queries = 1, keys = 1, capacity = 1, dim = 1;
  bool causal = false;
  DataType type = DataType::F32;  ///< of Q, K, V and O

  std::int64_t group() const { return heads / kvHeads; }
  std::int64_t rows() const { return batch * heads * queries; }  ///< of Q and O
  std::int64_t visible(std::int64_t query) const { return causal ? query + 1 + keys - queries : keys; }
};

AttentionShape attentionShapeOf(const Problem& problem);

/// The truth, in fp64 on the host, for rows begin … end−1 of O (begin counts through batch, heads and queries).
void attentionReference(const AttentionShape& shape, std::span<const float> q, std::span<const float> k,
                        std::span<const float> v, std::int64_t begin, std::int64_t end, std::span<double> o);

}  // namespace strata::inline kernels
