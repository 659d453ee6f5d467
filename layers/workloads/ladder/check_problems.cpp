#include "layers/workloads/ladder/check_problems.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/operation/tensor_values.h"
#include "layers/workloads/ladder/ladder_data.h"

namespace strata::inline workloads {
namespace {

constexpr double kMostAccesses = 2e6;  ///< of threads: each is looked at
constexpr std::int64_t kSize = 16;     ///< what is smaller is no size to be cut

double accessesOf(const Step& step, const Problem& problem) {
  const Cost cost = step.cost(problem);
  return (cost.globalBytes + cost.sharedBytes) / 4 + cost.flopWithPadding() / 2;
}

class Sizes {
 public:
  Sizes(const LadderPlan& plan, const Step& step, const DeviceInfo& device)
      : m_operation(*plan.operation), m_step(step), m_device(device) {}

  /// The largest size halved of which less work follows; the same problem where there is none.
  Problem smaller(const Problem& problem) const {
    Problem best = problem;
    std::int64_t largest = kSize;
    for (const OperationParameter& parameter : problem.parameters()) {
      const std::int64_t size = problem[parameter.name];
      if (!parameter.choices.empty() || size <= largest) continue;
      const Problem half = Problem(problem).set(parameter.name, size / 2);
      if (!fits(half) || accessesOf(m_step, half) >= accessesOf(m_step, problem)) continue;
      largest = size;
      best = half;
    }
    return best;
  }

  /// Each size that may be odd is, and no two alike.
  Problem odd(Problem problem) const {
    std::int64_t less = 1;
    for (const OperationParameter& parameter : problem.parameters()) {
      const std::int64_t size = problem[parameter.name];
      if (!parameter.choices.empty() || size < kSize) continue;
      const Problem changed = Problem(problem).set(parameter.name, (size | 1) - 2 * less);
      if (!fits(changed)) continue;
      problem = changed;
      ++less;
    }
    return problem;
  }

 private:
  bool fits(const Problem& problem) const {
    for (const OperationParameter& parameter : problem.parameters())
      if (problem[parameter.name] < parameter.min || problem[parameter.name] > parameter.max) return false;
    return (!m_operation.misfit || m_operation.misfit(problem).empty()) &&
           (!m_step.refusal || m_step.refusal(m_device, problem).empty());
  }

  const Operation& m_operation;
  const Step& m_step;
  const DeviceInfo& m_device;
};

/// A step at a problem with inputs from a seed. Stopped where the token says so.
Result<WatchedRun> watchedRun(const Operation& operation, const Step& step, const Problem& problem, std::uint64_t seed,
                              const std::stop_token& stop) {
  const StepPlan plan = step.plan(problem);
  WatchedRun run{operation.shapeText(problem), plan.launches, {}};
  const std::vector<TensorInfo> tensors = operation.tensors(problem);
  const std::size_t inputs = tensors.size() - 1;
  const auto add = [&](const TensorInfo& tensor) -> std::vector<std::byte>& {
    return run.tensors.emplace_back(WatchedRun::Memory{std::string(tensor.name), tensor.bytes(), bytesOf(tensor.type)})
        .content;
  };
  for (std::size_t i = 0; i < inputs; ++i) {
    STRATA_ASSIGN(const std::vector<float> values, inputValues(tensors[i], seed, i, inputs, stop));
    std::vector<std::byte>& content = add(tensors[i]);
    content.resize(tensors[i].bytes());
    encodeValues(tensors[i].type, values, content.data());
  }
  add(tensors.back());
  for (const TensorInfo& tensor : plan.workspace) add(tensor);
  return run;
}

}  // namespace

std::vector<Problem> checkProblems(const LadderPlan& plan, const Step& step, const DeviceInfo& device) {
  const Sizes sizes(plan, step, device);
  Problem problem = plan.problem;
  while (accessesOf(step, problem) > kMostAccesses) {
    const Problem smaller = sizes.smaller(problem);
    if (smaller == problem) break;
    problem = smaller;
  }
  std::vector<Problem> problems{problem};
  if (const Problem odd = sizes.odd(problem); !(odd == problem)) problems.push_back(odd);
  return problems;
}

Result<KernelFindings> checkStep(const OwnKernels& own, const Operation& operation, std::span<const Problem> problems,
                                 const OwnStep& step, std::uint64_t seed, WorkContext& context,
                                 const std::function<void(const std::string& problem)>& begins) {
  auto problem = problems.begin();
  const auto next = [&]() -> Result<std::optional<WatchedRun>> {
    if (problem == problems.end()) return std::optional<WatchedRun>();
    STRATA_ASSIGN(WatchedRun run, watchedRun(operation, step.step, *problem++, seed, context.stop));
    if (begins) begins(run.name);
    return std::optional(std::move(run));
  };
  return own.check({step.text, operation.name, step.kernels}, next, context);
}

OwnKernel ownCopyOf(const Step& step) {
  const std::string_view file = step.file.substr(step.file.rfind('/') + 1);
  return {std::string(step.name), std::string(file), std::string(step.source), std::string(step.name)};
}

}  // namespace strata::inline workloads
