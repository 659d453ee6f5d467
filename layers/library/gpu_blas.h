#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "layers/hardware/shared_library.h"

namespace strata {

/// How one vendor's BLAS spells what Strata calls. The C interfaces have the same shape everywhere; names and the
/// number for "not transposed" differ.
struct GpuBlasDialect {
  std::string_view name;           ///< "cuBLAS"
  std::vector<std::string> files;  ///< tried in order
  std::string_view create, destroy, setStream, sgemm, version;
  std::string_view sgemmShown;  ///< the name people know: "cublasSgemm"
  int noTranspose = 0;
  std::string_view missing;  ///< what to do where no file opens
};

/// cuBLAS of this CUDA major version.
GpuBlasDialect cublasDialect(int cudaMajor);
/// rocBLAS, and hipBLAS where it is not there.
std::vector<GpuBlasDialect> rocmBlasDialects();

/// A vendor's BLAS, opened while the program runs. One thread.
class GpuBlas {
 public:
  /// The first dialect whose library opens; Unavailable with the remedy of the first if none does.
  static Result<std::unique_ptr<GpuBlas>> load(std::span<const GpuBlasDialect> dialects);
  ~GpuBlas();

  /// Queues C = A · B (row-major, dense, device pointers) on the vendor's stream.
  Result<void> sgemm(void* stream, int m, int n, int k, const float* a, const float* b, float* c);

  const GpuBlasDialect& dialect() const { return m_dialect; }
  const std::string& version() const { return m_version; }

 private:
  using Create = int (*)(void** handle);
  using Destroy = int (*)(void* handle);
  using SetStream = int (*)(void* handle, void* stream);
  using Sgemm = int (*)(void* handle, int transA, int transB, int m, int n, int k, const float* alpha, const float* a,
                        int lda, const float* b, int ldb, const float* beta, float* c, int ldc);

  explicit GpuBlas(GpuBlasDialect dialect) : m_dialect(std::move(dialect)) {}
  Result<void> bind(const SharedLibrary& library);
  Result<void> open();
  Result<void> check(int status, std::string_view function) const;
  void readVersion(const SharedLibrary& library);

  GpuBlasDialect m_dialect;
  std::string m_version;
  Create m_create = nullptr;
  Destroy m_destroy = nullptr;
  SetStream m_setStream = nullptr;
  Sgemm m_sgemm = nullptr;
  void* m_handle = nullptr;
};

}  // namespace strata
