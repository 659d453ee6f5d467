#include "layers/library/strata_matmul.h"

#include <array>

#include "layers/hardware/current_call.h"

namespace strata {

StrataMatmul::StrataMatmul(const MatmulStep& step, KernelEntry entry)
    : m_step(step), m_entry(entry), m_sliceName("strata::matmul_" + std::string(step.name)) {}

Result<void> StrataMatmul::ready() const {
  if (m_entry.function != nullptr) return {};
  return Error{ErrorCode::Unsupported,
               "The kernel " + std::string(m_step.kernel) + " was not built for this device; use another variant",
               Storey::Library};
}

Result<void> StrataMatmul::start(TraceRecorder& recorder, Stream& stream, const MatmulOperands& operands) const {
  const TraceScope slice(recorder, Storey::Library, recorder.intern(m_sliceName), currentCall());
  recorder.arg(recorder.intern("provider"), recorder.intern("Strata"));
  const void* a = operands.a.data();
  const void* b = operands.b.data();
  void* c = operands.c.data();
  int m = static_cast<int>(operands.shape.m), n = static_cast<int>(operands.shape.n);
  int k = static_cast<int>(operands.shape.k);
  std::array<void*, 6> arguments{&a, &b, &c, &m, &n, &k};
  return stream.launch(m_entry, m_step.launch(operands.shape), arguments);
}

MatmulRoutines strataMatmulRoutines(KernelEntry (*entry)(std::string_view step)) {
  MatmulRoutines routines;
  for (const MatmulStep& step : matmulSteps())
    routines.push_back(std::make_unique<StrataMatmul>(step, entry(step.name)));
  return routines;
}

}  // namespace strata
