#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "layers/common/shared_library.h"
#include "layers/library/matmul_problem.h"

namespace strata::inline library {

/// How one vendor's BLAS spells the strided-batched "Ex" product: names, numbers, and whether the result goes to a
/// fourth matrix. All else is the same everywhere.
struct GpuBlasDialect {
  std::string_view name;           ///< "cuBLAS"
  std::vector<std::string> files;  ///< tried in order
  std::string_view create, destroy, setStream, gemm;
  std::string_view setWorkspace;  ///< empty: the library manages its own, and does not tell how much
  std::string_view version;       ///< empty: not asked
  std::string_view missing;       ///< what to do where no file opens
  bool separateResult = false;    ///< D = A · B + C, and further arguments, instead of C = A · B + C

  struct Numbers {
    int noTranspose, transpose;
    int fp32, fp16, bf16;  ///< types of data
    int compute;           ///< fp32 sums of full products
    int algorithm;         ///< the library chooses
  } numbers{};
  std::string_view computeName;  ///< of numbers.compute: "CUBLAS_COMPUTE_32F"

  struct Tf32 {
    int compute = 0;
    std::string_view name;  ///< empty: this library has no tf32
  } tf32{};
};

/// cuBLAS of this CUDA major version.
GpuBlasDialect cublasDialect(int cudaMajor);
/// rocBLAS, and hipBLAS where it is not there.
std::vector<GpuBlasDialect> rocmBlasDialects();

/// Memory of the device that a library may use while it works.
struct DeviceSpace {
  void* data = nullptr;
  std::size_t bytes = 0;
};

/// A vendor's BLAS, opened while the program runs. One thread.
class GpuBlas {
 public:
  // The vendors' functions: handles as void*, enumerations as int.
  using Create = int (*)(void** handle);
  using Destroy = int (*)(void* handle);
  using SetStream = int (*)(void* handle, void* stream);
  using SetWorkspace = int (*)(void* handle, void* workspace, std::size_t bytes);
  using Gemm = int (*)(void* handle, int transA, int transB, int m, int n, int k, const void* alpha, const void* a,
                       int typeA, int lda, std::int64_t strideA, const void* b, int typeB, int ldb,
                       std::int64_t strideB, const void* beta, void* c, int typeC, int ldc, std::int64_t strideC,
                       int batch, int compute, int algorithm);
  using GemmToResult = int (*)(void* handle, int transA, int transB, int m, int n, int k, const void* alpha,
                               const void* a, int typeA, int lda, std::int64_t strideA, const void* b, int typeB,
                               int ldb, std::int64_t strideB, const void* beta, const void* c, int typeC, int ldc,
                               std::int64_t strideC, void* d, int typeD, int ldd, std::int64_t strideD, int batch,
                               int compute, int algorithm, std::int32_t solution, std::uint32_t flags);

  /// The first dialect whose library opens; Unavailable with the remedy of the first if none does.
  static Result<std::unique_ptr<GpuBlas>> load(std::span<const GpuBlasDialect> dialects);
  ~GpuBlas();

  /// Queues the products on the vendor's stream; device pointers. `workspace` is used where the dialect sets one, and
  /// must stay until the work is done.
  Result<void> multiply(void* stream, const MatmulProblem& problem, const void* a, const void* b, void* c,
                        DeviceSpace workspace);

  const GpuBlasDialect& dialect() const { return m_dialect; }
  const std::string& version() const { return m_version; }

 private:
  explicit GpuBlas(GpuBlasDialect dialect) : m_dialect(std::move(dialect)) {}
  Result<void> bind(const SharedLibrary& library);
  Result<void> open();
  Result<void> check(int status, std::string_view function) const;
  int typeNumber(DataType type) const;
  void readVersion(const SharedLibrary& library);

  GpuBlasDialect m_dialect;
  std::string m_version;
  Create m_create = nullptr;
  Destroy m_destroy = nullptr;
  SetStream m_setStream = nullptr;
  SetWorkspace m_setWorkspace = nullptr;
  Gemm m_gemm = nullptr;  ///< one of these two
  GemmToResult m_gemmToResult = nullptr;
  void* m_handle = nullptr;
};

}  // namespace strata::inline library
