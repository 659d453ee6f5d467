#include <fmt/format.h>

#include "kernels/conv2d/conv2d_shape.h"
#include "kernels/conv2d/tiles.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kDirectSource =
#include "direct.cuh.inc"
    ;
constexpr std::string_view kTiledSource =
#include "tiled.cuh.inc"
    ;
constexpr std::string_view kIm2colSource =
#include "im2col.cuh.inc"
    ;
constexpr std::string_view kImplicitSource =
#include "implicit.cuh.inc"
    ;
constexpr std::string_view kWinogradSource =
#include "winograd.cuh.inc"
    ;

constexpr TensorArgument kX{0}, kW{1};

TensorArgument biasOf(const Conv2dShape& shape) {
  return {shape.bias ? 2 : TensorArgument::kNone};
}

TensorArgument resultOf(const Conv2dShape& shape) {
  return {shape.bias ? 3 : 2};
}

TensorArgument workspaceOf(const Conv2dShape& shape, int index) {
  return {resultOf(shape).index + 1 + index};
}

/// Tensors, then sizes, all of which fit 31 bits.
std::vector<Argument> arguments(std::initializer_list<TensorArgument> tensors,
                                std::initializer_list<std::int64_t> sizes) {
  std::vector<Argument> all(tensors.begin(), tensors.end());
  for (const std::int64_t size : sizes) all.emplace_back(static_cast<std::int32_t>(size));
  return all;
}

LaunchShape oneThreadEach(std::int64_t elements) {
  return {{blocksFor(elements, kConv2dBlock), 1, 1}, {kConv2dBlock, 1, 1}, 0};
}

StepPlan directPlan(const Problem& problem) {
  const Conv2dShape a(problem);
  return {{{"conv2d_direct", oneThreadEach(a.outputs() * a.k),
            arguments({kX, kW, biasOf(a), resultOf(a)},
                      {a.n, a.c, a.h, a.w, a.k, a.r, a.s, a.p, a.q, a.stride, a.pad, a.dilation, a.groups})}},
          {}};
}

/// Weights and patch of the tiled kernel.
std::size_t tiledSharedBytes(const Conv2dShape& a) {
  const std::int64_t width = (kConv2dTileWidth - 1) * a.stride + (a.s - 1) * a.dilation + 1;
  const std::int64_t height = (kConv2dTileHeight - 1) * a.stride + (a.r - 1) * a.dilation + 1;
  return static_cast<std::size_t>(a.r * a.s * kConv2dFiltersPerThread + width * height) * sizeof(float);
}

StepPlan tiledPlan(const Problem& problem) {
  const Conv2dShape a(problem);
  const std::uint32_t across = blocksFor(a.q, kConv2dTileWidth), down = blocksFor(a.p, kConv2dTileHeight);
  const auto groups = static_cast<std::uint32_t>(a.groups);
  const LaunchShape launch{
      {across * down, groups * blocksFor(a.filters(), kConv2dFiltersPerThread), static_cast<std::uint32_t>(a.n)},
      {kConv2dTileWidth, kConv2dTileHeight, 1},
      tiledSharedBytes(a)};
  return {{{"conv2d_tiled<8>", launch,
            arguments({kX, kW, biasOf(a), resultOf(a)},
                      {a.c, a.h, a.w, a.k, a.r, a.s, a.p, a.q, a.stride, a.pad, a.dilation, a.groups, across})}},
          {}};
}

std::string tiledRefusal(const DeviceInfo& device, const Problem& problem) {
  const std::size_t needed = tiledSharedBytes(Conv2dShape(problem));
  if (needed <= device.sharedBytesPerBlock) return "";
  return fmt::format("The tile with its halo takes {} bytes of shared memory; a block has {} here.", needed,
                     device.sharedBytesPerBlock);
}

Dim3 matmulBlock(std::int64_t filters) {
  return {static_cast<std::uint32_t>(conv2dBlockFilters(filters) * kConv2dColumns / (kConv2dEach * kConv2dEach)), 1, 1};
}

/// batches products of m × depth by depth × width matrices.
KernelLaunch matmul(std::vector<Argument> arguments, std::int64_t batches, std::int64_t m, std::int64_t width) {
  const bool few = m <= kConv2dFewFilters;
  const LaunchShape launch{
      {static_cast<std::uint32_t>(batches) * blocksFor(width, kConv2dColumns), blocksFor(m, conv2dBlockFilters(m)), 1},
      matmulBlock(m),
      0};
  return {few ? "conv2d_matmul<32, 128>" : "conv2d_matmul<64, 128>", launch, std::move(arguments)};
}

StepPlan im2colPlan(const Problem& problem) {
  const Conv2dShape a(problem);
  const TensorArgument columns = workspaceOf(a, 0);
  const KernelLaunch lower{
      "conv2d_im2col", oneThreadEach(a.outputs() * a.c),
      arguments({kX, columns}, {a.n, a.c, a.h, a.w, a.r, a.s, a.p, a.q, a.stride, a.pad, a.dilation})};
  const KernelLaunch multiply =
      matmul(arguments({kW, columns, biasOf(a), resultOf(a)}, {a.filters(), a.p * a.q, a.depth(), a.groups}),
             a.n * a.groups, a.filters(), a.p * a.q);
  return {{lower, multiply}, {{.name = "columns", .shape = {a.n, a.c * a.r * a.s, a.p * a.q}}}};
}

StepPlan implicitPlan(const Problem& problem) {
  const Conv2dShape a(problem);
  const bool few = a.filters() <= kConv2dFewFilters;
  const LaunchShape launch{
      {blocksFor(a.outputs(), kConv2dColumns), blocksFor(a.filters(), conv2dBlockFilters(a.filters())),
       static_cast<std::uint32_t>(a.groups)},
      matmulBlock(a.filters()),
      0};
  return {{{few ? "conv2d_implicit<32, 128>" : "conv2d_implicit<64, 128>", launch,
            arguments({kX, kW, biasOf(a), resultOf(a)},
                      {a.n, a.c, a.h, a.w, a.k, a.r, a.s, a.p, a.q, a.stride, a.pad, a.dilation, a.groups})}},
          {}};
}

StepPlan winogradPlan(const Problem& problem) {
  const Conv2dShape a(problem);
  const std::int64_t tiles = a.winogradTiles(), down = (a.p + 1) / 2, along = (a.q + 1) / 2;
  const TensorArgument u = workspaceOf(a, 0), v = workspaceOf(a, 1), sums = workspaceOf(a, 2);
  StepPlan plan;
  plan.launches = {
      {"conv2d_winograd_filter", oneThreadEach(a.k * a.channels()), arguments({kW, u}, {a.k * a.channels()})},
      {"conv2d_winograd_input", oneThreadEach(a.c * tiles),
       arguments({kX, v}, {a.c, a.h, a.w, a.pad, down, along, tiles})},
      matmul(arguments({u, v, {}, sums}, {a.filters(), tiles, a.channels(), 16 * a.groups}), 16 * a.groups, a.filters(),
             tiles),
      {"conv2d_winograd_output", oneThreadEach(a.k * tiles),
       arguments({sums, biasOf(a), resultOf(a)}, {a.k, a.p, a.q, down, along, tiles})}};
  plan.workspace = {{.name = "U", .shape = {16, a.k, a.channels()}},
                    {.name = "V", .shape = {16, a.c, tiles}},
                    {.name = "M", .shape = {16, a.k, tiles}}};
  return plan;
}

std::string winogradRefusal(const DeviceInfo&, const Problem& problem) {
  const Conv2dShape a(problem);
  if (a.r == 3 && a.s == 3 && a.stride == 1 && a.dilation == 1) return "";
  return "F(2×2, 3×3) computes 3×3 filters at stride 1 and dilation 1 only.";
}

constexpr Step kSteps[] = {
    {"direct", "One thread, one output",
     "Each thread computes one element of Y and reads everything it needs from global memory: the plain definition, in "
     "parallel.",
     "conv2d_direct", "kernels/conv2d/direct.cuh", kDirectSource, MadeFor::Both, directPlan, conv2dDirectCost},
    {"tiled", "Tiled with halo",
     "A block loads the patch of X its outputs see, halo included, into shared memory once per channel and uses each "
     "element for every tap of 8 filters.",
     "conv2d_tiled<8>", "kernels/conv2d/tiled.cuh", kTiledSource, MadeFor::Gpus, tiledPlan, conv2dTiledCost,
     tiledRefusal},
    {"im2col", "im2col + matrix product",
     "The inputs of each output are written out as a column of a matrix; a register-tiled matrix product does the "
     "rest, at the price of storing X once for each element of a filter.",
     "conv2d_matmul<32, 128>", "kernels/conv2d/im2col.cuh", kIm2colSource, MadeFor::Gpus, im2colPlan, conv2dIm2colCost},
    {"implicit", "Implicit matrix product",
     "The im2col matrix is gathered from X tile by tile into shared memory and never stored, while the previous tile "
     "is multiplied.",
     "conv2d_implicit<32, 128>", "kernels/conv2d/implicit.cuh", kImplicitSource, MadeFor::Gpus, implicitPlan,
     conv2dImplicitCost},
    {"winograd", "Winograd F(2×2, 3×3)",
     "Transformed weights and images need 16 products instead of 36 for four outputs at a time; the price is memory.",
     "conv2d_matmul<32, 128>", "kernels/conv2d/winograd.cuh", kWinogradSource, MadeFor::Gpus, winogradPlan,
     conv2dWinogradCost, winogradRefusal},
};

}  // namespace

std::span<const Step> conv2dSteps() {
  return kSteps;
}

}  // namespace strata::inline kernels
