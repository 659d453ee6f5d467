#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/device/kernel.h"

namespace strata::inline microscope {

/// Which blocks of a launch are looked at.
struct Sample {
  std::map<std::uint64_t, std::uint64_t> blocks;  ///< by number in the grid: how many each stands for
  /// A thread is left after this many accesses to global memory, and after this many to any; 0: it runs to its end.
  std::uint32_t globalAccesses = 0, accesses = 0;
  bool tape = false;  ///< requests are written to a LaunchTape, and not counted
};

/// About `most` blocks of a grid that stand for all, to their end. A grid's last column, row and layer hold what the
/// problem's size leaves over, so they are kinds of their own, each with its share; of a kind evenly spread blocks.
Sample spreadSample(Dim3 grid, std::uint64_t most);

/// As many that stand for all where blocks differ by their data: evenly spread over the rows of the grid and, by the
/// golden ratio, over its columns, so that no pattern of theirs meets one of the picture's.
Sample scatteredSample(Dim3 grid, std::uint64_t most);

/// The first `count` blocks, threads left after so many accesses, on tape.
Sample firstBlocks(Dim3 grid, std::uint64_t count, std::uint32_t globalAccesses, std::uint32_t accesses);

}  // namespace strata::inline microscope
