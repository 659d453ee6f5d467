#include "layers/library/gpu_convolution_routine.h"

#include <optional>
#include <utility>

#include "engine/trace/trace_args.h"
#include "kernels/conv2d/conv2d_ladder.h"
#include "layers/hardware/current_call.h"

namespace strata {
namespace {

class BoundConvolution final : public BoundRoutine {
 public:
  BoundConvolution(const GpuDnn& library, std::unique_ptr<GpuConvolution> convolution,
                   std::unique_ptr<Buffer> workspace, const ConvolutionPlaces& places)
      : m_library(library),
        m_convolution(std::move(convolution)),
        m_workspace(std::move(workspace)),
        m_places(places) {}

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    const TraceScope slice(recorder, Storey::Library, recorder.intern(m_library.function()), currentCall());
    recorder.arg(recorder.intern(arg::kProvider), recorder.intern(m_library.provider()));
    recorder.arg(recorder.intern(arg::kAlgorithm), recorder.intern(m_convolution->algorithm()));
    recorder.arg(recorder.intern(arg::kWorkspace), static_cast<std::int64_t>(workspaceBytes()));
    return m_convolution->start(stream.native(), m_places);
  }

  std::size_t workspaceBytes() const override { return m_convolution->workspaceBytes(); }

 private:
  const GpuDnn& m_library;
  std::unique_ptr<GpuConvolution> m_convolution;
  std::unique_ptr<Buffer> m_workspace;
  ConvolutionPlaces m_places;
};

/// Tensors X, W, bias where there is one, Y.
ConvolutionPlaces placesOf(std::span<const TensorPlace> tensors, bool bias, const Buffer* workspace) {
  return {.x = tensors[0].data(),
          .w = tensors[1].data(),
          .bias = bias ? tensors[2].data() : nullptr,
          .y = tensors.back().data(),
          .workspace = workspace ? workspace->data() : nullptr};
}

class GpuConvolutionRoutine final : public Routine {
 public:
  explicit GpuConvolutionRoutine(std::function<Result<std::unique_ptr<GpuDnn>>()> open) : m_open(std::move(open)) {}

  const Ladder& ladder() const override { return conv2dLadder(); }
  std::string_view variant() const override { return "library"; }
  Cost cost(const Problem& problem) const override { return operandCost(ladder(), problem); }

  Result<void> supports(const DeviceInfo&, const Problem& problem) const override {
    STRATA_ASSIGN(GpuDnn * library, load());
    STRATA_TRY(library->convolution(Conv2dShape(problem)));
    return {};
  }

  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    const Conv2dShape shape(problem);
    STRATA_ASSIGN(GpuDnn * library, load());
    STRATA_ASSIGN(std::unique_ptr<GpuConvolution> convolution, library->convolution(shape));
    std::unique_ptr<Buffer> workspace;
    if (const std::size_t bytes = convolution->workspaceBytes(); bytes > 0) {
      STRATA_ASSIGN(workspace, device.allocate(bytes, MemoryKind::Device));
    }
    const ConvolutionPlaces places = placesOf(tensors, shape.bias, workspace.get());
    return std::unique_ptr<BoundRoutine>(
        std::make_unique<BoundConvolution>(*library, std::move(convolution), std::move(workspace), places));
  }

 private:
  Result<GpuDnn*> load() const {
    if (!m_library) m_library.emplace(m_open());
    if (!m_library->ok()) return m_library->error();
    return m_library->value().get();
  }

  std::function<Result<std::unique_ptr<GpuDnn>>()> m_open;
  mutable std::optional<Result<std::unique_ptr<GpuDnn>>> m_library;
};

}  // namespace

std::unique_ptr<Routine> gpuConvolutionRoutine(std::function<Result<std::unique_ptr<GpuDnn>>()> open) {
  return std::make_unique<GpuConvolutionRoutine>(std::move(open));
}

}  // namespace strata
