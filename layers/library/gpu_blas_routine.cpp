#include "layers/library/gpu_blas_routine.h"

#include <cmath>
#include <optional>
#include <utility>

#include "engine/trace/trace_args.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/common/current_call.h"

namespace strata::inline library {
namespace {

constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;  // what NVIDIA recommends for Hopper, the most of all

class BoundGemm final : public BoundRoutine {
 public:
  BoundGemm(GpuBlas& blas, const MatmulProblem& problem, std::span<const TensorPlace> tensors)
      : m_blas(blas), m_problem(problem), m_tensors(tensors.begin(), tensors.end()) {}

  Result<void> allocate(Device& device) {
    STRATA_ASSIGN(m_workspace, device.allocate(kWorkspaceBytes, MemoryKind::Device));
    return {};
  }

  Result<void> start(TraceRecorder& recorder, Stream& stream) override {
    const GpuBlasDialect& dialect = m_blas.dialect();
    const TraceScope slice(recorder, Storey::Library, recorder.intern(dialect.gemm), currentCall());
    std::string provider(dialect.name);
    if (!m_blas.version().empty()) provider += " " + m_blas.version();
    recorder.arg(recorder.intern(arg::kProvider), recorder.intern(provider));
    recorder.arg(
        recorder.intern(arg::kAlgorithm),
        recorder.intern("chosen inside; " + std::string(m_problem.tf32 ? dialect.tf32.name : dialect.computeName)));
    if (m_workspace) recorder.arg(recorder.intern(arg::kWorkspace), static_cast<std::int64_t>(m_workspace->bytes()));
    const DeviceSpace space = m_workspace ? DeviceSpace{m_workspace->data(), m_workspace->bytes()} : DeviceSpace{};
    return m_blas.multiply(stream.native(), m_problem, m_tensors[0].data(), m_tensors[1].data(), m_tensors[2].data(),
                           space);
  }

  std::size_t workspaceBytes() const override { return m_workspace ? m_workspace->bytes() : 0; }

 private:
  GpuBlas& m_blas;
  MatmulProblem m_problem;
  std::vector<TensorPlace> m_tensors;
  std::unique_ptr<Buffer> m_workspace;  ///< where the library lets us give it one
};

class GpuBlasRoutine final : public Routine {
 public:
  explicit GpuBlasRoutine(std::vector<GpuBlasDialect> dialects) : m_dialects(std::move(dialects)) {}

  const Operation& operation() const override { return matmulOperation(); }
  std::string_view variant() const override { return "library"; }
  std::string provider() const override {
    const auto blas = load();
    return std::string(blas.ok() ? blas.value()->dialect().name : m_dialects.front().name);
  }
  Cost cost(const Problem& problem) const override { return operandCost(operation(), problem); }

  // tf32 keeps 11 binary digits of each factor. Whether they are rounded or cut off, a product errs by less than
  // 2 · 2⁻¹⁰ of itself, and so, in the mean, does a sum of products of random signs.
  double limit(const Problem& problem) const override {
    return operation().limit(problem) + (matmulProblem(problem).tf32 ? std::ldexp(1.0, -9) : 0);
  }

  Result<void> supports(const DeviceInfo&, const Problem& problem) const override {
    STRATA_ASSIGN(const GpuBlas* blas, load());
    const GpuBlasDialect& dialect = blas->dialect();
    if (matmulProblem(problem).tf32 && dialect.tf32.name.empty())
      return Error{ErrorCode::Unsupported, std::string(dialect.name) + " does not offer tf32 here; choose fp32",
                   Storey::Library};
    return {};
  }

  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    STRATA_TRY(supports(device.info(), problem));
    STRATA_ASSIGN(GpuBlas * blas, load());
    auto bound = std::make_unique<BoundGemm>(*blas, matmulProblem(problem), tensors);
    if (!blas->dialect().setWorkspace.empty()) STRATA_TRY(bound->allocate(device));
    return std::unique_ptr<BoundRoutine>(std::move(bound));
  }

 private:
  /// Opened at first use: a handle needs the device's context.
  Result<GpuBlas*> load() const {
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

}  // namespace strata::inline library
