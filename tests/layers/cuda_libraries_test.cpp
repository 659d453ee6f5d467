#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#if __has_include(<cudnn.h>)
#include <cudnn.h>
#endif
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include "layers/library/cudnn.h"
#include "layers/library/cudnn_backend.h"
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
static_assert(SameParameters<decltype(Api::BackendCreateDescriptor), decltype(&cudnnBackendCreateDescriptor)>::value);
static_assert(SameParameters<decltype(Api::BackendDestroyDescriptor), decltype(&cudnnBackendDestroyDescriptor)>::value);
static_assert(SameParameters<decltype(Api::BackendSetAttribute), decltype(&cudnnBackendSetAttribute)>::value);
static_assert(SameParameters<decltype(Api::BackendGetAttribute), decltype(&cudnnBackendGetAttribute)>::value);
static_assert(SameParameters<decltype(Api::BackendFinalize), decltype(&cudnnBackendFinalize)>::value);
static_assert(SameParameters<decltype(Api::BackendExecute), decltype(&cudnnBackendExecute)>::value);

TEST(Cudnn, NumbersOfGraphsAreThoseOfTheHeaders) {
  using namespace cudnn;
  const std::pair<int, int> numbers[] = {
      {kind::kPointwise, CUDNN_BACKEND_POINTWISE_DESCRIPTOR},
      {kind::kEngine, CUDNN_BACKEND_ENGINE_DESCRIPTOR},
      {kind::kEngineConfig, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR},
      {kind::kHeuristic, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR},
      {kind::kPlan, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR},
      {kind::kKnobChoice, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR},
      {kind::kPointwiseOperation, CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR},
      {kind::kGraph, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR},
      {kind::kVariantPack, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR},
      {kind::kTensor, CUDNN_BACKEND_TENSOR_DESCRIPTOR},
      {kind::kMatmul, CUDNN_BACKEND_MATMUL_DESCRIPTOR},
      {kind::kMatmulOperation, CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR},
      {kind::kReduction, CUDNN_BACKEND_REDUCTION_DESCRIPTOR},
      {kind::kReductionOperation, CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR},
      {type::kHandle, CUDNN_TYPE_HANDLE},
      {type::kDataType, CUDNN_TYPE_DATA_TYPE},
      {type::kBoolean, CUDNN_TYPE_BOOLEAN},
      {type::kInt64, CUDNN_TYPE_INT64},
      {type::kPointer, CUDNN_TYPE_VOID_PTR},
      {type::kHeuristicMode, CUDNN_TYPE_HEUR_MODE},
      {type::kKnob, CUDNN_TYPE_KNOB_TYPE},
      {type::kPointwiseMode, CUDNN_TYPE_POINTWISE_MODE},
      {type::kDescriptor, CUDNN_TYPE_BACKEND_DESCRIPTOR},
      {type::kReduction, CUDNN_TYPE_REDUCTION_OPERATOR_TYPE},
      {type::kChar, CUDNN_TYPE_CHAR},
      {attribute::kPointwiseMode, CUDNN_ATTR_POINTWISE_MODE},
      {attribute::kPointwiseType, CUDNN_ATTR_POINTWISE_MATH_PREC},
      {attribute::kPointwiseAxis, CUDNN_ATTR_POINTWISE_AXIS},
      {attribute::kHeuristicMode, CUDNN_ATTR_ENGINEHEUR_MODE},
      {attribute::kHeuristicGraph, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH},
      {attribute::kHeuristicResults, CUDNN_ATTR_ENGINEHEUR_RESULTS},
      {attribute::kConfigEngine, CUDNN_ATTR_ENGINECFG_ENGINE},
      {attribute::kConfigKnobs, CUDNN_ATTR_ENGINECFG_KNOB_CHOICES},
      {attribute::kPlanHandle, CUDNN_ATTR_EXECUTION_PLAN_HANDLE},
      {attribute::kPlanConfig, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG},
      {attribute::kPlanWorkspace, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE},
      {attribute::kKnob, CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE},
      {attribute::kKnobValue, CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE},
      {attribute::kPointwiseHow, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR},
      {attribute::kPointwiseX, CUDNN_ATTR_OPERATION_POINTWISE_XDESC},
      {attribute::kPointwiseB, CUDNN_ATTR_OPERATION_POINTWISE_BDESC},
      {attribute::kPointwiseY, CUDNN_ATTR_OPERATION_POINTWISE_YDESC},
      {attribute::kPointwiseT, CUDNN_ATTR_OPERATION_POINTWISE_TDESC},
      {attribute::kGraphHandle, CUDNN_ATTR_OPERATIONGRAPH_HANDLE},
      {attribute::kGraphOperations, CUDNN_ATTR_OPERATIONGRAPH_OPS},
      {attribute::kTensorAlignment, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT},
      {attribute::kTensorType, CUDNN_ATTR_TENSOR_DATA_TYPE},
      {attribute::kTensorSizes, CUDNN_ATTR_TENSOR_DIMENSIONS},
      {attribute::kTensorStrides, CUDNN_ATTR_TENSOR_STRIDES},
      {attribute::kTensorId, CUDNN_ATTR_TENSOR_UNIQUE_ID},
      {attribute::kTensorVirtual, CUDNN_ATTR_TENSOR_IS_VIRTUAL},
      {attribute::kTensorByValue, CUDNN_ATTR_TENSOR_IS_BY_VALUE},
      {attribute::kPackIds, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS},
      {attribute::kPackPointers, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS},
      {attribute::kPackWorkspace, CUDNN_ATTR_VARIANT_PACK_WORKSPACE},
      {attribute::kEngineIndex, CUDNN_ATTR_ENGINE_GLOBAL_INDEX},
      {attribute::kMatmulType, CUDNN_ATTR_MATMUL_COMP_TYPE},
      {attribute::kMatmulA, CUDNN_ATTR_OPERATION_MATMUL_ADESC},
      {attribute::kMatmulB, CUDNN_ATTR_OPERATION_MATMUL_BDESC},
      {attribute::kMatmulC, CUDNN_ATTR_OPERATION_MATMUL_CDESC},
      {attribute::kMatmulHow, CUDNN_ATTR_OPERATION_MATMUL_DESC},
      {attribute::kReductionOperator, CUDNN_ATTR_REDUCTION_OPERATOR},
      {attribute::kReductionType, CUDNN_ATTR_REDUCTION_COMP_TYPE},
      {attribute::kReductionX, CUDNN_ATTR_OPERATION_REDUCTION_XDESC},
      {attribute::kReductionY, CUDNN_ATTR_OPERATION_REDUCTION_YDESC},
      {attribute::kReductionHow, CUDNN_ATTR_OPERATION_REDUCTION_DESC},
      {data::kFloat, CUDNN_DATA_FLOAT},
      {data::kHalf, CUDNN_DATA_HALF},
      {data::kInt32, CUDNN_DATA_INT32},
      {data::kBfloat16, CUDNN_DATA_BFLOAT16},
      {data::kBoolean, CUDNN_DATA_BOOLEAN},
      {pointwise::kAdd, CUDNN_POINTWISE_ADD},
      {pointwise::kMul, CUDNN_POINTWISE_MUL},
      {pointwise::kDiv, CUDNN_POINTWISE_DIV},
      {pointwise::kSub, CUDNN_POINTWISE_SUB},
      {pointwise::kExp, CUDNN_POINTWISE_EXP},
      {pointwise::kLog, CUDNN_POINTWISE_LOG},
      {pointwise::kGreaterOrEqual, CUDNN_POINTWISE_CMP_GE},
      {pointwise::kIndex, CUDNN_POINTWISE_GEN_INDEX},
      {pointwise::kSelect, CUDNN_POINTWISE_BINARY_SELECT},
      {reduction::kAdd, CUDNN_REDUCE_TENSOR_ADD},
      {reduction::kMax, CUDNN_REDUCE_TENSOR_MAX},
      {kHeuristicModeA, CUDNN_HEUR_MODE_A},
  };
  for (std::size_t i = 0; i < std::size(numbers); ++i) EXPECT_EQ(numbers[i].first, numbers[i].second) << "pair " << i;
}
#pragma GCC diagnostic pop
#endif

}  // namespace
}  // namespace strata
