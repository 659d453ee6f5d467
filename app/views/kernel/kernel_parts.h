#pragma once

#include <span>
#include <string>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/views/kernel/kernel_layout.h"

// The parts of the kernel view, each in a box of its own; nothing is drawn outside of it.

namespace strata::inline views {

/// The text with its gutter; `hovered` is a line, 0: none.
void drawKernelText(Canvas& canvas, const KernelLayout& layout, const KernelFacts& facts, int hovered);
/// Requests of warps at the shown line: each lane, and the sectors or banks it went to.
void drawKernelWarp(Canvas& canvas, Rect box, float scale, const KernelFacts& facts);
/// What is under a point of that part: the lane, and a click draws the line's next request.
std::optional<Hit> hitKernelWarp(Rect box, float scale, const ViewState& state, const KernelFacts& facts, Point at);
/// "16 bytes a lane at once, as nvcc compiles the line"; empty where nobody knows.
std::string widthWords(const WarpRequest& request);
/// That accesses are not counted as on the GPU that the time is modelled on; empty where they are.
struct NotOfGpu {
  std::string brief, whole;
};
NotOfGpu notOfGpu(const KernelFacts& facts, std::span<const WarpRequest> requests);
/// The grid of blocks, and one block of threads enlarged.
void drawKernelLaunch(Canvas& canvas, Rect box, float scale, const ViewState& state, const KernelFacts& facts);
/// How many blocks each limit of the compute unit allows.
void drawKernelOccupancy(Canvas& canvas, Rect box, float scale, const ViewState& state, const KernelFacts& facts);

/// "1 block", "3 blocks".
std::string countedWords(double count, std::string_view word);
/// "1 sector of 32 bytes a request, 12.5 % of the fetched bytes used".
std::string sectorsText(double perRequest, const PlaceSums& sums);
/// The title of a part, with quiet words behind it and a kind at the right; returns what is left below. `aside`: more
/// words, which go before the kind does where there is no room. `last`: those that go first.
Rect drawPartTitle(Canvas& canvas, Rect box, float scale, std::string_view title, std::string_view words,
                   std::string_view kind, std::string_view aside = {}, std::string_view last = {});

}  // namespace strata::inline views
