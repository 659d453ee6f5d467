#include "layers/library/strata_routine.h"

#include <algorithm>
#include <utility>

#include "engine/trace/trace_args.h"
#include "kernels/operation/bound_launch.h"
#include "layers/common/current_call.h"

namespace strata::inline library {
namespace {

class BoundStep final : public BoundRoutine {
 public:
  BoundStep(std::string_view sliceName, const OriginFinder& origin) : m_sliceName(sliceName), m_origin(origin) {}

  Result<void> prepare(Device& device, const StepPlan& plan, const KernelFinder& find,
                       std::span<const TensorPlace> tensors) {
    std::vector<void*> all;
    for (const TensorPlace& tensor : tensors) all.push_back(tensor.data());
    for (const TensorInfo& tensor : plan.workspace) {
      STRATA_ASSIGN(std::unique_ptr<Buffer> buffer, device.allocate(tensor.bytes(), MemoryKind::Device));
      all.push_back(buffer->data());
      m_workspaceBytes += tensor.bytes();
      m_workspaceNames.emplace_back(tensor.name);
      m_workspace.push_back(std::move(buffer));
    }
    m_launches.reserve(plan.launches.size());
    for (const KernelLaunch& launch : plan.launches) {
      STRATA_ASSIGN(BoundLaunch bound, BoundLaunch::bind(device, launch, find(launch.kernel), all));
      m_launches.push_back(std::move(bound));
    }
    return {};
  }

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    const bool first = m_slice == NameId{};
    if (first) internNames(recorder);
    const TraceScope slice(recorder, Storey::Library, m_slice, currentCall(), CorrelationId::None, m_args);
    if (first && m_origin) tellOrigin(recorder);
    for (BoundLaunch& launch : m_launches) STRATA_TRY(launch.start(stream));
    return {};
  }

  std::size_t workspaceBytes() const override { return m_workspaceBytes; }
  std::vector<NamedMemory> workspace() const override {
    std::vector<NamedMemory> all;
    all.reserve(m_workspace.size());
    for (std::size_t i = 0; i < m_workspace.size(); ++i)
      all.push_back(
          {m_workspaceNames[i], {static_cast<const std::byte*>(m_workspace[i]->data()), m_workspace[i]->bytes()}});
    return all;
  }

 private:
  void internNames(TraceRecorder& recorder) {
    m_slice = recorder.intern(m_sliceName);
    std::vector<Arg> args{{recorder.intern(arg::kProvider), recorder.intern("Strata")}};
    if (m_workspaceBytes > 0)
      args.push_back({recorder.intern(arg::kWorkspace), static_cast<std::int64_t>(m_workspaceBytes)});
    m_args = recorder.internArgs(args);
  }

  void tellOrigin(TraceRecorder& recorder) const {
    const CodeOrigin origin = m_origin(m_launches.front().entry());
    const std::array<Arg, 3> args{{{recorder.intern(arg::kProvider), recorder.intern(origin.compiler)},
                                   {recorder.intern("target"), recorder.intern(origin.targets)},
                                   {recorder.intern("loaded"), recorder.intern(origin.loaded)}}};
    recorder.instant(Storey::Compiler, recorder.intern("compiled ahead of time"), currentCall(), args);
  }

  std::string_view m_sliceName;
  const OriginFinder& m_origin;
  std::vector<std::unique_ptr<Buffer>> m_workspace;
  std::vector<std::string> m_workspaceNames;
  std::size_t m_workspaceBytes = 0;
  std::vector<BoundLaunch> m_launches;
  NameId m_slice{};
  ArgsId m_args{};
};

/// Done in a few microseconds, on a processor.
bool isBrief(const Cost& cost) {
  constexpr double kBytes = 200 * 1024, kFlop = 150'000;
  return cost.globalBytes <= kBytes && cost.flopWithPadding() <= kFlop;
}

Error unsupported(std::string message) {
  return {ErrorCode::Unsupported, std::move(message), Storey::Library};
}

}  // namespace

StrataRoutine::StrataRoutine(const Operation& operation, const Step& step, KernelFinder find, OriginFinder origin)
    : m_operation(operation),
      m_step(step),
      m_find(std::move(find)),
      m_origin(std::move(origin)),
      m_sliceName("strata::" + std::string(operation.name) + "_" + std::string(step.name)) {}

Result<void> StrataRoutine::supports(const DeviceInfo& device, const Problem& problem) const {
  if (m_step.refusal)
    if (std::string why = m_step.refusal(device, problem); !why.empty()) return unsupported(std::move(why));
  for (const KernelLaunch& launch : m_step.plan(problem).launches)
    if (m_find(launch.kernel).function == nullptr)
      return unsupported("The kernel " + std::string(launch.kernel) +
                         " was not built for this device; use another variant");
  return {};
}

Result<std::unique_ptr<BoundRoutine>> StrataRoutine::bind(Device& device, const Problem& problem,
                                                          std::span<const TensorPlace> tensors) const {
  auto bound = std::make_unique<BoundStep>(m_sliceName, m_origin);
  StepPlan plan = m_step.plan(problem);
  for (KernelLaunch& launch : plan.launches) launch.shape.brief = isBrief(m_step.cost(problem));
  STRATA_TRY(bound->prepare(device, plan, m_find, tensors));
  return std::unique_ptr<BoundRoutine>(std::move(bound));
}

Routines strataRoutines(const KernelFinder& find, const OriginFinder& origin) {
  Routines routines;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      routines.push_back(std::make_unique<StrataRoutine>(*operation, step, find, origin));
  return routines;
}

Cost operandCost(const Operation& operation, const Problem& problem) {
  Cost cost = operation.steps.front().cost(problem);
  cost.globalBytes = cost.minBytes;
  cost.sharedBytes = 0;
  return cost;
}

}  // namespace strata::inline library
