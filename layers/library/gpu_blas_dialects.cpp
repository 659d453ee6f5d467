#include "engine/base/toolkits.h"
#include "layers/library/gpu_blas.h"

namespace strata::inline library {
namespace {

// rocblas-types.h; hipBLAS before 3 has the same numbers for data.
constexpr GpuBlasDialect::Numbers kRocblas{
    .noTranspose = 111, .transpose = 112, .fp32 = 151, .fp16 = 150, .bf16 = 168, .compute = 151, .algorithm = 0};

GpuBlasDialect rocblas() {
  return {.name = "rocBLAS",
          .files = rocmToolkit().library(
              {"librocblas.so.5", "librocblas.so.4", "librocblas.so.3", "librocblas.so.0", "librocblas.so"}),
          .create = "rocblas_create_handle",
          .destroy = "rocblas_destroy_handle",
          .setStream = "rocblas_set_stream",
          .gemm = "rocblas_gemm_strided_batched_ex",
          .setWorkspace = {},
          .version = {},
          .missing = "install rocblas of your ROCm release",
          .separateResult = true,
          .numbers = kRocblas,
          .computeName = "rocblas_datatype_f32_r"};
}

GpuBlasDialect hipblas(std::vector<std::string> files, const GpuBlasDialect::Numbers& numbers,
                       std::string_view computeName) {
  return {.name = "hipBLAS",
          .files = std::move(files),
          .create = "hipblasCreate",
          .destroy = "hipblasDestroy",
          .setStream = "hipblasSetStream",
          .gemm = "hipblasGemmStridedBatchedEx",
          .setWorkspace = {},
          .version = {},
          .missing = "install hipblas of your ROCm release",
          .numbers = numbers,
          .computeName = computeName};
}

/// hipblasDatatype_t, and compute types that are such types too.
GpuBlasDialect hipblasUpTo2() {
  GpuBlasDialect::Numbers numbers = kRocblas;
  numbers.algorithm = 160;
  return hipblas(rocmToolkit().library({"libhipblas.so.2", "libhipblas.so.1", "libhipblas.so.0"}), numbers,
                 "HIPBLAS_R_32F");
}

/// hipBLAS 3 (ROCm 7): hipDataType and hipblasComputeType_t.
GpuBlasDialect hipblas3() {
  constexpr GpuBlasDialect::Numbers kNumbers{
      .noTranspose = 111, .transpose = 112, .fp32 = 0, .fp16 = 2, .bf16 = 14, .compute = 2, .algorithm = 160};
  return hipblas(rocmToolkit().library({"libhipblas.so.3"}), kNumbers, "HIPBLAS_COMPUTE_32F");
}

}  // namespace

// Numbers of cublas_api.h and library_types.h, the same in CUDA 12 and 13.
GpuBlasDialect cublasDialect(int cudaMajor) {
  const std::string file = "libcublas.so." + std::to_string(cudaMajor);
  return {
      .name = "cuBLAS",
      .files = cudaToolkit().library({file}),
      .create = "cublasCreate_v2",
      .destroy = "cublasDestroy_v2",
      .setStream = "cublasSetStream_v2",
      .gemm = "cublasGemmStridedBatchedEx",
      .setWorkspace = "cublasSetWorkspace_v2",
      .version = "cublasGetVersion_v2",
      .missing = "install libcublas of the CUDA toolkit this agent was built with",
      .numbers = {.noTranspose = 0, .transpose = 1, .fp32 = 0, .fp16 = 2, .bf16 = 14, .compute = 68, .algorithm = -1},
      .computeName = "CUBLAS_COMPUTE_32F",
      .tf32 = {.compute = 77, .name = "CUBLAS_COMPUTE_32F_FAST_TF32"}};
}

std::vector<GpuBlasDialect> rocmBlasDialects() {
  return {rocblas(), hipblas3(), hipblasUpTo2()};
}

}  // namespace strata::inline library
