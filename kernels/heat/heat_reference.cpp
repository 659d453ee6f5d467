#include <algorithm>
#include <vector>

#include "kernels/heat/heat_operation.h"

namespace strata::inline kernels {
namespace {

constexpr double kAlpha = 0.2;

/// What flows into the cells of a row from that above or below them.
void flow(std::span<const double> row, std::span<const double> other, std::span<double> gained) {
  for (std::size_t i = 0; i < row.size(); ++i) gained[i] += kAlpha * (other[i] - row[i]);
}

/// What flows within a row.
void flowAlong(std::span<const double> row, std::span<double> gained) {
  for (std::size_t i = 1; i < row.size(); ++i) {
    const double passed = kAlpha * (row[i - 1] - row[i]);
    gained[i - 1] -= passed;
    gained[i] += passed;
  }
}

}  // namespace

void heatReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t, std::int64_t,
                   std::span<double> out) {
  const auto rows = static_cast<std::size_t>(problem["rows"]), cols = static_cast<std::size_t>(problem["cols"]);
  std::ranges::copy(inputs[0], out.begin());
  std::vector<double> before(out.size());
  for (std::int64_t step = 0; step < problem["steps"]; ++step) {
    std::ranges::copy(out, before.begin());
    const auto line = [&](std::size_t row) { return std::span<const double>(before).subspan(row * cols, cols); };
    for (std::size_t row = 0; row < rows; ++row) {
      const std::span<double> gained = out.subspan(row * cols, cols);
      flowAlong(line(row), gained);
      if (row > 0) flow(line(row), line(row - 1), gained);
      if (row + 1 < rows) flow(line(row), line(row + 1), gained);
    }
  }
}

}  // namespace strata::inline kernels
