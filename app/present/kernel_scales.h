#pragma once

#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/lessons/lesson_sight.h"

namespace strata::inline present {

/// How large a puzzle's kernel stands in a box, the same with and without its solution. That is found by trying, and a
/// slide is drawn again for each move of the spotlight: what was found stays until the text is another one.
class KernelScales {
 public:
  float in(const Canvas& canvas, Rect box, const PuzzleSight& puzzle);

 private:
  struct Found {
    float width, height, scale;
  };
  std::string m_kernel, m_solution;
  std::vector<Found> m_found;
};

}  // namespace strata::inline present
