#include "layers/library/gpu_blas.h"

#include <utility>

namespace strata {
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

GpuBlasDialect cublasDialect(int cudaMajor) {
  const std::string file = "libcublas.so." + std::to_string(cudaMajor);
  return {.name = "cuBLAS",
          .files = {file, "/usr/local/cuda/lib64/" + file},
          .create = "cublasCreate_v2",
          .destroy = "cublasDestroy_v2",
          .setStream = "cublasSetStream_v2",
          .sgemm = "cublasSgemm_v2",
          .version = "cublasGetVersion_v2",
          .sgemmShown = "cublasSgemm",
          .noTranspose = 0,
          .missing = "install libcublas of the CUDA toolkit this agent was built with"};
}

std::vector<GpuBlasDialect> rocmBlasDialects() {
  GpuBlasDialect rocblas{.name = "rocBLAS",
                         .files = {"librocblas.so.5", "librocblas.so.4", "librocblas.so.3", "librocblas.so.0",
                                   "/opt/rocm/lib/librocblas.so"},
                         .create = "rocblas_create_handle",
                         .destroy = "rocblas_destroy_handle",
                         .setStream = "rocblas_set_stream",
                         .sgemm = "rocblas_sgemm",
                         .version = {},
                         .sgemmShown = "rocblas_sgemm",
                         .noTranspose = 111,
                         .missing = "install rocblas of your ROCm release"};
  GpuBlasDialect hipblas{
      .name = "hipBLAS",
      .files = {"libhipblas.so.3", "libhipblas.so.2", "libhipblas.so.0", "/opt/rocm/lib/libhipblas.so"},
      .create = "hipblasCreate",
      .destroy = "hipblasDestroy",
      .setStream = "hipblasSetStream",
      .sgemm = "hipblasSgemm",
      .version = {},
      .sgemmShown = "hipblasSgemm",
      .noTranspose = 111,
      .missing = "install hipblas of your ROCm release"};
  return {std::move(rocblas), std::move(hipblas)};
}

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
                                               " is not installed: it would give the library variant. To mend it, " +
                                               std::string(first.missing) + ".");
}

GpuBlas::~GpuBlas() {
  if (m_handle) m_destroy(m_handle);
}

Result<void> GpuBlas::bind(const SharedLibrary& library) {
  const bool whole = library.find(std::string(m_dialect.create), m_create) &&
                     library.find(std::string(m_dialect.destroy), m_destroy) &&
                     library.find(std::string(m_dialect.setStream), m_setStream) &&
                     library.find(std::string(m_dialect.sgemm), m_sgemm);
  if (whole) return {};
  return blasError(ErrorCode::Unavailable,
                   "This " + std::string(m_dialect.name) +
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

Result<void> GpuBlas::sgemm(void* stream, int m, int n, int k, const float* a, const float* b, float* c) {
  STRATA_TRY(check(m_setStream(m_handle, stream), m_dialect.setStream));
  const float one = 1, zero = 0;
  // BLAS counts columns first: the row-major C = A·B is its Cᵀ = Bᵀ·Aᵀ.
  return check(m_sgemm(m_handle, m_dialect.noTranspose, m_dialect.noTranspose, n, m, k, &one, b, n, a, k, &zero, c, n),
               m_dialect.sgemmShown);
}

Result<void> GpuBlas::check(int status, std::string_view function) const {
  if (status == 0) return {};
  return blasError(ErrorCode::Internal, std::string(function) + " answered status " + std::to_string(status) +
                                            "; the " + std::string(m_dialect.name) + " documentation lists them.");
}

}  // namespace strata
