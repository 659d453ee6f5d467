#pragma once

#include <string>
#include <vector>

#include "app/canvas/paint.h"
#include "app/facts/comparison.h"

namespace strata::inline views {

/// What is said of two sessions below whose they are, a sentence each: that modelled times are not compared, what they
/// were asked for otherwise, what to know of them before rows are believed, that repeats are too few to tell chance,
/// what a step of PyTorch's profiler took, and how far the devices were busy. Empty: nothing of that is there.
std::vector<HeaderPiece> compareHead(const Canvas& canvas, const Comparison& comparison);
/// The same, a line each.
std::string compareHeadText(const Comparison& comparison);
/// Whether anything of that is there.
bool hasCompareHead(const Comparison& comparison);

}  // namespace strata::inline views
