#include "engine/device/bank_phases.h"

#include <algorithm>

namespace strata::inline device {
namespace {

constexpr std::size_t kWarp = 32, kBytesOfWarp = 128;

bool pairsReadTheSame(std::span<const std::int64_t> addresses, std::size_t distance) {
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::size_t other = lane ^ distance;
    if (addresses[lane] < 0 || other >= addresses.size() || addresses[other] < 0) continue;
    if (addresses[lane] != addresses[other]) return false;
  }
  return true;
}

}  // namespace

std::size_t lanesPerPhase(std::uint32_t bytes, bool inPairs, std::span<const std::int64_t> addresses) {
  const std::size_t lanes = bytes <= 4 ? kWarp : kBytesOfWarp / (bytes <= 8 ? 8 : 16);
  const bool paired = inPairs && lanes < kWarp && (pairsReadTheSame(addresses, 1) || pairsReadTheSame(addresses, 2));
  return paired ? 2 * lanes : lanes;
}

}  // namespace strata::inline device
