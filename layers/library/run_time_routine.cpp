#include "layers/library/run_time_routine.h"

#include <algorithm>
#include <utility>

#include "layers/library/strata_routine.h"

namespace strata::inline library {
namespace {

/// Keeps what a routine works with alive.
class BoundWithCode final : public BoundRoutine {
 public:
  BoundWithCode(std::unique_ptr<StrataRoutine> step, KernelFinder code, std::unique_ptr<BoundRoutine> bound)
      : m_step(std::move(step)), m_code(std::move(code)), m_bound(std::move(bound)) {}

  Result<void> start(TraceRecorder& recorder, Stream& stream) override { return m_bound->start(recorder, stream); }
  std::size_t workspaceBytes() const override { return m_bound->workspaceBytes(); }

 private:
  std::unique_ptr<StrataRoutine> m_step;
  KernelFinder m_code;
  std::unique_ptr<BoundRoutine> m_bound;
};

class RunTimeRoutine final : public Routine {
 public:
  enum class By { Strata, Somebody };
  RunTimeRoutine(const Operation& operation, const Step& step, CompileKernels compile, By by)
      : m_operation(operation), m_step(step), m_compile(std::move(compile)), m_by(by) {}

  const Operation& operation() const override { return m_operation; }
  std::string_view variant() const override { return m_step.name; }
  std::string provider() const override { return m_by == By::Strata ? "Strata" : std::string(m_step.title); }
  const Step* step() const override { return &m_step; }
  Cost cost(const Problem& problem) const override {
    return m_by == By::Strata ? m_step.cost(problem) : operandCost(m_operation, problem);
  }

  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override {
    const std::string why = m_step.refusal ? m_step.refusal(device, problem) : "";
    if (why.empty()) return {};
    return Error{ErrorCode::Unsupported, why, Storey::Library};
  }

  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    std::vector<std::string> kernels;
    for (const KernelLaunch& launch : m_step.plan(problem).launches)
      if (std::ranges::find(kernels, launch.kernel) == kernels.end()) kernels.emplace_back(launch.kernel);
    STRATA_ASSIGN(KernelFinder find, m_compile(m_operation, kernels));
    auto step = std::make_unique<StrataRoutine>(m_operation, m_step, find);
    STRATA_ASSIGN(auto bound, step->bind(device, problem, tensors));
    return std::unique_ptr<BoundRoutine>(
        std::make_unique<BoundWithCode>(std::move(step), std::move(find), std::move(bound)));
  }

 private:
  const Operation& m_operation;
  const Step& m_step;
  CompileKernels m_compile;
  By m_by;
};

}  // namespace

Routines runTimeRoutines(const Operation& operation, CompileKernels compile) {
  Routines routines;
  for (const Step& step : operation.steps)
    routines.push_back(std::make_unique<RunTimeRoutine>(operation, step, compile, RunTimeRoutine::By::Strata));
  return routines;
}

std::shared_ptr<const Routine> ownRoutine(const Operation& operation, const Step& step, CompileKernels compile) {
  return std::make_shared<RunTimeRoutine>(operation, step, std::move(compile), RunTimeRoutine::By::Somebody);
}

}  // namespace strata::inline library
