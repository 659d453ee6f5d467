#pragma once

#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/kernel_facts.h"

namespace strata::inline facts {

/// One request of a warp as shapes: lanes above, below them the sectors or banks they went to.
struct WarpPicture {
  struct Lane {
    Rect box;
    bool active = false;
    std::vector<Point> to;  ///< where its lines end
  };
  struct Cell {
    Rect box;
    std::vector<Rect> used;  ///< what of a sector was asked for
    bool conflict = false;   ///< of a bank: a word that has to wait for another
  };
  std::vector<Lane> lanes;
  std::vector<Cell> cells;  ///< sectors in the order of their addresses, or words in their banks
  Rect caption, second;     ///< lines of words; the second may have no height
  std::size_t sectors = 0, banks = 0, ways = 0, phases = 1, phase = 0, activeLanes = 0;
  std::uint64_t fetchedBytes = 0, usedBytes = 0;
};

/// The picture of the request's example; without one, of the averages and no lines. Inside the box.
WarpPicture warpPicture(Rect box, float scale, const WarpRequest& request, std::uint32_t waveSize);

/// Boxes of the requests that there is room for, below each other.
std::vector<Rect> warpBoxes(Rect box, float scale, std::size_t requests);

}  // namespace strata::inline facts
