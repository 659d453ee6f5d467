#include "kernels/scan/scan_plans.h"

#include "kernels/scan/scan_operation.h"
#include "kernels/scan/scan_shape.h"

namespace strata::inline kernels {
namespace {

constexpr double kFloatBytes = 4;
constexpr int kIn = 0, kOut = 1;

// Of up to 2³⁰ elements: each vector has one for each tile of the one before.
constexpr std::string_view kSums[] = {"sums", "sums of sums", "sums of sums of sums"};
constexpr std::string_view kPrefixes[] = {"prefixes", "prefixes of sums"};

/// A vector that is scanned: the one asked for, then the sums of the tiles of the one before.
struct ScanLevel {
  std::int64_t elements = 0, tiles = 0;
};

/// Until one tile holds all. Where the last tile's sum is of no use, it is left out.
std::vector<ScanLevel> levels(const Problem& problem, bool lastSum) {
  std::vector<ScanLevel> all;
  for (std::int64_t left = problem["n"];;) {
    all.push_back({left, blocksFor(left, kScanTile)});
    if (all.back().tiles == 1) return all;
    left = all.back().tiles - (lastSum ? 0 : 1);
  }
}

std::int32_t count(std::int64_t elements) {
  return static_cast<std::int32_t>(elements);
}

/// A plan as it grows.
class ScanPlan {
 public:
  void launch(std::string_view kernel, std::int64_t blocks, int threads, std::vector<Argument> arguments) {
    const LaunchShape shape{{static_cast<std::uint32_t>(blocks), 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1}, 0};
    m_plan.launches.push_back({kernel, shape, std::move(arguments)});
  }
  TensorArgument workspace(std::string_view name, std::int64_t elements) {
    m_plan.workspace.push_back({.name = name, .shape = {elements}});
    return {kOut + static_cast<int>(m_plan.workspace.size())};
  }
  StepPlan take() { return std::move(m_plan); }

 private:
  StepPlan m_plan;
};

/// Every tile by itself, then their sums in the same way, then each tile gets what came before it.
StepPlan scanThenAdd(const Problem& problem, std::string_view kernel, int threads) {
  const std::vector<ScanLevel> all = levels(problem, true);
  ScanPlan plan;
  TensorArgument from{kIn};
  std::vector<TensorArgument> to{{kOut}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const TensorArgument sums = plan.workspace(kSums[i], all[i].tiles);
    plan.launch(kernel, all[i].tiles, threads, {from, to[i], sums, count(all[i].elements)});
    if (i + 1 == all.size()) break;
    from = sums;
    to.push_back(plan.workspace(kPrefixes[i], all[i].tiles));
  }
  for (std::size_t i = all.size() - 1; i-- > 0;)
    plan.launch("scan_add<1024>", blocksFor(all[i].elements - kScanTile, kScanAddBlock), kScanAddBlock,
                {to[i], to[i + 1], count(all[i].elements)});
  return plan.take();
}

/// Useful additions, whatever a step makes of them.
Cost cost(const Problem& problem, double globalElements, double sharedElements = 0) {
  return {static_cast<double>(problem["n"]) - 1, kFloatBytes * globalElements, operandBytes(scanOperation(), problem),
          kFloatBytes * sharedElements};
}

// A tile is loaded and stored, and stores its sum. To add, each element is loaded with its prefix and stored.
Cost scanThenAddCost(const Problem& problem, double sharedOfTile, double sharedOfElement = 0) {
  double global = 0, shared = 0;
  for (const ScanLevel& level : levels(problem, true)) {
    global += static_cast<double>(2 * level.elements + level.tiles);
    if (level.tiles > 1) global += 3 * static_cast<double>(level.elements - kScanTile);
    shared += sharedOfTile * static_cast<double>(level.tiles) + sharedOfElement * static_cast<double>(level.elements);
  }
  return cost(problem, global, shared);
}

// One value of each warp is stored, loaded by the first warp and stored again; then each thread of the others loads
// one. Counted for warps of 32 lanes.
constexpr double sharedByShuffles(int threads) {
  return 3 * threads / 32 + threads - 32;
}

/// How a vector falls into pieces of one thread each.
struct ScanPieces {
  std::int64_t length = 0, pieces = 0;

  explicit ScanPieces(const Problem& problem)
      : length(kScanTile * std::int64_t{blocksFor(problem["n"], std::int64_t{kScanTile} * kScanMostPieces)}),
        pieces(blocksFor(problem["n"], length)) {}
};

}  // namespace

StepPlan scanSerialPlan(const Problem& problem) {
  ScanPlan plan;
  plan.launch("scan_serial", 1, 1, {TensorArgument{kIn}, TensorArgument{kOut}, count(problem["n"])});
  return plan.take();
}

Cost scanSerialCost(const Problem& problem) {
  return cost(problem, 2 * static_cast<double>(problem["n"]));
}

StepPlan scanPiecesPlan(const Problem& problem) {
  const ScanPieces all(problem);
  ScanPlan plan;
  TensorArgument prefixes{TensorArgument::kNone};
  if (const std::int64_t before = all.pieces - 1; before > 0) {
    const TensorArgument sums = plan.workspace(kSums[0], before);
    prefixes = plan.workspace(kPrefixes[0], before);
    plan.launch("scan_piece_sums", before, 1, {TensorArgument{kIn}, sums, count(all.length)});
    plan.launch("scan_serial", 1, 1, {sums, prefixes, count(before)});
  }
  plan.launch("scan_pieces", all.pieces, 1,
              {TensorArgument{kIn}, prefixes, TensorArgument{kOut}, count(problem["n"]), count(all.length)});
  return plan.take();
}

// A piece but the last is loaded and its sum stored; the sums are loaded and stored as prefixes, which the pieces load.
Cost scanPiecesCost(const Problem& problem) {
  const ScanPieces all(problem);
  return cost(problem, static_cast<double>(2 * problem["n"] + (all.pieces - 1) * (all.length + 4)));
}

StepPlan scanHillisSteelePlan(const Problem& problem) {
  return scanThenAdd(problem, "scan_hillis_steele<1024>", kScanTile);
}

// In each of ten rounds every thread stores its value, and all but the first 1, 2, 4 … load another's.
Cost scanHillisSteeleCost(const Problem& problem) {
  constexpr double kRounds = 10;
  return scanThenAddCost(problem, 2 * kRounds * kScanTile - (kScanTile - 1));
}

StepPlan scanBlellochPlan(const Problem& problem) {
  return scanThenAdd(problem, "scan_blelloch<1024>", kScanTile / 2);
}

StepPlan scanBlellochPaddedPlan(const Problem& problem) {
  return scanThenAdd(problem, "scan_blelloch_padded<1024>", kScanTile / 2);
}

// Each thread stores its two elements, and loads what the tree made of them where they are there. A node loads two
// values on either way; it stores one on the way up, two on the way down. The last sum is loaded, and zero takes its
// place.
Cost scanBlellochCost(const Problem& problem) {
  return scanThenAddCost(problem, kScanTile + 7 * (kScanTile - 1) + 2, 1);
}

StepPlan scanShufflePlan(const Problem& problem) {
  return scanThenAdd(problem, "scan_shuffle<1024>", kScanTile);
}

Cost scanShuffleCost(const Problem& problem) {
  return scanThenAddCost(problem, sharedByShuffles(kScanTile));
}

StepPlan scanVectorisedPlan(const Problem& problem) {
  return scanThenAdd(problem, "scan_vectorised<256>", kScanFours);
}

Cost scanVectorisedCost(const Problem& problem) {
  return scanThenAddCost(problem, sharedByShuffles(kScanFours));
}

StepPlan scanReduceThenScanPlan(const Problem& problem) {
  const std::vector<ScanLevel> all = levels(problem, false);
  ScanPlan plan;
  std::vector<TensorArgument> from{{kIn}};
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    from.push_back(plan.workspace(kSums[i], all[i + 1].elements));
    plan.launch("scan_tile_sums<256>", all[i + 1].elements, kScanFours, {from[i], from[i + 1]});
  }
  TensorArgument prefixes{TensorArgument::kNone};
  for (std::size_t i = all.size(); i-- > 0;) {
    const TensorArgument to = i == 0 ? TensorArgument{kOut} : plan.workspace(kPrefixes[i - 1], all[i].elements);
    plan.launch("scan_from<256>", all[i].tiles, kScanFours, {from[i], prefixes, to, count(all[i].elements)});
    prefixes = to;
  }
  return plan.take();
}

// Each tile but the last is loaded and its sum stored; then each is loaded and stored, and the threads of all but the
// first load what came before it.
Cost scanReduceThenScanCost(const Problem& problem) {
  constexpr double kSharedForSum = 2 * kScanFours / 32;
  double global = 0, shared = 0;
  for (const ScanLevel& level : levels(problem, false)) {
    const auto before = static_cast<double>(level.tiles - 1);
    global += 2 * static_cast<double>(level.elements) + before * (kScanTile + 1 + kScanFours);
    shared += before * kSharedForSum + (before + 1) * sharedByShuffles(kScanFours);
  }
  return cost(problem, global, shared);
}

}  // namespace strata::inline kernels
