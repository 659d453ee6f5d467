#include "layers/library/gpu_dnn_routine.h"

#include <optional>
#include <utility>

#include "engine/trace/trace_args.h"
#include "kernels/attention/attention_operation.h"
#include "kernels/conv2d/conv2d_operation.h"
#include "layers/common/current_call.h"

namespace strata::inline library {
namespace {

using OpenDnn = std::function<Result<std::unique_ptr<GpuDnn>>()>;

/// The library, opened when it is first asked for.
class LazyDnn {
 public:
  explicit LazyDnn(OpenDnn open) : m_open(std::move(open)) {}

  Result<GpuDnn*> get() {
    if (!m_library) m_library.emplace(m_open());
    if (!m_library->ok()) return m_library->error();
    return m_library->value().get();
  }

 private:
  OpenDnn m_open;
  std::optional<Result<std::unique_ptr<GpuDnn>>> m_library;
};

class BoundOperation final : public BoundRoutine {
 public:
  BoundOperation(std::string provider, std::unique_ptr<GpuDnnOperation> operation, std::unique_ptr<Buffer> workspace)
      : m_provider(std::move(provider)), m_operation(std::move(operation)), m_workspace(std::move(workspace)) {}

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    const TraceScope slice(recorder, Storey::Library, recorder.intern(m_operation->function()), currentCall());
    recorder.arg(recorder.intern(arg::kProvider), recorder.intern(m_provider));
    recorder.arg(recorder.intern(arg::kAlgorithm), recorder.intern(m_operation->algorithm()));
    recorder.arg(recorder.intern(arg::kWorkspace), static_cast<std::int64_t>(workspaceBytes()));
    return m_operation->start(stream.native());
  }

  std::size_t workspaceBytes() const override { return m_operation->workspaceBytes(); }

 private:
  std::string m_provider;
  std::unique_ptr<GpuDnnOperation> m_operation;
  std::unique_ptr<Buffer> m_workspace;
};

/// Chooses an operation of the library for a problem.
using ChooseOperation = Result<std::unique_ptr<GpuDnnOperation>> (*)(GpuDnn& library, const Problem& problem);

class GpuDnnRoutine final : public Routine {
 public:
  GpuDnnRoutine(const Operation& operation, std::shared_ptr<LazyDnn> library, ChooseOperation choose)
      : m_operation(operation), m_library(std::move(library)), m_choose(choose) {}

  const Operation& operation() const override { return m_operation; }
  std::string_view variant() const override { return "library"; }
  std::string provider() const override {
    const auto library = m_library->get();
    return library.ok() ? library.value()->provider() : "the vendor's DNN library";
  }
  Cost cost(const Problem& problem) const override { return operandCost(m_operation, problem); }

  Result<void> supports(const DeviceInfo&, const Problem& problem) const override {
    STRATA_ASSIGN(GpuDnn * library, m_library->get());
    STRATA_TRY(m_choose(*library, problem));
    return {};
  }

  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    STRATA_ASSIGN(GpuDnn * library, m_library->get());
    STRATA_ASSIGN(std::unique_ptr<GpuDnnOperation> operation, m_choose(*library, problem));
    std::unique_ptr<Buffer> workspace;
    if (const std::size_t bytes = operation->workspaceBytes(); bytes > 0) {
      STRATA_ASSIGN(workspace, device.allocate(bytes, MemoryKind::Device));
    }
    std::vector<void*> places;
    for (const TensorPlace& tensor : tensors) places.push_back(tensor.data());
    STRATA_TRY(operation->place(places, workspace ? workspace->data() : nullptr));
    return std::unique_ptr<BoundRoutine>(
        std::make_unique<BoundOperation>(library->provider(), std::move(operation), std::move(workspace)));
  }

 private:
  const Operation& m_operation;
  std::shared_ptr<LazyDnn> m_library;
  ChooseOperation m_choose;
};

Result<std::unique_ptr<GpuDnnOperation>> chooseConvolution(GpuDnn& library, const Problem& problem) {
  return library.convolution(Conv2dShape(problem));
}

Result<std::unique_ptr<GpuDnnOperation>> chooseAttention(GpuDnn& library, const Problem& problem) {
  if (problem["start"] == 1)
    return Error{ErrorCode::Unsupported,
                 "A library learns the number of keys when it plans, not from a tensor; run one of Strata's own steps",
                 Storey::Library};
  return library.attention(attentionShapeOf(problem));
}

}  // namespace

Routines gpuDnnRoutines(OpenDnn open) {
  const auto library = std::make_shared<LazyDnn>(std::move(open));
  Routines routines;
  routines.push_back(std::make_unique<GpuDnnRoutine>(conv2dOperation(), library, chooseConvolution));
  routines.push_back(std::make_unique<GpuDnnRoutine>(attentionOperation(), library, chooseAttention));
  return routines;
}

}  // namespace strata::inline library
