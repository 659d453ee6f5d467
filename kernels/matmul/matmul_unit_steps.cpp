#include <algorithm>
#include <string>

#include "kernels/compat/matrix_unit_devices.h"
#include "kernels/compat/warpgroup_devices.h"
#include "kernels/matmul/matmul_sizes.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "unit_naive.cuh.inc"
    ;
constexpr std::string_view kTiledSource =
#include "unit_tiled.cuh.inc"
    ;
constexpr std::string_view kPipelinedSource =
#include "unit_pipelined.cuh.inc"
    ;

constexpr std::string_view kSpecialisedSource =
#include "unit_specialised.cuh.inc"
    ;

constexpr std::int64_t kEdge = 16;  // of a fragment
constexpr double kFragmentElements = kEdge * kEdge;
constexpr Dim3 kBlock{128, 1, 1};

constexpr MatmulTile kNaive{64, 16, 16};
constexpr MatmulTile kTiled{64, 64, 32};
constexpr MatmulTile kPipelined{128, 128, 32};
constexpr MatmulTile kSpecialised{128, 256, 64};

// Of matmul_ring: a stage is a tile of A and one of B, with two barriers.
constexpr std::int64_t kStages = 4, kBox = 64, kBarrierBytes = 8;
constexpr std::size_t kRingBytes =
    kStages * ((kSpecialised.m + kSpecialised.n) * kSpecialised.k * 2 + 2 * kBarrierBytes);

StepPlan planOf(const MatmulTile& tile, const MatmulSizes& sizes, std::string_view kernel) {
  const auto size = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  const LaunchShape shape{
      {blocksFor(sizes.n, tile.n), blocksFor(sizes.m, tile.m), static_cast<std::uint32_t>(sizes.batch)}, kBlock, 0};
  return {{{kernel,
            shape,
            {TensorArgument{0}, TensorArgument{1}, TensorArgument{2}, size(sizes.m), size(sizes.n), size(sizes.k)}}},
          {}};
}

StepPlan naivePlan(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return planOf(kNaive, sizes, sizes.type == DataType::F16 ? "matmul_unit_naive<half>" : "matmul_unit_naive<bfloat16>");
}

StepPlan tiledPlan(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return planOf(kTiled, sizes, sizes.type == DataType::F16 ? "matmul_unit_tiled<half>" : "matmul_unit_tiled<bfloat16>");
}

StepPlan pipelinedPlan(const Problem& problem) {
  static constexpr std::string_view kNames[2][2][2] = {
      {{"matmul_unit_pipelined<half, false, false>", "matmul_unit_pipelined<half, false, true>"},
       {"matmul_unit_pipelined<half, true, false>", "matmul_unit_pipelined<half, true, true>"}},
      {{"matmul_unit_pipelined<bfloat16, false, false>", "matmul_unit_pipelined<bfloat16, false, true>"},
       {"matmul_unit_pipelined<bfloat16, true, false>", "matmul_unit_pipelined<bfloat16, true, true>"}}};
  const MatmulSizes sizes(problem);
  return planOf(kPipelined, sizes, kNames[sizes.type == DataType::BF16][sizes.transA][sizes.transB]);
}

// A matrix of each product, of `lines` that are `length` long in memory.
TensorMapArgument boxesOf(int tensor, std::int64_t length, std::int64_t lines, std::int64_t products) {
  const auto side = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  return {{tensor}, {.elementBytes = 2, .sizes = {side(length), side(lines), side(products)}, .box = {kBox, kBox, 1}}};
}

StepPlan specialisedPlan(const Problem& problem) {
  static constexpr std::string_view kNames[2][2][2] = {
      {{"matmul_unit_specialised<half, false, false>", "matmul_unit_specialised<half, false, true>"},
       {"matmul_unit_specialised<half, true, false>", "matmul_unit_specialised<half, true, true>"}},
      {{"matmul_unit_specialised<bfloat16, false, false>", "matmul_unit_specialised<bfloat16, false, true>"},
       {"matmul_unit_specialised<bfloat16, true, false>", "matmul_unit_specialised<bfloat16, true, true>"}}};
  const MatmulSizes s(problem);
  StepPlan plan = planOf(kSpecialised, s, kNames[s.type == DataType::BF16][s.transA][s.transB]);
  KernelLaunch& launch = plan.launches.front();
  launch.shape.block = {288, 1, 1};
  launch.shape.sharedBytes = kRingBytes;
  launch.arguments[0] = s.transA ? boxesOf(0, s.m, s.k, s.batch) : boxesOf(0, s.k, s.m, s.batch);
  launch.arguments[1] = s.transB ? boxesOf(1, s.k, s.n, s.batch) : boxesOf(1, s.n, s.k, s.batch);
  return plan;
}

// For every 16 · 16 · 16 multiply-adds, two fragments.
Cost naiveCost(const Problem& problem) {
  const double products = MatmulSizes(problem).multiplyAdds() / (kFragmentElements * kEdge);
  return matmulCost(problem, products * 2 * kFragmentElements, 0);
}

// What a block does in shared memory: it writes both tiles, and for each 16 steps along k each of its four warps reads
// `fragments`. Counted for warps of 32; two warps of 64 read a few less.
double tileBytes(const MatmulTile& tile, const MatmulSizes& sizes, int fragments) {
  const auto written = static_cast<double>((tile.m + tile.n) * tile.k);
  const auto slices = tile.k / kEdge;
  const double read = 4 * static_cast<double>(slices) * fragments * kFragmentElements;
  return static_cast<double>(bytesOf(sizes.type)) * tile.blocks(sizes) * tile.depthSteps(sizes) * (written + read);
}

Cost tiledCost(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return matmulCost(problem, kTiled.loadedElements(sizes), tileBytes(kTiled, sizes, 4));
}

// Fragments that do not fit into C, or not its alignment, are written to shared memory and read where they are inside.
double edgeBytes(const MatmulSizes& sizes) {
  const double all = static_cast<double>(blocksFor(sizes.m, kEdge)) * blocksFor(sizes.n, kEdge);
  const auto inRows = sizes.m / kEdge, inColumns = sizes.n / kEdge;
  const double whole = sizes.n % 8 == 0 ? static_cast<double>(inRows * inColumns) : 0;
  const double inside = static_cast<double>(sizes.m * sizes.n) - whole * kFragmentElements;
  return static_cast<double>(sizes.batch) * sizeof(float) * ((all - whole) * kFragmentElements + inside);
}

Cost pipelinedCost(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return matmulCost(problem, kPipelined.loadedElements(sizes), tileBytes(kPipelined, sizes, 8) + edgeBytes(sizes));
}

// Every box is written whole. For each 16 steps along k each of two warpgroups reads 64 rows of A and all of B.
Cost specialisedCost(const Problem& problem) {
  const MatmulSizes sizes(problem);
  const MatmulTile& tile = kSpecialised;
  const auto written = static_cast<double>((tile.m + tile.n) * tile.k);
  const auto rows = tile.m / 2 + tile.n;
  const auto read = 2 * static_cast<double>(rows * tile.k);
  return matmulCost(
      problem, tile.loadedElements(sizes),
      static_cast<double>(bytesOf(sizes.type)) * tile.blocks(sizes) * tile.depthSteps(sizes) * (written + read));
}

/// Why the unit multiplies none of a type, without a full stop; empty where it does.
std::string lacksUnit(std::string_view what, const MatrixUnit& unit, DataType type) {
  if (type == DataType::F16 ? unit.float16 : unit.bfloat16) return "";
  return std::string(what) + " has no matrix unit for " + std::string(dataTypeName(type)) +
         " that Strata's kernels know";
}

std::string needsUnit(const DeviceInfo& device, const Problem& problem) {
  const DataType type = MatmulSizes(problem).type;
  if (type == DataType::F32) return onlyNarrowFactors(device);
  std::string why = lacksUnit("This device", matrixUnit(device), type);
  return why.empty() ? why : why + ".";
}

/// Of a problem in fp32 the kernels for bf16 are shown.
std::string trapsWithoutUnit(const std::string& architecture, const Problem& problem) {
  const DataType type = MatmulSizes(problem).type == DataType::F16 ? DataType::F16 : DataType::BF16;
  return lacksUnit("the architecture", matrixUnitOf(architecture), type);
}

std::string wholeFragments(const DeviceInfo& device, const Problem& problem, bool anyDepth) {
  const MatmulSizes sizes(problem);
  if (std::string reason = needsUnit(device, problem); !reason.empty()) return reason;
  if (sizes.transA || sizes.transB) return "This step reads row-major operands: none may be transposed.";
  if (sizes.m % kEdge == 0 && sizes.n % kEdge == 0 && (anyDepth || sizes.k % kEdge == 0)) return "";
  return std::string("This step computes whole fragments: m") + (anyDepth ? " and n" : ", n and k") +
         " must be multiples of 16.";
}

std::string naiveRefusal(const DeviceInfo& device, const Problem& problem) {
  return wholeFragments(device, problem, false);
}

std::string tiledRefusal(const DeviceInfo& device, const Problem& problem) {
  return wholeFragments(device, problem, true);
}

std::string specialisedRefusal(const DeviceInfo& device, const Problem& problem) {
  const MatmulSizes sizes(problem);
  if (std::string reason = needsUnit(device, problem); !reason.empty()) return reason;
  if (std::string reason = needsWarpgroups(device); !reason.empty()) return reason;
  const std::int64_t ofA = sizes.transA ? sizes.m : sizes.k, ofB = sizes.transB ? sizes.k : sizes.n;
  if (ofA % 8 == 0 && ofB % 8 == 0) return "";
  return "The copy unit moves lines of whole 16 bytes: " + std::string(sizes.transA ? "m" : "k") + " and " +
         (sizes.transB ? "k" : "n") + " must be multiples of 8.";
}

constexpr Step kSteps[] = {
    {"unit_naive", "The matrix unit, unfed",
     "A warp multiplies 16 × 16 matrices with a few instructions of the matrix unit, but fetches each matrix from "
     "global memory, and the unit waits.",
     "matmul_unit_naive<bfloat16>", "kernels/matmul/unit_naive.cuh", kNaiveSource, MadeFor::Gpus, naivePlan, naiveCost,
     naiveRefusal, nullptr, trapsWithoutUnit},
    {"unit_tiled", "The matrix unit on tiles",
     "The fragments come from tiles in shared memory, and each is used for two products: what made the fp32 kernels "
     "fast now feeds the unit.",
     "matmul_unit_tiled<bfloat16>", "kernels/matmul/unit_tiled.cuh", kTiledSource, MadeFor::Gpus, tiledPlan, tiledCost,
     tiledRefusal, nullptr, trapsWithoutUnit},
    {"unit_pipelined", "The matrix unit kept busy",
     "Larger tiles for each warp, 16-byte loads, rows without bank conflicts and a second set of tiles keep the unit "
     "from waiting; takes any sizes and transposes.",
     "matmul_unit_pipelined<bfloat16, false, false>", "kernels/matmul/unit_pipelined.cuh", kPipelinedSource,
     MadeFor::Gpus, pipelinedPlan, pipelinedCost, needsUnit, nullptr, trapsWithoutUnit},
    {"unit_specialised", "Warps with one task each",
     "Hopper's copy unit brings boxes and its matrix unit multiplies them straight from shared memory: one thread only "
     "fetches, eight warps only multiply, and a ring of four stages between them keeps both busy.",
     "matmul_unit_specialised<bfloat16, false, false>", "kernels/matmul/unit_specialised.cuh", kSpecialisedSource,
     MadeFor::Gpus, specialisedPlan, specialisedCost, specialisedRefusal, nullptr, noWarpgroups<Problem>},
};

}  // namespace

std::span<const Step> matmulUnitSteps() {
  return kSteps;
}

}  // namespace strata::inline kernels
