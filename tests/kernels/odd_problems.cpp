#include "tests/kernels/odd_problems.h"

#include <algorithm>
#include <random>

namespace strata::test {
namespace {

constexpr int kDraws = 20'000;
constexpr double kMostAccesses = 5e5;  ///< of threads

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : m_random(seed) {}

  Problem next(std::span<const OperationParameter> parameters) {
    Problem problem(parameters);
    for (const OperationParameter& parameter : parameters)
      if (!parameter.choices.empty() || below(3) > 0) problem.set(parameter.name, valueOf(parameter));
    return problem;
  }

 private:
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(end));
  }

  /// Half of the sizes are multiples of what tiles and vectors take.
  std::int64_t valueOf(const OperationParameter& parameter) {
    if (!parameter.choices.empty()) return below(static_cast<std::int64_t>(parameter.choices.size()));
    constexpr std::int64_t kMost[] = {4, 40, 150, 5000}, kMultiples[] = {1, 1, 1, 4, 8, 16};
    const std::int64_t of = kMultiples[below(std::size(kMultiples))];
    const std::int64_t value = (below(kMost[below(std::size(kMost))]) + of) / of * of;
    return std::clamp(value, parameter.min, parameter.max);
  }

  std::mt19937_64 m_random;
};

/// Positions that are given are drawn from a seed: where two rows go to one place, they race indeed.
bool inputsCollide(const Problem& problem) {
  return problem.has("positions") && problem["positions"] != 0;
}

bool takes(const Operation& operation, const Step& step, const DeviceInfo& device, const Problem& problem) {
  if (inputsCollide(problem)) return false;
  if (operation.misfit && !operation.misfit(problem).empty()) return false;
  if (step.refusal && !step.refusal(device, problem).empty()) return false;
  const Cost cost = step.cost(problem);
  return (cost.globalBytes + cost.sharedBytes) / sizeof(float) + cost.flopWithPadding() / 2 <= kMostAccesses;
}

}  // namespace

std::vector<Problem> oddProblems(const Operation& operation, const Step& step, const DeviceInfo& device,
                                 std::uint64_t seed, std::size_t most) {
  Draws draws(seed);
  std::vector<Problem> problems;
  for (int i = 0; i < kDraws && problems.size() < most; ++i)
    if (Problem problem = draws.next(operation.parameters);
        std::ranges::find(problems, problem) == problems.end() && takes(operation, step, device, problem))
      problems.push_back(std::move(problem));
  return problems;
}

}  // namespace strata::test
