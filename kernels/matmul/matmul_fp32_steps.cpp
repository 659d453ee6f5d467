#include <string>

#include "kernels/matmul/matmul_sizes.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kCoalescedSource =
#include "coalesced.cuh.inc"
    ;
constexpr std::string_view kTiledSource =
#include "tiled.cuh.inc"
    ;
constexpr std::string_view kRegister1dSource =
#include "register_1d.cuh.inc"
    ;
constexpr std::string_view kRegister2dSource =
#include "register_2d.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;
constexpr std::string_view kConflictFreeSource =
#include "conflict_free.cuh.inc"
    ;
constexpr std::string_view kWarpTileSource =
#include "warp_tile.cuh.inc"
    ;
constexpr std::string_view kDoubleBufferedSource =
#include "double_buffered.cuh.inc"
    ;
constexpr std::string_view kWideTileSource =
#include "wide_tile.cuh.inc"
    ;

/// A kernel that works from tiles in shared memory: `reads` is how many elements each thread reads of them for every
/// step along k.
struct TiledKernel {
  std::string_view name;
  MatmulTile tile;
  Dim3 block;
  double reads;
};

constexpr TiledKernel kTiled{"matmul_tiled<32>", {32, 32, 32}, {32, 32, 1}, 2};
constexpr TiledKernel kRegister1d{"matmul_register_1d", {64, 64, 8}, {512, 1, 1}, 9};
constexpr TiledKernel kRegister2d{"matmul_register_2d", {128, 128, 16}, {256, 1, 1}, 16};
constexpr TiledKernel kVectorised{"matmul_vectorised", {128, 128, 16}, {256, 1, 1}, 16};
constexpr TiledKernel kConflictFree{"matmul_conflict_free", {128, 128, 16}, {256, 1, 1}, 16};
constexpr TiledKernel kWarpTile{"matmul_warp_tile", {128, 128, 16}, {256, 1, 1}, 16};
constexpr TiledKernel kDoubleBuffered{"matmul_double_buffered<false, false>", {128, 128, 16}, {256, 1, 1}, 16};
constexpr TiledKernel kWideTile{"matmul_wide_tile", {128, 256, 8}, {256, 1, 1}, 24};

std::vector<Argument> arguments(const MatmulSizes& sizes) {
  const auto size = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  return {TensorArgument{0}, TensorArgument{1}, TensorArgument{2}, size(sizes.m), size(sizes.n), size(sizes.k)};
}

/// Of A and B: elements from one row to the next, and from one column to the next.
std::vector<Argument> argumentsWithStrides(const MatmulSizes& sizes) {
  std::vector<Argument> all = arguments(sizes);
  for (const std::int64_t stride :
       {sizes.transA ? 1 : sizes.k, sizes.transA ? sizes.m : 1, sizes.transB ? 1 : sizes.n, sizes.transB ? sizes.k : 1})
    all.emplace_back(static_cast<std::int32_t>(stride));
  return all;
}

LaunchShape launchOf(const TiledKernel& kernel, const MatmulSizes& sizes) {
  return {
      {blocksFor(sizes.n, kernel.tile.n), blocksFor(sizes.m, kernel.tile.m), static_cast<std::uint32_t>(sizes.batch)},
      kernel.block,
      0};
}

constexpr Dim3 kElementBlock{32, 8, 1};  // of the kernels whose threads compute one element each

StepPlan naivePlan(const Problem& problem) {
  const MatmulSizes sizes(problem);
  const LaunchShape shape{{blocksFor(sizes.m, kElementBlock.x), blocksFor(sizes.n, kElementBlock.y),
                           static_cast<std::uint32_t>(sizes.batch)},
                          kElementBlock,
                          0};
  return {{{"matmul_naive", shape, argumentsWithStrides(sizes)}}, {}};
}

StepPlan coalescedPlan(const Problem& problem) {
  const MatmulSizes sizes(problem);
  const LaunchShape shape{{blocksFor(sizes.n, kElementBlock.x), blocksFor(sizes.m, kElementBlock.y),
                           static_cast<std::uint32_t>(sizes.batch)},
                          kElementBlock,
                          0};
  return {{{"matmul_coalesced", shape, argumentsWithStrides(sizes)}}, {}};
}

// Every thread loads a row of A and a column of B.
Cost elementCost(const Problem& problem) {
  return matmulCost(problem, 2 * MatmulSizes(problem).multiplyAdds(), 0);
}

template <const TiledKernel& kernel>
StepPlan stridedPlan(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return {{{kernel.name, launchOf(kernel, sizes), argumentsWithStrides(sizes)}}, {}};
}

template <const TiledKernel& kernel>
StepPlan rowMajorPlan(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return {{{kernel.name, launchOf(kernel, sizes), arguments(sizes)}}, {}};
}

StepPlan doubleBufferedPlan(const Problem& problem) {
  static constexpr std::string_view kNames[2][2] = {
      {"matmul_double_buffered<false, false>", "matmul_double_buffered<false, true>"},
      {"matmul_double_buffered<true, false>", "matmul_double_buffered<true, true>"}};
  const MatmulSizes sizes(problem);
  return {{{kNames[sizes.transA][sizes.transB], launchOf(kDoubleBuffered, sizes), arguments(sizes)}}, {}};
}

// A block writes each element of both tiles once; at the edges of the matrices, too, where it writes zeros, and all its
// threads read.
template <const TiledKernel& kernel>
Cost tiledCost(const Problem& problem) {
  const MatmulSizes sizes(problem);
  const MatmulTile& tile = kernel.tile;
  const auto written = static_cast<double>((tile.m + tile.n) * tile.k);
  const double read = static_cast<double>(kernel.block.count()) * static_cast<double>(tile.k) * kernel.reads;
  return matmulCost(problem, tile.loadedElements(sizes),
                    sizeof(float) * tile.blocks(sizes) * tile.depthSteps(sizes) * (written + read));
}

std::string onlyFp32(const DeviceInfo&, const Problem& problem) {
  const MatmulSizes sizes(problem);
  if (sizes.tf32) return "This step multiplies full fp32; tf32 is for a vendor's library.";
  if (sizes.type == DataType::F32) return "";
  return "This step computes fp32; the unit steps compute fp16 and bf16.";
}

std::string onlyRowMajorFours(const DeviceInfo& device, const Problem& problem) {
  const MatmulSizes sizes(problem);
  if (std::string reason = onlyFp32(device, problem); !reason.empty()) return reason;
  if (sizes.transA || sizes.transB)
    return "This step reads rows, four elements at a time: no operand may be transposed.";
  if (sizes.n % 4 != 0 || sizes.k % 4 != 0)
    return "This step reads rows, four elements at a time: n and k must be multiples of 4.";
  return "";
}

/// RDNA's compiler has no room for them, and would keep some in memory.
std::string noRoomForResults(const DeviceInfo& device, const Problem& problem) {
  if (device.backend == "hip" && device.waveSize == 32)
    return "128 results a thread need more registers than this GPU gives a thread.";
  return onlyRowMajorFours(device, problem);
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one element",
     "Each thread computes one element of C, and neighbouring threads compute elements one below the other: every 4 "
     "bytes cost a 32-byte sector of memory.",
     "matmul_naive", "kernels/matmul/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, elementCost, onlyFp32},
    {"coalesced", "Neighbours side by side",
     "Neighbouring threads compute neighbours in a row of C, so that a warp reads and writes whole sectors and wastes "
     "none of their bytes.",
     "matmul_coalesced", "kernels/matmul/coalesced.cuh", kCoalescedSource, MadeFor::Gpus, coalescedPlan, elementCost,
     onlyFp32},
    {"tiled", "Tiled in shared memory",
     "The threads of a block load tiles of A and B into shared memory and read each element 32 times from there: a "
     "32nd of the loads from global memory.",
     "matmul_tiled<32>", "kernels/matmul/tiled.cuh", kTiledSource, MadeFor::Gpus, stridedPlan<kTiled>,
     tiledCost<kTiled>, onlyFp32},
    {"register_1d", "Eight results a thread",
     "A thread computes eight elements of a column and uses what it reads of B for all of them: 9 elements are read "
     "from shared memory instead of 16.",
     "matmul_register_1d", "kernels/matmul/register_1d.cuh", kRegister1dSource, MadeFor::Gpus, stridedPlan<kRegister1d>,
     tiledCost<kRegister1d>, onlyFp32},
    {"register_2d", "A square of results a thread",
     "A thread computes 8 × 8 elements in registers: 16 elements from shared memory now feed 64 multiply-adds.",
     "matmul_register_2d", "kernels/matmul/register_2d.cuh", kRegister2dSource, MadeFor::Gpus, stridedPlan<kRegister2d>,
     tiledCost<kRegister2d>, onlyFp32},
    {"vectorised", "Four elements an instruction",
     "Memory is read and written 16 bytes at a time, and A lies transposed in shared memory so that this works there "
     "too: a quarter of the instructions.",
     "matmul_vectorised", "kernels/matmul/vectorised.cuh", kVectorisedSource, MadeFor::Gpus, rowMajorPlan<kVectorised>,
     tiledCost<kVectorised>, onlyRowMajorFours},
    {"conflict_free", "No bank conflicts",
     "Rows of A's tile are padded by 4 words and a thread's columns fall into two groups, so that no two threads of a "
     "warp wait for the same bank of shared memory.",
     "matmul_conflict_free", "kernels/matmul/conflict_free.cuh", kConflictFreeSource, MadeFor::Gpus,
     rowMajorPlan<kConflictFree>, tiledCost<kConflictFree>, onlyRowMajorFours},
    {"warp_tile", "A tile for each warp",
     "The threads of a warp form rows of eight, so that together they need fewer distinct words of shared memory: 96 "
     "for each step along k instead of 144.",
     "matmul_warp_tile", "kernels/matmul/warp_tile.cuh", kWarpTileSource, MadeFor::Gpus, rowMajorPlan<kWarpTile>,
     tiledCost<kWarpTile>, onlyRowMajorFours},
    {"double_buffered", "Loading while multiplying",
     "There are two sets of tiles: while one is multiplied, the other is on its way from global memory, and no thread "
     "waits for it; takes any sizes and transposes.",
     kDoubleBuffered.name, "kernels/matmul/double_buffered.cuh", kDoubleBufferedSource, MadeFor::Gpus,
     doubleBufferedPlan, tiledCost<kDoubleBuffered>, onlyFp32},
    {"wide_tile", "128 results a thread",
     "A thread computes 8 × 16 elements: 24 elements from shared memory feed 128 multiply-adds, and registers are so "
     "many that eight warps fill a multiprocessor.",
     kWideTile.name, "kernels/matmul/wide_tile.cuh", kWideTileSource, MadeFor::Gpus, rowMajorPlan<kWideTile>,
     tiledCost<kWideTile>, noRoomForResults},
};

}  // namespace

std::span<const Step> matmulFp32Steps() {
  return kSteps;
}

}  // namespace strata::inline kernels
