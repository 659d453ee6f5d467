#include "app/views/start/start_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "engine/base/storey.h"

namespace strata::inline views {
namespace {

/// A box of equal cells.
class Grid {
 public:
  Grid(Rect box, int rows, int columns) : m_box(box), m_rows(rows), m_columns(columns) {}
  Rect cell(int row, int column) const {
    const float w = m_box.w / static_cast<float>(m_columns), h = m_box.h / static_cast<float>(m_rows);
    return {m_box.x + w * static_cast<float>(column), m_box.y + h * static_cast<float>(row), w - 1, h - 1};
  }
  template <class Color>
  void fill(Canvas& canvas, Color&& color) const {
    for (int row = 0; row < m_rows; ++row)
      for (int column = 0; column < m_columns; ++column) canvas.fill(cell(row, column), color(row, column), 1);
  }

 private:
  Rect m_box;
  int m_rows, m_columns;
};

struct Inks {
  Color dim, loud, other;
};

/// The left, middle or right part of three.
Rect third(Rect box, int part) {
  const float w = box.w / 3;
  return Rect{box.x + w * static_cast<float>(part), box.y, w, box.h}.inset(3, 0);
}

void product(Canvas& canvas, Rect box, const Inks& inks) {
  Grid(third(box, 0), 4, 4).fill(canvas, [&](int row, int) { return row == 1 ? inks.loud : inks.dim; });
  Grid(third(box, 1), 4, 4).fill(canvas, [&](int, int column) { return column == 2 ? inks.loud : inks.dim; });
  Grid(third(box, 2), 4, 4).fill(canvas, [&](int row, int column) {
    return row == 1 && column == 2 ? inks.other : inks.dim;
  });
}

void rowTimesMatrix(Canvas& canvas, Rect box, const Inks& inks) {
  Grid({box.x, box.y + box.h * 0.4f, box.w * 0.3f, box.h * 0.22f}, 1, 5).fill(canvas, [&](int, int) {
    return inks.loud;
  });
  Grid({box.x + box.w * 0.36f, box.y, box.w * 0.3f, box.h}, 5, 5).fill(canvas, [&](int, int) { return inks.dim; });
  Grid({box.x + box.w * 0.72f, box.y + box.h * 0.4f, box.w * 0.28f, box.h * 0.22f}, 1, 5).fill(canvas, [&](int, int) {
    return inks.other;
  });
}

void window(Canvas& canvas, Rect box, const Inks& inks) {
  const auto within = [](int row, int column) { return row >= 1 && row <= 3 && column >= 2 && column <= 4; };
  Grid({box.x, box.y, box.w * 0.6f, box.h}, 6, 8).fill(canvas, [&](int row, int column) {
    return within(row, column) ? inks.loud : inks.dim;
  });
  Grid({box.x + box.w * 0.68f, box.y + box.h * 0.15f, box.w * 0.32f, box.h * 0.7f}, 4, 5)
      .fill(canvas, [&](int row, int column) { return row == 1 && column == 2 ? inks.other : inks.dim; });
}

void largest(Canvas& canvas, Rect box, const Inks& inks) {
  Grid({box.x, box.y, box.w * 0.55f, box.h}, 4, 6).fill(canvas, [&](int row, int column) {
    return (row * 5 + column * 3) % 4 == 1 ? inks.loud : inks.dim;
  });
  Grid({box.x + box.w * 0.65f, box.y + box.h * 0.25f, box.w * 0.3f, box.h * 0.5f}, 2, 3).fill(canvas, [&](int, int) {
    return inks.loud;
  });
}

void triangle(Canvas& canvas, Rect box, const Inks& inks) {
  Grid(box.inset(box.w * 0.25f, 0), 6, 6).fill(canvas, [&](int row, int column) {
    return column > row ? inks.dim
                        : mix(inks.dim, inks.loud, 0.2f + 0.8f * static_cast<float>((row * 3 + column * 5) % 7) / 6);
  });
}

void bars(Canvas& canvas, Rect box, const Inks& inks, std::array<float, 7> heights, bool centred) {
  const float w = box.w / static_cast<float>(heights.size());
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float h = box.h * heights[i], y = centred ? box.y + (box.h - h) / 2 : box.bottom() - h;
    canvas.fill({box.x + w * static_cast<float>(i), y, w - 2, h}, i == 4 ? inks.loud : inks.dim, 1);
  }
}

void weights(Canvas& canvas, Rect box, const Inks& inks) {
  bars(canvas, box, inks, {0.2f, 0.35f, 0.15f, 0.5f, 1, 0.3f, 0.2f}, false);
}

void inRange(Canvas& canvas, Rect box, const Inks& inks) {
  bars(canvas, {box.x, box.y, box.w * 0.44f, box.h}, inks, {0.3f, 1, 0.2f, 0.7f, 0.9f, 0.15f, 0.5f}, true);
  bars(canvas, {box.x + box.w * 0.56f, box.y, box.w * 0.44f, box.h}, inks,
       {0.45f, 0.65f, 0.4f, 0.55f, 0.6f, 0.4f, 0.5f}, true);
}

void curve(Canvas& canvas, Rect box, const Inks& inks) {
  std::array<Point, 24> line;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const float x = static_cast<float>(i) / static_cast<float>(line.size() - 1), at = 8 * x - 4;
    line[i] = {box.x + box.w * x,
               box.bottom() - box.h * (0.08f + 0.9f * std::max(0.f, at * 0.25f / (1 + std::exp(-at))))};
  }
  canvas.line({box.x, box.bottom() - box.h * 0.08f}, {box.right(), box.bottom() - box.h * 0.08f}, inks.dim, 1);
  canvas.polyline(line, inks.loud, 2);
}

void turned(Canvas& canvas, Rect box, const Inks& inks) {
  Grid({box.x, box.y + box.h * 0.2f, box.w * 0.45f, box.h * 0.6f}, 3, 6).fill(canvas, [&](int row, int) {
    return row == 1 ? inks.loud : inks.dim;
  });
  Grid({box.x + box.w * 0.62f, box.y, box.w * 0.25f, box.h}, 6, 3).fill(canvas, [&](int, int column) {
    return column == 1 ? inks.loud : inks.dim;
  });
}

void tree(Canvas& canvas, Rect box, const Inks& inks) {
  for (int level = 0; level < 4; ++level) {
    const int count = 8 >> level;
    for (int i = 0; i < count; ++i) {
      const int parent = i / 2;
      const float w = box.w / static_cast<float>(count), h = box.h / 4;
      const float x = box.x + w * (static_cast<float>(i) + 0.5f), y = box.y + h * static_cast<float>(level);
      if (level < 3)
        canvas.line({x, y + h * 0.4f}, {box.x + 2 * w * (static_cast<float>(parent) + 0.5f), y + h}, inks.dim, 1);
      canvas.fill({x - 3, y, 6, h * 0.5f}, level == 3 ? inks.other : inks.loud, 1);
    }
  }
}

void runningSum(Canvas& canvas, Rect box, const Inks& inks) {
  bars(canvas, box, inks, {0.12f, 0.28f, 0.4f, 0.5f, 0.7f, 0.82f, 1}, false);
}

void moved(Canvas& canvas, Rect box, const Inks& inks, Color through) {
  Grid({box.x, box.y + box.h * 0.2f, box.w * 0.36f, box.h * 0.6f}, 2, 6).fill(canvas, [&](int, int) {
    return inks.loud;
  });
  Grid({box.right() - box.w * 0.36f, box.y + box.h * 0.2f, box.w * 0.36f, box.h * 0.6f}, 2, 6)
      .fill(canvas, [&](int, int) { return inks.dim; });
  const float y = box.y + box.h / 2, from = box.x + box.w * 0.41f, to = box.x + box.w * 0.59f;
  canvas.line({from, y}, {to, y}, through, 2);
  canvas.line({to - 5, y - 5}, {to, y}, through, 2);
  canvas.line({to - 5, y + 5}, {to, y}, through, 2);
}

void copied(Canvas& canvas, Rect box, const Inks& inks) {
  moved(canvas, box, inks, kCopyColor);
}

/// What is copied grows less from way to way.
void fourWays(Canvas& canvas, Rect box, const Inks& inks) {
  constexpr std::array kCopied{0.5f, 0.2f, 0.f, 0.f};
  const float row = box.h / static_cast<float>(kCopied.size());
  for (std::size_t i = 0; i < kCopied.size(); ++i) {
    const float y = box.y + row * static_cast<float>(i), h = row * 0.62f, kernel = box.w * 0.22f;
    const float copies = box.w * kCopied[i];
    canvas.fill({box.x, y, kernel, h}, inks.loud, 1);
    if (copies > 0) canvas.fill({box.x + kernel, y, copies, h}, kCopyColor, 1);
    canvas.fill({box.x + kernel + copies, y, box.w * 0.24f, h}, inks.other, 1);
  }
}

void scaledSum(Canvas& canvas, Rect box, const Inks& inks) {
  moved(canvas, box, inks, inks.other);
}

void twoPaths(Canvas& canvas, Rect box, const Inks& inks) {
  Grid({box.x, box.y, box.w, box.h * 0.44f}, 2, 16).fill(canvas, [&](int, int column) {
    return column % 2 == 0 ? inks.loud : inks.dim;
  });
  Grid({box.x, box.y + box.h * 0.56f, box.w, box.h * 0.44f}, 2, 16).fill(canvas, [&](int, int column) {
    return column % 2 == 1 ? inks.other : inks.dim;
  });
}

/// A warm spot, and how far its heat has come.
void spreading(Canvas& canvas, Rect box, const Inks& inks) {
  Grid(box.inset(box.w * 0.2f, 0), 7, 11).fill(canvas, [&](int row, int column) {
    const int x = column - 5, y = row - 3;
    return mix(inks.dim, inks.loud, std::exp(-static_cast<float>(x * x + y * y) / 7));
  });
}

/// The Mandelbrot set in a few cells.
void nearOrFar(Canvas& canvas, Rect box, const Inks& inks) {
  constexpr int kRows = 9, kMiddle = kRows / 2, kColumns = 15, kMost = 12;
  Grid(box.inset(box.w * 0.15f, 0), kRows, kColumns).fill(canvas, [&](int row, int column) {
    const float cx = -2.05f + 0.19f * static_cast<float>(column), cy = 0.3f * static_cast<float>(row - kMiddle);
    int count = 0;
    for (float x = 0, y = 0; count < kMost && x * x + y * y <= 4; ++count) {
      const float next = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next;
    }
    return count == kMost ? inks.other : mix(inks.dim, inks.loud, static_cast<float>(count) / kMost);
  });
}

void roof(Canvas& canvas, Rect box, const Inks& inks) {
  const Point corner{box.x + box.w * 0.5f, box.y + box.h * 0.15f};
  canvas.line({box.x, box.bottom()}, corner, inks.dim, 2);
  canvas.line(corner, {box.right(), corner.y}, inks.loud, 2);
  for (const float x : {0.7f, 0.85f}) canvas.fill({box.x + box.w * x - 3, corner.y + 4, 7, 7}, inks.loud, 3.5f);
}

void words(Canvas& canvas, Rect box, const Inks& inks) {
  constexpr std::array<float, 7> kWidths{0.22f, 0.14f, 0.3f, 0.2f, 0.26f, 0.12f, 0.3f};
  float x = box.x, y = box.y + box.h * 0.12f;
  for (std::size_t i = 0; i < kWidths.size(); ++i) {
    const float w = box.w * kWidths[i];
    if (x + w > box.right() + 1) x = box.x, y += box.h * 0.45f;
    canvas.fill({x, y, w - 3, box.h * 0.3f}, i + 1 == kWidths.size() ? inks.other : i < 4 ? inks.dim : inks.loud, 2);
    x += w;
  }
}

void digit(Canvas& canvas, Rect box, const Inks& inks) {
  constexpr std::array<std::string_view, 6> kSeven{".####.", "....#.", "...#..", "..##..", "..#...", "..#..."};
  Grid({box.x, box.y, box.w * 0.4f, box.h}, 6, 6).fill(canvas, [&](int row, int column) {
    return kSeven[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] == '#' ? inks.loud : inks.dim;
  });
  for (int i = 0; i < 5; ++i) {
    const float h = box.h / 5, w = box.w * (i == 3 ? 0.42f : 0.08f + 0.03f * static_cast<float>(i));
    canvas.fill({box.x + box.w * 0.52f, box.y + h * static_cast<float>(i) + 1, w, h - 3},
                i == 3 ? inks.other : inks.dim, 1);
  }
}

void ladder(Canvas& canvas, Rect box, const Inks& inks) {
  for (int i = 0; i < 4; ++i) {
    const float h = box.h / 4;
    canvas.fill({box.x, box.y + h * static_cast<float>(i) + 1, box.w * (1 - 0.24f * static_cast<float>(i)), h - 3},
                i == 3 ? inks.loud : inks.dim, 1);
  }
}

struct Sketch {
  std::string_view experiment;
  void (*draw)(Canvas& canvas, Rect box, const Inks& inks);
};
constexpr Sketch kSketches[] = {{"matmul", product},
                                {"linear", rowTimesMatrix},
                                {"conv2d", window},
                                {"pool", largest},
                                {"attention", triangle},
                                {"softmax", weights},
                                {"norm", inRange},
                                {"elementwise", curve},
                                {"transpose", turned},
                                {"reduce", tree},
                                {"scan", runningSum},
                                {"copy", copied},
                                {"saxpy", scaledSum},
                                {"heat", spreading},
                                {"mandelbrot", nearOrFar},
                                {"divergence", twoPaths},
                                {"peak", roof},
                                {"transformer", words},
                                {"cnn", digit},
                                {"frames", fourWays}};

}  // namespace

void drawSketch(Canvas& canvas, Rect box, std::string_view experiment) {
  const Theme& theme = canvas.theme();
  const Inks inks{theme.boxBorder, storeyInfo(Storey::Runtime).color, storeyInfo(Storey::Model).color};
  const auto found = std::ranges::find(kSketches, experiment, &Sketch::experiment);
  (found == std::end(kSketches) ? ladder : found->draw)(canvas, box, inks);
}

}  // namespace strata::inline views
