#include "layers/library/gpu_blas.h"

#include <utility>

namespace strata::inline library {
namespace {

Error blasError(ErrorCode code, std::string message) {
  return {code, std::move(message), Storey::Library};
}

/// cublasGetVersion writes 130002 for 13.0.2.
std::string dotted(int version) {
  const int scale = version >= 100000 ? 10000 : 1000;
  return std::to_string(version / scale) + "." + std::to_string(version % scale / 100) + "." +
         std::to_string(version % 100);
}

}  // namespace

Result<std::unique_ptr<GpuBlas>> GpuBlas::load(std::span<const GpuBlasDialect> dialects) {
  for (const GpuBlasDialect& dialect : dialects) {
    const SharedLibrary library(dialect.files);
    if (!library.open()) continue;
    std::unique_ptr<GpuBlas> blas(new GpuBlas(dialect));
    STRATA_TRY(blas->bind(library));
    STRATA_TRY(blas->open());
    blas->readVersion(library);
    return blas;
  }
  const GpuBlasDialect& first = dialects.front();
  return blasError(ErrorCode::Unavailable, std::string(first.name) +
                                               " is not installed: it would provide the library variant. To get it, " +
                                               std::string(first.missing) + ".");
}

GpuBlas::~GpuBlas() {
  if (m_handle) m_destroy(m_handle);
}

Result<void> GpuBlas::bind(const SharedLibrary& library) {
  const auto find = [&](std::string_view name, auto& function) { return library.find(std::string(name), function); };
  const GpuBlasDialect& d = m_dialect;
  const bool whole = find(d.create, m_create) && find(d.destroy, m_destroy) && find(d.setStream, m_setStream) &&
                     (d.separateResult ? find(d.gemm, m_gemmToResult) : find(d.gemm, m_gemm)) &&
                     (d.setWorkspace.empty() || find(d.setWorkspace, m_setWorkspace));
  if (whole) return {};
  return blasError(ErrorCode::Unavailable,
                   "This " + std::string(d.name) +
                       " lacks functions that Strata calls; install one of the release the agent was built for.");
}

Result<void> GpuBlas::open() {
  return check(m_create(&m_handle), m_dialect.create);
}

void GpuBlas::readVersion(const SharedLibrary& library) {
  int (*getVersion)(void*, int*) = nullptr;
  int number = 0;
  if (!m_dialect.version.empty() && library.find(std::string(m_dialect.version), getVersion) &&
      getVersion(m_handle, &number) == 0)
    m_version = dotted(number);
}

Result<void> GpuBlas::multiply(void* stream, const MatmulProblem& p, const void* a, const void* b, void* c,
                               DeviceSpace workspace) {
  STRATA_TRY(check(m_setStream(m_handle, stream), m_dialect.setStream));
  // A change of stream gives the library back its own workspace: this comes after it.
  if (m_setWorkspace)
    STRATA_TRY(check(m_setWorkspace(m_handle, workspace.data, workspace.bytes), m_dialect.setWorkspace));
  const GpuBlasDialect::Numbers& number = m_dialect.numbers;
  const int m = static_cast<int>(p.m), n = static_cast<int>(p.n), k = static_cast<int>(p.k);
  const int opA = p.transA ? number.transpose : number.noTranspose, ldA = p.transA ? m : k;
  const int opB = p.transB ? number.transpose : number.noTranspose, ldB = p.transB ? k : n;
  const int type = typeNumber(p.input), compute = p.tf32 ? m_dialect.tf32.compute : number.compute;
  const std::int64_t strideA = p.m * p.k, strideB = p.k * p.n, strideC = p.m * p.n;
  const int batch = static_cast<int>(p.batch);
  const float one = 1, zero = 0;
  // BLAS counts columns first: what lies here as the row-major C = A · B is its Cᵀ = Bᵀ · Aᵀ.
  const int status =
      m_gemmToResult
          ? m_gemmToResult(m_handle, opB, opA, n, m, k, &one, b, type, ldB, strideB, a, type, ldA, strideA, &zero, c,
                           number.fp32, n, strideC, c, number.fp32, n, strideC, batch, compute, number.algorithm, 0, 0)
          : m_gemm(m_handle, opB, opA, n, m, k, &one, b, type, ldB, strideB, a, type, ldA, strideA, &zero, c,
                   number.fp32, n, strideC, batch, compute, number.algorithm);
  return check(status, m_dialect.gemm);
}

int GpuBlas::typeNumber(DataType type) const {
  if (type == DataType::F16) return m_dialect.numbers.fp16;
  return type == DataType::BF16 ? m_dialect.numbers.bf16 : m_dialect.numbers.fp32;
}

Result<void> GpuBlas::check(int status, std::string_view function) const {
  if (status == 0) return {};
  return blasError(ErrorCode::Internal, std::string(function) + " answered status " + std::to_string(status) +
                                            "; the " + std::string(m_dialect.name) + " documentation lists them.");
}

}  // namespace strata::inline library
