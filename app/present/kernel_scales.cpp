#include "app/present/kernel_scales.h"

#include <algorithm>

#include "app/views/lesson/lesson_puzzle.h"

namespace strata::inline present {
namespace {

constexpr std::size_t kMostBoxes = 64;  // each size of the window tries a few

}  // namespace

float KernelScales::in(const Canvas& canvas, Rect box, const PuzzleSight& puzzle) {
  const PuzzleSight all = puzzle.allShown();
  if (m_kernel != all.kernel || m_solution != all.solution || m_found.size() >= kMostBoxes) {
    m_kernel = all.kernel;
    m_solution = all.solution;
    m_found.clear();
  }
  const auto known =
      std::ranges::find_if(m_found, [&](const Found& found) { return found.width == box.w && found.height == box.h; });
  if (known != m_found.end()) return known->scale;
  PuzzleSight open = puzzle;
  open.solution.clear();
  const float scale = std::min(largestKernel(canvas, box, open), largestKernel(canvas, box, all));
  m_found.push_back({box.w, box.h, scale});
  return scale;
}

}  // namespace strata::inline present
