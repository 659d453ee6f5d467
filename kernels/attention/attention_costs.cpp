#include "kernels/attention/attention_costs.h"

#include <algorithm>
#include <bit>

#include "kernels/attention/attention_operation.h"
#include "kernels/attention/attention_shape.h"
#include "kernels/attention/attention_tiles.h"

namespace strata::inline kernels {
namespace {

/// Sums over all heads of what the queries of one head need.
struct Sums {
  AttentionShape shape;
  double dim, heads, rows;

  explicit Sums(const Problem& problem)
      : shape(attentionShapeOf(problem)),
        dim(static_cast<double>(shape.dim)),
        heads(static_cast<double>(shape.batch * shape.heads)),
        rows(static_cast<double>(shape.rows())) {}

  /// Pairs of a query and a key it sees.
  double pairs() const {
    return overBlocks(1, [](std::int64_t visible) { return static_cast<double>(visible); });
  }

  /// Of blocks of `rowsPerBlock` queries: the sum of what count(keys that the block's last query sees) says.
  template <class Count>
  double overBlocks(std::int64_t rowsPerBlock, Count count) const {
    double sum = 0;
    for (std::int64_t first = 0; first < shape.queries; first += rowsPerBlock)
      sum += count(shape.visible(std::min(first + rowsPerBlock, shape.queries) - 1));
    return heads * sum;
  }
};

/// Q, O and the keys and values that a query sees, not the room behind them; where the start is given, its tensor, and
/// as many keys as there can be.
double bytesNeeded(const Problem& problem, const Sums& sums) {
  const AttentionShape& s = sums.shape;
  const auto keys = static_cast<double>(s.batch * s.kvHeads * s.visible(s.queries - 1));
  const double start = problem["start"] == 1 ? static_cast<double>(bytesOf(DataType::I32)) : 0;
  return static_cast<double>(bytesOf(s.type)) * 2 * sums.dim * (sums.rows + keys) + start;
}

Cost costOf(const Problem& problem, double globalElements, double sharedElements) {
  const Sums sums(problem);
  const auto bytes = static_cast<double>(bytesOf(sums.shape.type));
  return {4 * sums.dim * sums.pairs(), bytes * globalElements, bytesNeeded(problem, sums), bytes * sharedElements,
          factorsOf(sums.shape.type)};
}

double blockCount(std::int64_t elements, std::int64_t perBlock) {
  return static_cast<double>(blocksFor(elements, perBlock));
}

}  // namespace

// A score: a row of Q, a row of K, written. Softmax: read for the maximum, for the sum and for the weight, written. The
// result: for each of its elements all weights and a column of V, written.
Cost attentionNaiveCost(const Problem& problem) {
  const Sums sums(problem);
  const double dim = sums.dim, pairs = sums.pairs();
  return costOf(problem, pairs * (2 * dim + 1) + pairs * 4 + pairs * 2 * dim + sums.rows * dim, 0);
}

// Q once for each eight keys, and for each that is left over; K and V as far as each query sees; O once.
Cost attentionStreamedCost(const Problem& problem) {
  const Sums sums(problem);
  const double queryReads = sums.overBlocks(1, [](std::int64_t visible) {
    const std::int64_t reads = visible / 8 + visible % 8;
    return static_cast<double>(reads);
  });
  return costOf(problem, sums.dim * (queryReads + 2 * sums.pairs() + sums.rows), 0);
}

// Global: Q and O once; each block K and V as far as its last query sees.
// Shared: Q written once, K and V once a block; a score reads a row of Q and of K; a weight is written by every lane
// for every tile, and read by 32 lanes where it counts, with its row of V.
Cost attentionFusedCost(const Problem& problem) {
  const Sums sums(problem);
  const double dim = sums.dim, pairs = sums.pairs();
  const double loadedKeys = sums.overBlocks(kAttentionFusedRows, [](std::int64_t most) { return double(most); });
  const double tiles = sums.overBlocks(kAttentionFusedRows, [](std::int64_t most) { return blockCount(most, 32); });
  const double shared =
      sums.rows * dim + 2 * dim * loadedKeys + pairs * 2 * dim + tiles * 32 * kAttentionFusedRows + pairs * (32 + dim);
  return costOf(problem, 2 * sums.rows * dim + 2 * dim * loadedKeys, shared);
}

// Global: each team of a block the query; each block its keys and values. Where one sees all keys of the query it
// writes the result, otherwise its part with maximum and sum, and each thread of attention_combine reads all parts: the
// maxima twice. Shared, for each block: the maxima of the warps written, and read by all threads; the results and sums
// of the teams written, and read once for each element.
Cost attentionSplitCost(const Problem& problem) {
  const Sums sums(problem);
  const std::int64_t share = attentionShare(problem["keys"]);
  const auto partsOf = [share](std::int64_t visible) { return blockCount(visible, share); };
  const double parts = sums.overBlocks(1, partsOf);
  const double combined =
      sums.overBlocks(1, [&](std::int64_t visible) { return visible > share ? partsOf(visible) : 0; });

  const auto lanes = std::bit_ceil(static_cast<std::uint64_t>(blocksFor(problem["dim"], kAttentionLaneElements)));
  const double dim = sums.dim, threads = kAttentionSplitThreads, teams = threads / static_cast<double>(lanes);
  const double warps = threads / 32;
  const double global = parts * teams * dim + sums.pairs() * 2 * dim + combined * (dim + 2 + 4 * dim) + sums.rows * dim;
  return costOf(problem, global, parts * (warps * (1 + threads) + teams * (dim + 1) + teams * 2 * dim));
}

// Global: Q and O once; each block K and V as far as its last query sees.
// Shared, for each block: Q written; at the end 8 sums of each query written, and read by 8 threads where there is such
// a query. For each of its tiles: K and V written; for each element of a score 8 numbers of Q and some of K read by
// every thread; maxima written, and each read by 8; the weights written; for each key 8 weights and some numbers of V
// read by every thread.
Cost attentionRegistersCost(const Problem& problem) {
  const Sums sums(problem);
  const double dim = sums.dim, rows = kAttentionRegisterRows, threads = 64;
  const std::int64_t width = problem["dim"] <= 32 ? 32 : problem["dim"] <= 64 ? 64 : 128, keys = width > 64 ? 16 : 32;
  const auto tileKeys = static_cast<double>(keys), tileDim = static_cast<double>(width);
  const double loadedKeys = sums.overBlocks(kAttentionRegisterRows, [](std::int64_t most) { return double(most); });
  const double blocks = sums.overBlocks(kAttentionRegisterRows, [](std::int64_t) { return 1.0; });
  const double tiles =
      sums.overBlocks(kAttentionRegisterRows, [&](std::int64_t most) { return blockCount(most, keys); });

  const double perTile = tileKeys * (dim + tileDim) + threads * dim * (8 + tileKeys / 8) + threads * (8 + 8 * 8) +
                         tileKeys * rows + threads * tileKeys * (8 + tileDim / 8);
  const double shared = blocks * (rows * dim + threads * 8) + sums.rows * 8 * 8 + tiles * perTile;
  return costOf(problem, 2 * sums.rows * dim + 2 * dim * loadedKeys, shared);
}

// Global: Q and O once; each block K and V in whole tiles, up to the last key.
// Shared, for each block: Q written. For each of its tiles: K and V written; for each 16 elements of a score, each of
// two warpgroups reads 64 rows of Q and 128 of K; for each 16 keys, it reads the values, as the weights are in
// registers.
Cost attentionSpecialisedCost(const Problem& problem) {
  const Sums sums(problem);
  using Ring = AttentionRing;
  const auto width = static_cast<double>(Ring(problem["dim"]).width);
  const std::int64_t keys = problem["keys"];
  const auto tilesOf = [](std::int64_t most) { return blockCount(most, Ring::kKeys); };
  const double loadedKeys = sums.overBlocks(
      Ring::kRows, [&](std::int64_t most) { return std::min(tilesOf(most) * Ring::kKeys, static_cast<double>(keys)); });
  const double blocks = sums.overBlocks(Ring::kRows, [](std::int64_t) { return 1.0; });
  constexpr auto kHalfOfRows = Ring::kRows / 2;
  const double perTile = width * (2 * Ring::kKeys + 2 * (kHalfOfRows + Ring::kKeys) + 2 * Ring::kKeys);
  const double shared = blocks * Ring::kRows * width + sums.overBlocks(Ring::kRows, tilesOf) * perTile;
  return costOf(problem, 2 * sums.rows * sums.dim + 2 * sums.dim * loadedKeys, shared);
}

}  // namespace strata::inline kernels
