#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#if __has_include(<cudnn.h>)
#include <cudnn.h>
#endif
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>

#include "layers/library/cudnn.h"
#include "layers/library/gpu_blas.h"
#include "layers/library/gpu_dnn.h"

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

/// Whether a function of the header takes what Strata's declaration of it does, handles being pointers and enumerations
/// numbers of the same size.
template <class Ours, class Theirs>
struct SameParameters : std::false_type {};
template <class Result, class... Ours, class TheirResult, class... Theirs>
requires(sizeof...(Ours) == sizeof...(Theirs)) struct SameParameters<Result (*)(Ours...), TheirResult (*)(Theirs...)>
    : std::bool_constant<(... &&
                          (sizeof(Ours) == sizeof(Theirs) && std::is_pointer_v<Ours> == std::is_pointer_v<Theirs>))> {
};

// The cast picks one of two overloads, and compiles only if the header has it.
using CublasGemm = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                                      const void*, cudaDataType, int, long long, const void*, cudaDataType, int,
                                      long long, const void*, void*, cudaDataType, int, long long, int,
                                      cublasComputeType_t, cublasGemmAlgo_t);
static_assert(SameParameters<GpuBlas::Gemm, decltype(static_cast<CublasGemm>(cublasGemmStridedBatchedEx))>::value);
static_assert(SameParameters<GpuBlas::SetWorkspace, decltype(&cublasSetWorkspace_v2)>::value);

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

TEST(Cudnn, IsBoundAndSaysWhyItCannotBeUsedWithoutADevice) {
  const auto library = openCudnn();
  if (library.ok()) GTEST_SKIP() << "a device is here, and cuDNN works";
  if (library.error().message.find("not installed") != std::string::npos) GTEST_SKIP() << library.error().message;
  // Every function was found, or it would say that they are lacking.
  EXPECT_THAT(library.error().message, HasSubstr("cudnnCreate answered"));
}

#ifdef CUDNN_VERSION
TEST(Cudnn, NumbersAreThoseOfTheHeaders) {
  EXPECT_EQ(cudnn::kFloat, CUDNN_DATA_FLOAT);
  EXPECT_EQ(cudnn::kNchw, CUDNN_TENSOR_NCHW);
  EXPECT_EQ(cudnn::kCrossCorrelation, CUDNN_CROSS_CORRELATION);
  EXPECT_EQ(cudnn::kFmaMath, CUDNN_FMA_MATH);
  EXPECT_EQ(cudnn::kAlgorithms, CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
}

// cuDNN calls its convolutions of before the graphs deprecated; they are what is documented for one algorithm.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST(Cudnn, CandidatesLieAsInTheHeader) {
  using Real = cudnnConvolutionFwdAlgoPerf_t;
  EXPECT_EQ(sizeof(cudnn::Candidate), sizeof(Real));
  EXPECT_EQ(offsetof(cudnn::Candidate, status), offsetof(Real, status));
  EXPECT_EQ(offsetof(cudnn::Candidate, memory), offsetof(Real, memory));
  EXPECT_EQ(offsetof(cudnn::Candidate, mathType), offsetof(Real, mathType));
}

using cudnn::Api;
static_assert(SameParameters<decltype(Api::SetStream), decltype(&cudnnSetStream)>::value);
static_assert(SameParameters<decltype(Api::SetTensor4dDescriptor), decltype(&cudnnSetTensor4dDescriptor)>::value);
static_assert(SameParameters<decltype(Api::SetFilter4dDescriptor), decltype(&cudnnSetFilter4dDescriptor)>::value);
static_assert(
    SameParameters<decltype(Api::SetConvolution2dDescriptor), decltype(&cudnnSetConvolution2dDescriptor)>::value);
static_assert(SameParameters<decltype(Api::SetConvolutionGroupCount), decltype(&cudnnSetConvolutionGroupCount)>::value);
static_assert(SameParameters<decltype(Api::SetConvolutionMathType), decltype(&cudnnSetConvolutionMathType)>::value);
static_assert(SameParameters<decltype(Api::GetConvolutionForwardAlgorithm_v7),
                             decltype(&cudnnGetConvolutionForwardAlgorithm_v7)>::value);
static_assert(SameParameters<decltype(Api::GetConvolutionForwardWorkspaceSize),
                             decltype(&cudnnGetConvolutionForwardWorkspaceSize)>::value);
static_assert(SameParameters<decltype(Api::ConvolutionForward), decltype(&cudnnConvolutionForward)>::value);
static_assert(SameParameters<decltype(Api::AddTensor), decltype(&cudnnAddTensor)>::value);
#pragma GCC diagnostic pop
#endif

}  // namespace
}  // namespace strata
