#include "layers/workloads/kernel/free_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "layers/workloads/kernel/formula_text.h"
#include "layers/workloads/kernel/scalar_type.h"

namespace strata::inline workloads {
namespace {

constexpr double kMostElements = 1U << 31;
constexpr double kMostSide = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMostThreads = 1024;  ///< of a block
constexpr std::size_t kMostLaunches = 10000;

class FreePlanner {
 public:
  FreePlanner(std::shared_ptr<const FreeKernel> kernel, const ChosenSizes& chosen) : m_chosen(chosen) {
    m_plan.kernel = std::move(kernel);
  }

  Result<FreePlan> plan() {
    for (const FreeKernel::Size& size : m_plan.kernel->sizes) STRATA_TRY(addSize(size));
    for (const FreeKernel::Tensor& tensor : m_plan.kernel->tensors) STRATA_TRY(addTensor(tensor));
    STRATA_TRY(addSteps(m_plan.kernel->steps, m_plan.numbers()));
    if (m_plan.launches.empty()) return wrong(m_plan.kernel->steps.back().line, "At these sizes it launches nothing.");
    return std::move(m_plan);
  }

 private:
  Error wrong(int line, const std::string& why) const { return m_plan.kernel->wrongAt(line, why); }

  Result<double> valueOf(const std::string& text, const FormulaNames& names, Division division, int line) const {
    auto formula = Formula::parse(text, names, division);
    if (!formula.ok()) return wrong(line, formula.error().message);
    const double value = formula.value().value();
    if (!std::isfinite(value)) return wrong(line, fmt::format("\"{}\" is no number.", text));
    return value;
  }

  Result<double> wholeOf(const std::string& text, const FormulaNames& names, double least, double most,
                         int line) const {
    STRATA_ASSIGN(const double exact, valueOf(text, names, Division::Whole, line));
    const double value = std::floor(exact);
    if (value >= least && value <= most) return value;
    return wrong(line,
                 fmt::format("\"{}\" comes to {:.0f}; it must be from {:.0f} to {:.0f}.", text, value, least, most));
  }

  Result<void> addSize(const FreeKernel::Size& size) {
    const auto chosen = m_chosen.find(size.name);
    if (!size.value) {
      STRATA_ASSIGN(m_plan.sizes[size.name], wholeOf(size.formula, m_plan.numbers(), -kMostSide, kMostSide, size.line));
      return {};
    }
    const std::int64_t value = chosen == m_chosen.end() ? *size.value : chosen->second;
    if (value % size.step != 0)
      return wrong(size.line,
                   fmt::format("{} must be a multiple of {}, and {} was given.", size.name, size.step, value));
    m_plan.sizes[size.name] = static_cast<double>(value);
    return {};
  }

  Result<void> addTensor(const FreeKernel::Tensor& tensor) {
    TensorInfo info{.name = tensor.name, .type = tensor.type};
    double elements = 1;
    for (const std::string& side : tensor.shape) {
      STRATA_ASSIGN(const double length, wholeOf(side, m_plan.numbers(), 1, kMostElements, tensor.line));
      info.shape.push_back(static_cast<std::int64_t>(length));
      elements *= length;
    }
    if (elements > kMostElements)
      return wrong(tensor.line, fmt::format("{} has {:.0f} elements, and 2^31 is the most.", tensor.name, elements));
    m_plan.tensors.push_back(std::move(info));
    return {};
  }

  Result<void> addSteps(const std::vector<FreeKernel::Step>& steps, const FormulaNames& names) {
    for (const FreeKernel::Step& step : steps)
      STRATA_TRY(step.counter.empty() ? addLaunch(step, names) : addRepetition(step, names));
    return {};
  }

  Result<void> addRepetition(const FreeKernel::Step& step, const FormulaNames& names) {
    STRATA_ASSIGN(const double count, wholeOf(step.count, names, 0, kMostLaunches, step.line));
    double counter = 0;
    FormulaNames inner = names;
    inner.numbers[step.counter] = &counter;
    for (; counter < count; ++counter) STRATA_TRY(addSteps(step.repeated, inner));
    return {};
  }

  Result<Dim3> sides(const std::vector<std::string>& texts, const FormulaNames& names, int line) const {
    Dim3 made;
    std::uint32_t* const of[] = {&made.x, &made.y, &made.z};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      STRATA_ASSIGN(const double side, wholeOf(texts[i], names, 1, kMostSide, line));
      *of[i] = static_cast<std::uint32_t>(side);
    }
    return made;
  }

  Result<void> addLaunch(const FreeKernel::Step& step, const FormulaNames& names) {
    if (m_plan.launches.size() == kMostLaunches)
      return wrong(step.line, fmt::format("There are more than {} launches; repeat fewer times.", kMostLaunches));
    KernelLaunch launch;
    STRATA_ASSIGN(launch.shape.grid, sides(step.grid, names, step.line));
    STRATA_ASSIGN(launch.shape.block, sides(step.block, names, step.line));
    if (const std::uint64_t threads = launch.shape.block.count(); threads > kMostThreads)
      return wrong(step.line, fmt::format("The block has {} threads, and {} is the most.", threads, kMostThreads));
    if (!step.shared.empty()) {
      STRATA_ASSIGN(const double bytes, wholeOf(step.shared, names, 0, kMostSide, step.line));
      launch.shape.sharedBytes = static_cast<std::size_t>(bytes);
    }
    STRATA_ASSIGN(launch.kernel, kernelName(step, names));
    STRATA_ASSIGN(launch.arguments, arguments(step, names));
    m_plan.launches.push_back(std::move(launch));
    return {};
  }

  /// "life<16>" of life and "<tile>".
  Result<std::string_view> kernelName(const FreeKernel::Step& step, const FormulaNames& names) {
    std::string made = step.kernel;
    if (!step.arguments.empty()) {
      std::string list;
      for (const std::string& each : argumentsIn(std::string_view(step.arguments).substr(1, step.arguments.size() - 2)))
        list += (list.empty() ? "" : ", ") + templateArgument(each, names);
      made += "<" + list + ">";
    }
    return std::string_view(*m_plan.kernelNames.insert(std::move(made)).first);
  }

  /// The value of what is computed from sizes; a type as it stands.
  static std::string templateArgument(const std::string& text, const FormulaNames& names) {
    const auto formula = Formula::parse(text, names, Division::Whole);
    const double value = formula.ok() ? formula.value().value() : std::nan("");
    return std::isfinite(value) ? fmt::format("{:.0f}", std::floor(value)) : text;
  }

  Result<std::vector<Argument>> arguments(const FreeKernel::Step& step, const FormulaNames& names) const {
    const OutlinedKernel& kernel = *m_plan.kernel->outline.find(step.kernel);
    std::vector<Argument> made;
    for (std::size_t i = 0; i < step.values.size(); ++i) {
      const auto tensor = std::ranges::find(m_plan.tensors, step.values[i], &TensorInfo::name);
      if (tensor != m_plan.tensors.end()) {
        made.emplace_back(TensorArgument{static_cast<int>(tensor - m_plan.tensors.begin())});
        continue;
      }
      const ScalarType type = scalarTypeOf(kernel.parameters[i]);
      if (type == ScalarType::Unknown)
        return wrong(step.line,
                     fmt::format("Parameter {} of {} is \"{}\": a launch gives tensors, whole numbers, float "
                                 "and double.",
                                 i + 1, kernel.name, kernel.parameters[i]));
      const Division division = isWhole(type) ? Division::Whole : Division::Exact;
      STRATA_ASSIGN(const double value, valueOf(step.values[i], names, division, step.line));
      made.push_back(scalarArgument(type, value));
    }
    return made;
  }

  FreePlan m_plan;
  const ChosenSizes& m_chosen;
};

}  // namespace

FormulaNames FreePlan::numbers() const {
  FormulaNames names;
  for (const auto& [name, value] : sizes) names.numbers[name] = &value;
  return names;
}

std::string FreePlan::shapeText() const {
  std::string text;
  for (const FreeKernel::Size& size : kernel->sizes)
    if (size.value) text += fmt::format("{}{}={:.0f}", text.empty() ? "" : " ", size.name, sizes.at(size.name));
  return text;
}

double FreePlan::bytes() const {
  double all = 0;
  for (const TensorInfo& tensor : tensors) all += static_cast<double>(tensor.bytes());
  return all;
}

Result<FreePlan> planFree(std::shared_ptr<const FreeKernel> kernel, const ChosenSizes& chosen) {
  return FreePlanner(std::move(kernel), chosen).plan();
}

}  // namespace strata::inline workloads
