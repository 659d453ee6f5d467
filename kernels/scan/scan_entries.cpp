#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/scan/blelloch.cuh"
#include "kernels/scan/blelloch_padded.cuh"
#include "kernels/scan/hillis_steele.cuh"
#include "kernels/scan/pieces.cuh"
#include "kernels/scan/reduce_then_scan.cuh"
#include "kernels/scan/scan_shape.h"
#include "kernels/scan/serial.cuh"
#include "kernels/scan/shuffle.cuh"
#include "kernels/scan/vectorised.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> scanKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<scan_serial>("scan_serial"),
      kernelEntry<scan_piece_sums>("scan_piece_sums"),
      kernelEntry<scan_pieces>("scan_pieces"),
      kernelEntry<scan_hillis_steele<kScanTile>>("scan_hillis_steele<1024>"),
      kernelEntry<scan_blelloch<kScanTile>>("scan_blelloch<1024>"),
      kernelEntry<scan_blelloch_padded<kScanTile>>("scan_blelloch_padded<1024>"),
      kernelEntry<scan_shuffle<kScanTile>>("scan_shuffle<1024>"),
      kernelEntry<scan_vectorised<kScanFours>>("scan_vectorised<256>"),
      kernelEntry<scan_add<kScanTile>>("scan_add<1024>"),
      kernelEntry<scan_tile_sums<kScanFours>>("scan_tile_sums<256>"),
      kernelEntry<scan_from<kScanFours>>("scan_from<256>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
