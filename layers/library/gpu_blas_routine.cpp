#include "layers/library/gpu_blas_routine.h"

#include <optional>
#include <utility>

#include "engine/trace/trace_args.h"
#include "kernels/matmul/matmul_ladder.h"
#include "layers/hardware/current_call.h"
#include "layers/library/matmul_problem.h"

namespace strata {
namespace {

class BoundGemm final : public BoundRoutine {
 public:
  BoundGemm(GpuBlas& blas, const MatmulProblem& problem, std::span<const TensorPlace> tensors)
      : m_blas(blas), m_problem(problem), m_tensors(tensors.begin(), tensors.end()) {}

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    const TraceScope slice(recorder, Storey::Library, recorder.intern(m_blas.dialect().sgemmShown), currentCall());
    recorder.arg(recorder.intern(arg::kProvider),
                 recorder.intern(std::string(m_blas.dialect().name) + " " + m_blas.version()));
    const auto size = [](std::int64_t value) { return static_cast<int>(value); };
    return m_blas.sgemm(stream.native(), size(m_problem.m), size(m_problem.n), size(m_problem.k),
                        static_cast<const float*>(m_tensors[0].data()), static_cast<const float*>(m_tensors[1].data()),
                        static_cast<float*>(m_tensors[2].data()));
  }

 private:
  GpuBlas& m_blas;
  MatmulProblem m_problem;
  std::vector<TensorPlace> m_tensors;
};

class GpuBlasRoutine final : public Routine {
 public:
  explicit GpuBlasRoutine(std::vector<GpuBlasDialect> dialects) : m_dialects(std::move(dialects)) {}

  const Ladder& ladder() const override { return matmulLadder(); }
  std::string_view variant() const override { return "library"; }
  Cost cost(const Problem& problem) const override { return operandCost(ladder(), problem); }

  Result<void> supports(const DeviceInfo&, const Problem& problem) const override {
    const MatmulProblem asked = matmulProblem(problem);
    if (asked.input != DataType::F32 || asked.transA || asked.transB || asked.batch != 1)
      return Error{ErrorCode::Unsupported, "only plain fp32 products are asked of the vendor's BLAS so far",
                   Storey::Library};
    STRATA_TRY(blas());
    return {};
  }

  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    STRATA_TRY(supports(device.info(), problem));
    return std::unique_ptr<BoundRoutine>(
        std::make_unique<BoundGemm>(*m_blas->value(), matmulProblem(problem), tensors));
  }

 private:
  /// Opened at first use: a handle needs the device's context.
  Result<GpuBlas*> blas() const {
    if (!m_blas) m_blas.emplace(GpuBlas::load(m_dialects));
    if (!m_blas->ok()) return m_blas->error();
    return m_blas->value().get();
  }

  std::vector<GpuBlasDialect> m_dialects;
  mutable std::optional<Result<std::unique_ptr<GpuBlas>>> m_blas;
};

}  // namespace

std::unique_ptr<Routine> gpuBlasRoutine(std::vector<GpuBlasDialect> dialects) {
  return std::make_unique<GpuBlasRoutine>(std::move(dialects));
}

}  // namespace strata
