#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/facts/memory_allocations.h"
#include "app/facts/memory_copies.h"

// What the memory view shows below its strip where it is high enough: copies, pinned against pageable, the map of
// allocations. Drawn and hit by the same numbers.

namespace strata::inline views {

void drawCopies(Canvas& canvas, Rect box, const ViewState& state, const CopyTable& table);
std::optional<Hit> hitCopies(Rect box, const ViewState& state, const CopyTable& table, Point at);

/// `again`: it could be run with the other kind of host memory.
void drawPinned(Canvas& canvas, Rect box, const CopyTable& table, bool again);
std::optional<Hit> hitPinned(Rect box, const ViewState& state, const MemoryFacts& facts, const CopyTable& table,
                             Point at);

void drawAllocations(Canvas& canvas, Rect box, const ViewState& state, const MemoryFacts& facts);
std::optional<Hit> hitAllocations(Rect box, const ViewState& state, const MemoryFacts& facts, Point at);

/// Where the map of one kind of memory stands.
struct AllocationPlot {
  std::string_view name;  ///< "device", "pinned", "pageable"
  Rect header, plot, axis;
  TimeRange span;
  AllocationMap map;
  bool ofOneAgent = false;  ///< while others have counted, too

  float xOf(HostTime time) const;
  float heightOf(double bytes) const;
};
/// One plot for each kind of memory that was used, as many as have room.
std::vector<AllocationPlot> allocationPlots(Rect box, const ViewState& state, const MemoryFacts& facts);

/// Calls visit(allocation, rectangle) for each part of an allocation: those that live at one time stand on one another,
/// longest-lived at the bottom, and come down when one below them is freed. Until visit returns false.
void forEachPiece(const AllocationPlot& plot, const std::function<bool(const Allocation&, Rect)>& visit);

}  // namespace strata::inline views
