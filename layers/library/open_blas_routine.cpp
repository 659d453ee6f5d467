#include "layers/library/open_blas_routine.h"

#include "engine/trace/trace_args.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/common/current_call.h"

namespace strata::inline library {
namespace {

class BoundSgemm final : public BoundRoutine {
 public:
  BoundSgemm(const OpenBlas& blas, const MatmulProblem& problem, std::span<const TensorPlace> tensors)
      : m_blas(blas),
        m_problem(problem),
        m_a(static_cast<const float*>(tensors[0].data())),
        m_b(static_cast<const float*>(tensors[1].data())),
        m_c(static_cast<float*>(tensors[2].data())) {}

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    if (m_slice == NameId{}) internNames(recorder);
    const TraceScope slice(recorder, Storey::Library, m_slice, currentCall());
    recorder.arg(m_providerKey, m_provider);
    recorder.arg(m_coreTypeKey, m_coreType);
    recorder.arg(m_threadsKey, std::int64_t{m_blas.threads()});
    return stream.launchHost("cblas_sgemm", [this] { multiplyAll(); });
  }

 private:
  void internNames(TraceRecorder& recorder) {
    m_slice = recorder.intern("cblas_sgemm");
    m_providerKey = recorder.intern(arg::kProvider);
    m_provider = recorder.intern("OpenBLAS " + m_blas.version());
    m_coreTypeKey = recorder.intern("coretype");
    m_coreType = recorder.intern(m_blas.coreType());
    m_threadsKey = recorder.intern("threads");
  }

  void multiplyAll() const {
    const std::int64_t sizeA = m_problem.m * m_problem.k, sizeB = m_problem.k * m_problem.n,
                       sizeC = m_problem.m * m_problem.n;
    for (std::int64_t i = 0; i < m_problem.batch; ++i)
      m_blas.sgemm(m_problem, m_a + i * sizeA, m_b + i * sizeB, m_c + i * sizeC);
  }

  const OpenBlas& m_blas;
  MatmulProblem m_problem;
  const float *m_a, *m_b;
  float* m_c;
  NameId m_slice{}, m_providerKey{}, m_provider{}, m_coreTypeKey{}, m_coreType{}, m_threadsKey{};
};

}  // namespace

const Operation& OpenBlasRoutine::operation() const {
  return matmulOperation();
}

Result<void> OpenBlasRoutine::supports(const DeviceInfo&, const Problem& problem) const {
  const auto& blas = m_provider();
  if (!blas.ok()) return blas.error();
  const MatmulProblem asked = matmulProblem(problem);
  if (asked.input != DataType::F32 || asked.tf32)
    return Error{ErrorCode::Unsupported,
                 "OpenBLAS multiplies " + std::string(asked.tf32 ? "tf32" : dataTypeName(asked.input)) +
                     " on no processor here; choose fp32",
                 Storey::Library};
  return {};
}

Result<std::unique_ptr<BoundRoutine>> OpenBlasRoutine::bind(Device& device, const Problem& problem,
                                                            std::span<const TensorPlace> tensors) const {
  STRATA_TRY(supports(device.info(), problem));
  return std::unique_ptr<BoundRoutine>(
      std::make_unique<BoundSgemm>(*m_provider().value(), matmulProblem(problem), tensors));
}

}  // namespace strata::inline library
