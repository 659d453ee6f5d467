#include "layers/library/gpu_blas_matmul.h"

#include <optional>
#include <utility>

#include "layers/hardware/current_call.h"
#include "layers/library/strata_matmul.h"

namespace strata {
namespace {

class GpuBlasMatmul final : public MatmulRoutine {
 public:
  explicit GpuBlasMatmul(std::vector<GpuBlasDialect> dialects) : m_dialects(std::move(dialects)) {}

  std::string_view variant() const override { return "library"; }
  Result<void> ready() const override {
    STRATA_TRY(blas());
    return {};
  }
  Cost cost(const MatmulShape& shape) const override { return operandCost(shape); }
  Result<void> start(TraceRecorder& recorder, Stream& stream, const MatmulOperands& operands) const override {
    STRATA_ASSIGN(GpuBlas * library, blas());
    const TraceScope slice(recorder, Storey::Library, recorder.intern(library->dialect().sgemmShown), currentCall());
    recorder.arg(recorder.intern("provider"),
                 recorder.intern(std::string(library->dialect().name) + " " + library->version()));
    const auto size = [](std::int64_t value) { return static_cast<int>(value); };
    return library->sgemm(stream.native(), size(operands.shape.m), size(operands.shape.n), size(operands.shape.k),
                          static_cast<const float*>(operands.a.data()), static_cast<const float*>(operands.b.data()),
                          static_cast<float*>(operands.c.data()));
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

MatmulRoutines gpuMatmulRoutines(KernelEntry (*entry)(std::string_view step), std::vector<GpuBlasDialect> dialects) {
  MatmulRoutines routines = strataMatmulRoutines(entry);
  routines.push_back(std::make_unique<GpuBlasMatmul>(std::move(dialects)));
  return routines;
}

}  // namespace strata
