#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "kernels/microscope/place_counts.h"
#include "kernels/microscope/source_line.h"

namespace strata::inline microscope {

/// Without the blocks that only the CPU device has: those within what is inlined into a text from other files (an
/// atomic's loop, the cases of a conversion), where a GPU has instructions, and those in which the line goes on behind
/// such, by which the same lanes came as by another one of the line. `lineOf`: SourceLines::of.
std::map<Place, PlaceCounts> withBlocksOfText(std::map<Place, PlaceCounts> places,
                                              const std::function<SourceLine(std::uintptr_t pc)>& lineOf);

}  // namespace strata::inline microscope
