#pragma once

#include <string>

#include "app/canvas/canvas.h"
#include "app/facts/memory_facts.h"
#include "app/words/messages.h"

namespace strata::inline views {

/// Where the parts of the memory view stand; drawn and hit by the same numbers.
struct MemoryLayout {
  Rect header, host, link, device, traffic, units;  ///< no width where there is no room
  Rect copies, pinned, map;                         ///< below them, where the area is high enough
};

/// Host, link and device always; compute units and, unless the trace is `foreign`, traffic with more room; the rest
/// below with more height.
MemoryLayout layoutMemory(Rect area, bool foreign = false);

/// What is under a point of the memory view.
std::optional<Hit> hitMemory(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// "best 7.9 GB/s"; where others of the direction tell a cache's speed, of which copies it is the best.
std::string bestSpeedWords(const MemoryFacts& facts, const LinkUse& link);

/// "2 cores", "132 SM".
std::string unitsTitle(const MemoryFacts& facts);
/// Why no launch is shown there.
Msg noLaunchWord(const MemoryFacts& facts);

}  // namespace strata::inline views
