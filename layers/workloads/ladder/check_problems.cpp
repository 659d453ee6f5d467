#include "layers/workloads/ladder/check_problems.h"

#include <algorithm>

namespace strata::inline workloads {
namespace {

constexpr double kMostAccesses = 2e6;  ///< of threads: each is looked at
constexpr std::int64_t kSize = 16;     ///< what is smaller is no size to be cut

double accessesOf(const Step& step, const Problem& problem) {
  const Cost cost = step.cost(problem);
  return (cost.globalBytes + cost.sharedBytes) / 4 + cost.flop / 2;
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

OwnKernel ownCopyOf(const Step& step) {
  const std::string_view file = step.file.substr(step.file.rfind('/') + 1);
  return {std::string(step.name), std::string(file), std::string(step.source), std::string(step.name)};
}

}  // namespace strata::inline workloads
