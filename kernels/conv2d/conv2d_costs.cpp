#include <algorithm>
#include <vector>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/conv2d/conv2d_shape.h"
#include "kernels/conv2d/tiles.h"

// Every count below is of elements, as the loops of the kernels load and store them; elements have 4 bytes. Loads that
// a kernel skips, because they lie in the padding or beyond the last filter or output, are not counted.

namespace strata::inline kernels {
namespace {

struct Accesses {
  double global = 0, shared = 0;

  Accesses& operator+=(const Accesses& other) {
    global += other.global;
    shared += other.shared;
    return *this;
  }
};

double real(std::int64_t count) {
  return static_cast<double>(count);
}

std::int64_t blocks(std::int64_t elements, std::int64_t perBlock) {
  return static_cast<std::int64_t>(blocksFor(elements, perBlock));
}

/// Pairs of a position and a window's element there that lie in 0 … picture−1: position x has `size` elements `spacing`
/// apart, from x · step − pad.
double inside(std::int64_t positions, std::int64_t step, std::int64_t pad, std::int64_t size, std::int64_t spacing,
              std::int64_t picture) {
  double count = 0;
  for (std::int64_t x = 0; x < positions; ++x) {
    const std::int64_t first = x * step - pad;
    const std::int64_t below = first < 0 ? std::min(size, (-first + spacing - 1) / spacing) : 0;
    const std::int64_t beyond =
        first >= picture ? size : std::max<std::int64_t>(0, size - (picture - first + spacing - 1) / spacing);
    count += real(std::max<std::int64_t>(0, size - below - beyond));
  }
  return count;
}

/// Loads of X for one output channel and one channel of X: the taps of all outputs that are not in the padding.
double tapsInside(const Conv2dShape& a) {
  return inside(a.p, a.stride, a.pad, a.r, a.dilation, a.h) * inside(a.q, a.stride, a.pad, a.s, a.dilation, a.w);
}

/// What tiles of down × along outputs see of one channel of one picture, added up.
double patchesInside(const Conv2dShape& a, std::int64_t down, std::int64_t along) {
  const std::int64_t height = (down - 1) * a.stride + (a.r - 1) * a.dilation + 1;
  const std::int64_t width = (along - 1) * a.stride + (a.s - 1) * a.dilation + 1;
  return inside(blocks(a.p, down), down * a.stride, a.pad, height, 1, a.h) *
         inside(blocks(a.q, along), along * a.stride, a.pad, width, 1, a.w);
}

/// What the register-tiled products load and store, but for the matrix of columns in global memory. For every tile of
/// columns all of A is loaded once and the bias by each of the threads side by side. A block fills a tile of shared
/// memory for each 8 products of a sum; threads whose rows exist read 8 + 8 elements 8 times of it.
Accesses product(const Conv2dShape& a, std::int64_t batches, std::int64_t width, std::int64_t depth, bool bias) {
  const std::int64_t m = a.filters(), blockFilters = conv2dBlockFilters(m);
  const std::int64_t across = kConv2dColumns / kConv2dEach;
  const double tiles = real(batches) * real(blocks(width, kConv2dColumns));
  const double stored = real(blocks(m, blockFilters) * kConv2dDepth * (blockFilters + kConv2dColumns));
  const double loaded = real(blocks(m, kConv2dEach) * across * kConv2dDepth * 2 * kConv2dEach);
  return {tiles * real(m * depth + (bias ? m * across : 0)) + real(batches) * real(m) * real(width),
          tiles * real(blocks(depth, kConv2dDepth)) * (stored + loaded)};
}

/// How often it loads each element of the matrix of columns.
double timesLoaded(const Conv2dShape& a) {
  return real(blocks(a.filters(), conv2dBlockFilters(a.filters())));
}

double results(const Conv2dShape& a) {
  return real(a.outputs()) * real(a.k);
}

/// Of one side of the picture and of the filter, those elements that meet at all.
struct Meeting {
  double picture = 0, filter = 0;
};

Meeting meeting(std::int64_t positions, std::int64_t filter, std::int64_t picture, const Conv2dShape& a) {
  std::vector<bool> seen(static_cast<std::size_t>(picture)), used(static_cast<std::size_t>(filter));
  for (std::int64_t x = 0; x < positions; ++x)
    for (std::int64_t t = 0; t < filter; ++t) {
      const std::int64_t at = x * a.stride - a.pad + t * a.dilation;
      if (at < 0 || at >= picture) continue;
      seen[static_cast<std::size_t>(at)] = true;
      used[static_cast<std::size_t>(t)] = true;
    }
  return {real(std::ranges::count(seen, true)), real(std::ranges::count(used, true))};
}

/// X and W without what never meets, the bias and Y.
double elementsNeeded(const Conv2dShape& a) {
  const Meeting down = meeting(a.p, a.r, a.h, a), along = meeting(a.q, a.s, a.w, a);
  return real(a.n * a.c) * down.picture * along.picture + real(a.k * a.channels()) * down.filter * along.filter +
         (a.bias ? real(a.k) : 0) + results(a);
}

// FLOP are those of the definition, without products with the padding: what a step saves or adds shows in its speed.
Cost costOf(const Problem& problem, const Accesses& accesses) {
  const Conv2dShape a(problem);
  const double filters = real(a.n * a.k) * real(a.channels());
  const double products = filters * tapsInside(a), padding = filters * real(a.p * a.q * a.r * a.s) - products;
  return {.flop = 2 * products + (a.bias ? results(a) : 0),
          .globalBytes = 4 * accesses.global,
          .minBytes = 4 * elementsNeeded(a),
          .sharedBytes = 4 * accesses.shared,
          .paddingFlop = 2 * padding};
}

}  // namespace

// For each tap in the picture an element of X and a weight.
Cost conv2dDirectCost(const Problem& problem) {
  const Conv2dShape a(problem);
  const double taps = real(a.n * a.k) * real(a.channels()) * tapsInside(a);
  return costOf(problem, {2 * taps + results(a) * (a.bias ? 2 : 1), 0});
}

// A block is 8 filters of one group of one image at one tile of outputs. For every channel it loads its patch and its
// filters' weights; a thread reads one element of the patch and 8 weights for every tap, beyond the last output too.
Cost conv2dTiledCost(const Problem& problem) {
  const Conv2dShape a(problem);
  const double filterBlocks = real(a.groups * blocks(a.filters(), kConv2dFiltersPerThread));
  const double tiles = real(blocks(a.p, kConv2dTileHeight) * blocks(a.q, kConv2dTileWidth));
  const double planes = real(a.n) * real(a.channels());
  const double height = real((kConv2dTileHeight - 1) * a.stride + (a.r - 1) * a.dilation + 1);
  const double width = real((kConv2dTileWidth - 1) * a.stride + (a.s - 1) * a.dilation + 1);
  const double taps = real(a.r * a.s), threads = kConv2dTileWidth * kConv2dTileHeight;
  const double loaded =
      planes * (filterBlocks * patchesInside(a, kConv2dTileHeight, kConv2dTileWidth) + tiles * real(a.k) * taps);
  const double shared =
      planes * filterBlocks * tiles *
      (height * width + taps * kConv2dFiltersPerThread + threads * taps * (1 + kConv2dFiltersPerThread));
  return costOf(problem, {loaded + results(a) * (a.bias ? 2 : 1), shared});
}

Cost conv2dIm2colCost(const Problem& problem) {
  const Conv2dShape a(problem);
  const double columns = real(a.c * a.r * a.s) * real(a.outputs());
  Accesses all{real(a.n * a.c) * tapsInside(a) + columns, 0};
  all += product(a, a.n * a.groups, a.p * a.q, a.depth(), a.bias);
  all.global += timesLoaded(a) * columns;
  return costOf(problem, all);
}

Cost conv2dImplicitCost(const Problem& problem) {
  const Conv2dShape a(problem);
  Accesses all = product(a, a.groups, a.outputs(), a.depth(), a.bias);
  all.global += timesLoaded(a) * real(a.n * a.c) * tapsInside(a);
  return costOf(problem, all);
}

// Three transforms, and 16 products for each group.
Cost conv2dWinogradCost(const Problem& problem) {
  const Conv2dShape a(problem);
  const double weights = real(a.k * a.channels()), tiles = real(a.winogradTiles());
  Accesses all{(9 + 16) * weights, 0};
  all.global += real(a.n * a.c) * patchesInside(a, 2, 2) + 16 * real(a.c) * tiles;
  all += product(a, 16 * a.groups, a.winogradTiles(), a.channels(), false);
  all.global += timesLoaded(a) * 16 * real(a.c) * tiles;
  all.global += (16 + (a.bias ? 1 : 0)) * real(a.k) * tiles + results(a);
  return costOf(problem, all);
}

}  // namespace strata::inline kernels
