#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/heat/heat_shape.h"
#include "kernels/heat/lanes.cuh"
#include "kernels/heat/naive.cuh"
#include "kernels/heat/several.cuh"
#include "kernels/heat/tiled.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> heatKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<heat_naive>("heat_naive"),
      kernelEntry<heat_lanes>("heat_lanes"),
      kernelEntry<heat_tiled<kHeatTile, kHeatRows>>("heat_tiled<32, 8>"),
      kernelEntry<heat_several<kHeatRegionWidth, kHeatRegionHeight, kHeatMostSteps>>("heat_several<64, 32, 4>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
