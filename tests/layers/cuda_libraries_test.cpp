#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>

#include "layers/library/gpu_blas.h"

// Strata opens NVIDIA's libraries at run time and writes down what it needs of their headers. Here the headers are, so
// what was written down is compared with them; and the libraries are opened for real where they are.

namespace strata {
namespace {

using ::testing::HasSubstr;

TEST(Cublas, NumbersAreThoseOfTheHeaders) {
  const GpuBlasDialect dialect = cublasDialect(CUDART_VERSION / 1000);
  EXPECT_EQ(dialect.numbers.noTranspose, CUBLAS_OP_N);
  EXPECT_EQ(dialect.numbers.transpose, CUBLAS_OP_T);
  EXPECT_EQ(dialect.numbers.fp32, CUDA_R_32F);
  EXPECT_EQ(dialect.numbers.fp16, CUDA_R_16F);
  EXPECT_EQ(dialect.numbers.bf16, CUDA_R_16BF);
  EXPECT_EQ(dialect.numbers.compute, CUBLAS_COMPUTE_32F);
  EXPECT_EQ(dialect.numbers.algorithm, CUBLAS_GEMM_DEFAULT);
  EXPECT_EQ(dialect.tf32.compute, CUBLAS_COMPUTE_32F_FAST_TF32);
}

/// Whether a function of the header, its handles and enumerations taken as pointers and numbers, has this signature.
template <class Neutral, class... Neutrals, class Real, class... Reals>
constexpr bool sameShape(Neutral (*)(Neutrals...), Real (*)(Reals...)) {
  if constexpr (sizeof...(Neutrals) != sizeof...(Reals))
    return false;
  else
    return (... && (sizeof(Neutrals) == sizeof(Reals) && std::is_pointer_v<Neutrals> == std::is_pointer_v<Reals>));
}

TEST(Cublas, FunctionsHaveTheParametersStrataPasses) {
  using Status = cublasStatus_t;
  Status (*gemm)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*, const void*,
                 cudaDataType, int, long long, const void*, cudaDataType, int, long long, const void*, void*,
                 cudaDataType, int, long long, int, cublasComputeType_t, cublasGemmAlgo_t) = cublasGemmStridedBatchedEx;
  EXPECT_TRUE(sameShape(GpuBlas::Gemm{}, gemm));
  Status (*workspace)(cublasHandle_t, void*, std::size_t) = cublasSetWorkspace_v2;
  EXPECT_TRUE(sameShape(GpuBlas::SetWorkspace{}, workspace));
}

TEST(Cublas, IsBoundAndSaysWhyItCannotBeUsedWithoutADevice) {
  const GpuBlasDialect dialect = cublasDialect(CUDART_VERSION / 1000);
  const auto blas = GpuBlas::load({&dialect, 1});
  if (blas.ok()) GTEST_SKIP() << "a device is here, and cuBLAS works";
  if (blas.error().code == ErrorCode::Unavailable && blas.error().message.find("not installed") != std::string::npos)
    GTEST_SKIP() << blas.error().message;
  // Every function was found, or it would say that they are lacking.
  EXPECT_THAT(blas.error().message, HasSubstr("cublasCreate_v2 answered status"));
  EXPECT_EQ(blas.error().storey, Storey::Library);
}

}  // namespace
}  // namespace strata
