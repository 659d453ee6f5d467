#include "kernels/scan/scan_operation.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/scan/scan_plans.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kSerialSource =
#include "serial.cuh.inc"
    ;
constexpr std::string_view kPiecesSource =
#include "pieces.cuh.inc"
    ;
constexpr std::string_view kHillisSteeleSource =
#include "hillis_steele.cuh.inc"
    ;
constexpr std::string_view kBlellochSource =
#include "blelloch.cuh.inc"
    ;
constexpr std::string_view kBlellochPaddedSource =
#include "blelloch_padded.cuh.inc"
    ;
constexpr std::string_view kShuffleSource =
#include "shuffle.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;
constexpr std::string_view kReduceThenScanSource =
#include "reduce_then_scan.cuh.inc"
    ;

constexpr OperationParameter kParameters[] = {
    {.name = "n",
     .title = "Elements",
     .defaultValue = 1 << 20,
     .max = std::int64_t{1} << 30,
     .help = "Elements of the vector."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  return {{.name = "in", .shape = {problem["n"]}}, {.name = "out", .shape = {problem["n"]}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}", problem["n"]);
}

std::int64_t units(const Problem&) {
  return 1;
}

// As for the sums of a matrix product, by the longest chain of additions, that of serial: each sum is rounded by up to
// 2⁻²⁴ of itself, and n such errors add up like √n.
double limit(const Problem& problem) {
  return 4 * std::sqrt(static_cast<double>(problem["n"])) * std::ldexp(1.0, -24);
}

constexpr Step kSteps[] = {
    {"serial", "One after the other",
     "One thread adds each element to the sum so far: the fewest additions, in a chain that nobody can share.",
     "scan_serial", "kernels/scan/serial.cuh", kSerialSource, MadeFor::Processors, scanSerialPlan, scanSerialCost},
    {"pieces", "A piece a thread",
     "Each thread sums a piece, one adds up these sums, and then every thread knows what its piece starts from, so "
     "that "
     "all cores take part.",
     "scan_pieces", "kernels/scan/pieces.cuh", kPiecesSource, MadeFor::Processors, scanPiecesPlan, scanPiecesCost},
    {"hillis_steele", "Every thread in every round",
     "Each thread adds what stands 1, 2, 4 … before it: ten rounds for 1024 elements instead of 1023 additions in a "
     "row, but 9217 additions in all.",
     "scan_hillis_steele<1024>", "kernels/scan/hillis_steele.cuh", kHillisSteeleSource, MadeFor::Gpus,
     scanHillisSteelePlan, scanHillisSteeleCost},
    {"blelloch", "Up a tree and down again",
     "Sums go up a tree and prefixes come down, with 3070 additions for 1024 elements, but the nodes of a level lie in "
     "the same banks of shared memory.",
     "scan_blelloch<1024>", "kernels/scan/blelloch.cuh", kBlellochSource, MadeFor::Gpus, scanBlellochPlan,
     scanBlellochCost},
    {"blelloch_padded", "Without bank conflicts",
     "One word of padding after every 32 spreads each level of the tree over all banks, so that no thread of a warp "
     "waits for another.",
     "scan_blelloch_padded<1024>", "kernels/scan/blelloch_padded.cuh", kBlellochPaddedSource, MadeFor::Gpus,
     scanBlellochPaddedPlan, scanBlellochCost},
    {"shuffle", "Registers of other lanes",
     "The lanes of a warp read each other's registers: two barriers instead of 21, and hardly any shared memory.",
     "scan_shuffle<1024>", "kernels/scan/shuffle.cuh", kShuffleSource, MadeFor::Gpus, scanShufflePlan, scanShuffleCost},
    {"vectorised", "Four elements a thread",
     "A thread adds up four elements by itself and loads and stores them at once, so a quarter of the threads take "
     "part in the rounds.",
     "scan_vectorised<256>", "kernels/scan/vectorised.cuh", kVectorisedSource, MadeFor::Gpus, scanVectorisedPlan,
     scanVectorisedCost},
    {"reduce_then_scan", "Sums first",
     "Only the sums of tiles are made first; knowing what came before it, each tile then writes its results once: the "
     "vector is read twice and written once.",
     "scan_from<256>", "kernels/scan/reduce_then_scan.cuh", kReduceThenScanSource, MadeFor::Gpus,
     scanReduceThenScanPlan, scanReduceThenScanCost},
};

constexpr Operation kOperation{
    .name = "scan",
    .title = "Prefix sums",
    .help = "Each element becomes the sum of all up to it: what looks like one long chain can be shared.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = scanReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& scanOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
