#include "kernels/microscope/text_blocks.h"

#include <algorithm>
#include <vector>

namespace strata::inline microscope {
namespace {

/// A block calls out with its first instruction (x86-64), so one whose call ends further on has begun within.
constexpr std::uint64_t kMostCallBytes = 6;

bool isWithinInlined(const SourceLine& line) {
  return line.into && *line.into >= kMostCallBytes;
}

/// Of the text itself, in a line.
struct TextBlock {
  Place place;
  int column = 0;
};

struct LineBlocks {
  std::vector<TextBlock> ofText{};  ///< by address
  bool othersBetween = false;
};

}  // namespace

std::map<Place, PlaceCounts> withBlocksOfText(std::map<Place, PlaceCounts> places,
                                              const std::function<SourceLine(std::uintptr_t pc)>& lineOf) {
  std::map<SourceLine, LineBlocks> lines;
  std::erase_if(places, [&](const auto& each) {
    const auto& [place, counts] = each;
    if (counts.what != PlaceCounts::What::Branch) return false;
    const SourceLine line = lineOf(place.pc);
    const bool within = isWithinInlined(line);
    LineBlocks& blocks = lines[line];
    if (within)
      blocks.othersBetween = true;
    else
      blocks.ofText.push_back({place, line.column});
    return within;
  });
  for (const auto& [line, blocks] : lines) {
    if (!blocks.othersBetween) continue;
    std::vector<TextBlock> kept;
    for (const TextBlock& block : blocks.ofText) {
      const auto like = std::ranges::find_if(
          kept, [&](const TextBlock& other) { return places.at(other.place) == places.at(block.place); });
      // The same piece of the text again is a copy that the compiler made of it: who came there came to no other.
      if (like == kept.end() || like->column == block.column)
        kept.push_back(block);
      else
        places.erase(block.place);
    }
  }
  return places;
}

}  // namespace strata::inline microscope
