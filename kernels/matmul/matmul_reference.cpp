#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/matmul/matmul.h"

namespace strata::inline kernels {
namespace {

constexpr std::size_t kRows = 4;       // rows of C that share each row of B on its way through the registers
constexpr std::size_t kColumns = 256;  // four rows of C and one of B stay in the first cache
constexpr std::size_t kDepth = 256;    // so much of B is used again for all rows of C

// The shape, unsigned: it indexes memory.
struct Sizes {
  std::size_t m, n, k;

  explicit Sizes(const MatmulShape& shape)
      : m(static_cast<std::size_t>(shape.m)),
        n(static_cast<std::size_t>(shape.n)),
        k(static_cast<std::size_t>(shape.k)) {}
};

// The view, unsigned as well.
struct Matrix {
  const float* data;
  std::size_t rowStride, columnStride;

  explicit Matrix(const MatrixView& view)
      : data(view.data),
        rowStride(static_cast<std::size_t>(view.rowStride)),
        columnStride(static_cast<std::size_t>(view.columnStride)) {}
  float operator()(std::size_t i, std::size_t j) const { return data[i * rowStride + j * columnStride]; }
};

// c[r][j] += a[r] · b[j] for kRows rows: the loop the compiler makes vectors of.
void addRow(double* const* c, const double* a, const double* b, std::size_t columns) {
  static_assert(kRows == 4);
  double* __restrict__ c0 = c[0];
  double* __restrict__ c1 = c[1];
  double* __restrict__ c2 = c[2];
  double* __restrict__ c3 = c[3];
  for (std::size_t j = 0; j < columns; ++j) {
    c0[j] += a[0] * b[j];
    c1[j] += a[1] * b[j];
    c2[j] += a[2] * b[j];
    c3[j] += a[3] * b[j];
  }
}

// One piece of B, in fp64: from row l0 and column j0 on.
struct Panel {
  std::size_t depth = 0, columns = 0, l0 = 0, j0 = 0;
  std::vector<double> b = std::vector<double>(kDepth * kColumns);

  void load(const Matrix& from, const Sizes& sizes, std::size_t row, std::size_t column) {
    l0 = row;
    j0 = column;
    depth = std::min(kDepth, sizes.k - l0);
    columns = std::min(kColumns, sizes.n - j0);
    for (std::size_t l = 0; l < depth; ++l)
      for (std::size_t j = 0; j < columns; ++j) b[l * kColumns + j] = static_cast<double>(from(l0 + l, j0 + j));
  }
};

// Adds a panel's part to C from row i on; missing rows of the last group are computed into `spare`.
void addPanel(const Panel& panel, const Sizes& sizes, const Matrix& a, double* c, std::size_t i, double* spare) {
  double* rows[kRows];
  for (std::size_t r = 0; r < kRows; ++r)
    rows[r] = i + r < sizes.m ? c + (i + r) * sizes.n + panel.j0 : spare + r * kColumns;
  for (std::size_t l = 0; l < panel.depth; ++l) {
    double factors[kRows];
    for (std::size_t r = 0; r < kRows; ++r)
      factors[r] = i + r < sizes.m ? static_cast<double>(a(i + r, panel.l0 + l)) : 0.0;
    addRow(rows, factors, panel.b.data() + l * kColumns, panel.columns);
  }
}

void multiply(const Sizes& sizes, const Matrix& a, const Matrix& b, double* c) {
  std::fill(c, c + sizes.m * sizes.n, 0.0);
  Panel panel;
  std::vector<double> spare(kRows * kColumns);
  for (std::size_t j = 0; j < sizes.n; j += kColumns) {
    for (std::size_t l = 0; l < sizes.k; l += kDepth) {
      panel.load(b, sizes, l, j);
      for (std::size_t i = 0; i < sizes.m; i += kRows) addPanel(panel, sizes, a, c, i, spare.data());
    }
  }
}

}  // namespace

void matmulReference(const MatmulShape& shape, MatrixView a, MatrixView b, std::span<double> c) {
  multiply(Sizes(shape), Matrix(a), Matrix(b), c.data());
}

}  // namespace strata::inline kernels
