#include "layers/library/open_blas_matmul.h"

#include "layers/hardware/current_call.h"
#include "layers/library/strata_matmul.h"

namespace strata {

Result<void> OpenBlasMatmul::ready() const {
  const auto& blas = m_provider();
  if (blas.ok()) return {};
  return blas.error();
}

Result<void> OpenBlasMatmul::start(TraceRecorder& recorder, Stream& stream, const MatmulOperands& operands) const {
  STRATA_TRY(ready());
  const OpenBlas& blas = *m_provider().value();
  const TraceScope slice(recorder, Storey::Library, recorder.intern("cblas_sgemm"), currentCall());
  recorder.arg(recorder.intern("provider"), recorder.intern("OpenBLAS " + blas.version()));
  recorder.arg(recorder.intern("coretype"), recorder.intern(blas.coreType()));
  recorder.arg(recorder.intern("threads"), std::int64_t{blas.threads()});
  const auto* a = static_cast<const float*>(operands.a.data());
  const auto* b = static_cast<const float*>(operands.b.data());
  auto* c = static_cast<float*>(operands.c.data());
  const MatmulShape shape = operands.shape;
  return stream.launchHost("cblas_sgemm", [&blas, shape, a, b, c] { blas.sgemm(shape.m, shape.n, shape.k, a, b, c); });
}

MatmulRoutines cpuMatmulRoutines(KernelEntry (*entry)(std::string_view step)) {
  MatmulRoutines routines = strataMatmulRoutines(entry);
  routines.push_back(std::make_unique<OpenBlasMatmul>());
  return routines;
}

}  // namespace strata
