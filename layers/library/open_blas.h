#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "layers/library/matmul_problem.h"

namespace strata::inline library {

/// OpenBLAS, loaded while the program runs: Strata needs it for nothing but the library variants. Once loaded it stays,
/// since its threads cannot be told to leave.
class OpenBlas {
 public:
  /// Loads `file` for `threads` threads. Sets OPENBLAS_CORETYPE and OPENBLAS_NUM_THREADS first where the user has not:
  /// call it before other threads read the environment. Error Unavailable, with the remedy, if it is not there.
  static Result<std::shared_ptr<const OpenBlas>> load(const std::string& file = "libopenblas.so.0");

  /// One product (of `problem`'s batch only the first). Blocks. Any thread; two at once take turns inside.
  void sgemm(const MatmulProblem& problem, const float* a, const float* b, float* c) const;

  const std::string& version() const { return m_version; }    ///< "0.3.21"
  const std::string& coreType() const { return m_coreType; }  ///< the kernels it chose: "SkylakeX"
  int threads() const { return m_threads; }

 private:
  using Sgemm = void (*)(int order, int transA, int transB, int m, int n, int k, float alpha, const float* a, int lda,
                         const float* b, int ldb, float beta, float* c, int ldc);
  OpenBlas(void* handle, Sgemm sgemm);

  Sgemm m_sgemm;
  std::string m_version, m_coreType;
  int m_threads = 1;
};

/// The one OpenBLAS of this process, loaded at first use; the same answer ever after. Any thread.
const Result<std::shared_ptr<const OpenBlas>>& openBlas();

}  // namespace strata::inline library
