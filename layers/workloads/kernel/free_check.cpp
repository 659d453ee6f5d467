#include "layers/workloads/kernel/free_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "layers/workloads/common/relative_error.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata::inline workloads {
namespace {

constexpr double kMostWork = 1.5e7;  ///< terms and elements: about a second
constexpr std::uint64_t kElementSeed = 0x5EED0003;

double usualTolerance(DataType type) {
  switch (type) {
    case DataType::F32: return 1e-5;
    case DataType::F16: return 2e-3;
    case DataType::BF16: return 1e-2;
    case DataType::I32:
    case DataType::I8: break;
  }
  return 0;
}

/// One expectation, element by element.
class Judge {
 public:
  Judge(const FreePlan& plan, const FreeKernel::Expectation& expected, const TensorContents& before)
      : m_plan(plan), m_expected(expected), m_names(plan.numbers()) {
    m_index = static_cast<std::size_t>(plan.kernel->tensor(expected.tensor) - plan.kernel->tensors.data());
    m_readers.resize(plan.tensors.size());
    for (std::size_t i = 0; i < m_readers.size(); ++i) {
      m_readers[i] = {plan.tensors[i].shape, before[i]};
      if (!before[i].empty()) m_names.tensors[std::string(plan.tensors[i].name)] = &m_readers[i];
    }
    for (std::size_t i = 0; i < expected.indices.size(); ++i) m_names.numbers[expected.indices[i]] = &m_indices[i];
  }

  Result<FreeVerdict> judge(std::span<const double> values, const RunProgress& progress) {
    auto formula = Formula::parse(m_expected.formula, m_names, Division::Exact);
    if (!formula.ok()) return m_plan.kernel->wrongAt(m_expected.line, formula.error().message + hint());
    STRATA_ASSIGN(const double tolerance, limit());
    const std::size_t count = elementsToTake(formula.value(), values.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (i % kBetweenSigns == 0) {
        if (progress.stopRequested()) return Error{ErrorCode::Stopped, "Stopped while it was checked", Storey::Model};
        progress.within(static_cast<double>(i) / static_cast<double>(count));
      }
      compare(values, elementAt(i, count, values.size()), formula.value());
    }
    return verdict(values, count, tolerance, formula.value());
  }

 private:
  static constexpr std::size_t kBetweenSigns = 1024;

  /// Outputs have no value before a launch.
  std::string hint() const {
    for (const FreeKernel::Tensor& tensor : m_plan.kernel->tensors)
      if (tensor.fill.empty() && m_expected.formula.find(tensor.name + "[") != std::string::npos)
        return fmt::format(" ({} holds nothing before the launch)", tensor.name);
    return {};
  }

  Result<double> limit() const {
    if (m_expected.tolerance.empty()) return usualTolerance(m_plan.tensors[m_index].type);
    auto formula = Formula::parse(m_expected.tolerance, m_plan.numbers(), Division::Exact);
    if (!formula.ok()) return m_plan.kernel->wrongAt(m_expected.line, formula.error().message);
    return formula.value().value();
  }

  void setElement(std::size_t element) {
    const std::vector<std::int64_t>& shape = m_plan.tensors[m_index].shape;
    for (std::size_t d = shape.size(); d-- > 0;) {
      const auto side = static_cast<std::size_t>(shape[d]);
      m_indices[d] = static_cast<double>(element % side);
      element /= side;
    }
  }

  /// The last element tells how much one costs: where that grows with the index, it is the dearest.
  std::size_t elementsToTake(const Formula& formula, std::size_t all) {
    const std::uint64_t before = formula.work();
    setElement(all - 1);
    formula.value();
    const double most = kMostWork / static_cast<double>(std::max<std::uint64_t>(1, formula.work() - before));
    return most >= static_cast<double>(all) ? all : std::max<std::size_t>(1, static_cast<std::size_t>(most));
  }

  /// Of pieces of one length, an element of each.
  static std::size_t elementAt(std::size_t i, std::size_t count, std::size_t all) {
    if (count == all) return i;
    const std::size_t piece = all / count;
    return i * piece + randomBits(kElementSeed, i) % piece;
  }

  void compare(std::span<const double> values, std::size_t element, const Formula& formula) {
    setElement(element);
    const double truth = formula.value(), off = std::abs(values[element] - truth);
    m_error.add(values[element], truth);
    if (!(off <= m_worstOff)) {
      m_worstOff = off;
      m_worst = element;
      m_worstTruth = truth;
    }
  }

  std::string elementName(std::size_t element) {
    setElement(element);
    std::string name = m_expected.tensor;
    for (std::size_t d = 0; d < m_expected.indices.size(); ++d) name += fmt::format("[{:.0f}]", m_indices[d]);
    return name;
  }

  /// Of an element that is infinite or no number.
  std::string notFinite(std::size_t element, double value, const Formula& formula) {
    const std::string name = elementName(element);
    if (std::isnan(value)) return name + " is not a number; nobody wrote it, perhaps";
    return fmt::format("{} is {}, and {:.7g} is expected (line {})", name, value, formula.value(), m_expected.line);
  }

  FreeVerdict verdict(std::span<const double> values, std::size_t count, double tolerance, const Formula& formula) {
    FreeVerdict verdict{{"relative Frobenius", m_error.value(), tolerance}, true, {}};
    if (m_plan.kernel->expectations.size() > 1) verdict.check.metric += " of " + m_expected.tensor;
    if (count < values.size()) verdict.check.metric += fmt::format(", {} samples", count);
    const auto noNumber = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
    if (noNumber != values.end())
      verdict.trouble = notFinite(static_cast<std::size_t>(noNumber - values.begin()), *noNumber, formula);
    else if (!verdict.check.withinLimit())
      verdict.trouble = fmt::format("{} is {:.7g}, and {:.7g} is expected (line {}); {} error {:.3g}, limit {:.3g}",
                                    elementName(m_worst), values[m_worst], m_worstTruth, m_expected.line,
                                    verdict.check.metric, verdict.check.value, verdict.check.limit);
    verdict.met = verdict.trouble.empty();
    return verdict;
  }

  const FreePlan& m_plan;
  const FreeKernel::Expectation& m_expected;
  std::size_t m_index = 0;
  std::vector<ElementReader> m_readers;
  std::array<double, 3> m_indices{};
  FormulaNames m_names;
  RelativeError m_error;
  double m_worstOff = -1, m_worstTruth = 0;
  std::size_t m_worst = 0;
};

}  // namespace

Result<std::optional<FreeVerdict>> judgeFree(const FreePlan& plan, const TensorContents& before,
                                             const TensorContents& after, const RunProgress& progress) {
  std::optional<FreeVerdict> last;
  for (const FreeKernel::Expectation& expected : plan.kernel->expectations) {
    const auto index = static_cast<std::size_t>(plan.kernel->tensor(expected.tensor) - plan.kernel->tensors.data());
    STRATA_ASSIGN(last, Judge(plan, expected, before).judge(after[index], progress));
    if (!last->met) break;
  }
  return last;
}

}  // namespace strata::inline workloads
