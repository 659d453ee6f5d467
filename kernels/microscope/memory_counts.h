#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/microscope/warp_merge.h"

namespace strata::inline microscope {

// The rules by which GPUs serve a warp's request, for 32-byte sectors and 32 banks of 4 bytes (CUDA's programming
// guide, and engine/device/bank_phases.h; AMD's CDNA has the same banks, and serves a wave of 64 in halves).

/// A GPU fetches global memory in these.
inline constexpr std::uintptr_t kSectorBytes = 32;

/// The 32-byte sectors that a warp's request to global memory touches: numbers of addresses divided by 32, each once,
/// lowest first.
std::vector<std::uintptr_t> sectorsOf(const WarpStep& step);

/// What a warp's request to global memory fetches.
struct GlobalRequest {
  std::uint32_t sectors = 0;    ///< of 32 bytes that hold any byte asked for
  std::uint32_t lines = 0;      ///< of 128 bytes
  std::uint32_t usedBytes = 0;  ///< different bytes asked for
};
GlobalRequest globalRequest(const WarpStep& step);

/// In how many wavefronts shared memory serves a warp's request.
struct SharedRequest {
  std::uint32_t wavefronts = 0;  ///< passes through the banks that it takes
  std::uint32_t phases = 0;      ///< turns it would take without bank conflicts: wider accesses go in groups of lanes
  std::uint32_t ways = 0;  ///< different words in the most wanted bank, in the worst phase; 1 is free of conflicts
};
/// `inPairs`: lanes that load the same may share a phase, as on NVIDIA's GPUs (engine/device/bank_phases.h).
SharedRequest sharedRequest(const WarpStep& step, bool inPairs = true);

/// Lanes that go to the address that most of them go to: of an atomic they follow one another. (CUDA's programming
/// guide: "each read/modify/write to that location occurs and they are all serialized". Of a float in shared memory
/// nvcc makes a loop of compare-and-swap, in whose every turn one lane of each address comes through.)
std::uint32_t lanesOnOneAddress(const WarpStep& step);

/// Where each of `waveSize` lanes went, in bytes from the 128-byte line of the lowest address (so sectors and banks lie
/// as they did); −1 for a lane that took no part, 0 for all that came by a branch.
std::vector<std::int64_t> laneOffsets(const WarpStep& step, std::uint32_t waveSize);

}  // namespace strata::inline microscope
