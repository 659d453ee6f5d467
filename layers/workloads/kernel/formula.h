#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline workloads {

/// Elements of a tensor as formulas read them. Where there is none, it is 0.
struct ElementReader {
  std::vector<std::int64_t> shape;  ///< of as many indices as the formulas give
  std::span<const double> values;   ///< row-major; empty: not known yet, each is 0
  double at(std::span<const double> indices) const;
};

/// What a formula's names stand for. All of it must outlive the formula, which reads it each time anew.
struct FormulaNames {
  std::map<std::string, const double*, std::less<>> numbers;
  std::map<std::string, const ElementReader*, std::less<>> tensors;
  std::function<double(double from, double to)> random;  ///< a value of from ≤ x < to; none: `from`
};

/// How "/" divides: as C does with whole numbers, or without loss. Indices are always whole.
enum class Division { Whole, Exact };

/// Arithmetic of muParser over numbers and tensors: "2 * x[i] + y[i][j / 2]"; beside its functions there are floor,
/// ceil, a % b (never negative), random(a, b), and sums and extremes over a count: sum(k < n, A[i][k] * B[k][j]).
/// One thread.
class Formula {
 public:
  /// Usage, with the reason, where it cannot be computed.
  static Result<Formula> parse(std::string_view text, const FormulaNames& names, Division division);
  Formula(Formula&&) noexcept;
  Formula& operator=(Formula&&) noexcept;
  ~Formula();

  double value() const;
  /// Terms of sums and extremes, and values, that all calls have computed.
  std::uint64_t work() const;

 private:
  struct Parts;
  explicit Formula(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> m_parts;
};

}  // namespace strata::inline workloads
