// A library that answers as cuBLAS, rocBLAS and hipBLAS do, but computes on the host: it takes no argument for granted,
// so that a wrong order, number or stride shows in the result or in a status. Its numbers are copied from the vendors'
// headers, not from Strata's table.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/operation/tensor_values.h"

namespace {

using strata::DataType;

constexpr int kNotSupported = 15;

struct Handle {
  bool hasStream = false;
  std::size_t workspaceBytes = 0;
};

/// What the numbers of one vendor mean.
struct Numbers {
  int none, transpose, fp32, fp16, bf16, compute, algorithm;
  int tf32 = -1000;  ///< of compute
};

constexpr Numbers kCublas{0, 1, 0, 2, 14, 68, -1, 77};
constexpr Numbers kRocblas{111, 112, 151, 150, 168, 151, 0};
constexpr Numbers kHipblas{111, 112, 0, 2, 14, 2, 160};            // hipDataType, hipblasComputeType_t
constexpr Numbers kOldHipblas{111, 112, 151, 150, 168, 151, 160};  // hipblasDatatype_t

/// Column-major, as BLAS counts.
struct Matrix {
  const void* data;
  int type, leading;
  std::int64_t stride;
};

struct Product {
  int opA, opB, m, n, k, batch, compute, algorithm;
  const void *alpha, *beta;
};

class Operand {
 public:
  Operand(const Matrix& matrix, int index, bool transposed, int rows, int columns, DataType type, bool tf32)
      : m_leading(matrix.leading), m_transposed(transposed) {
    // As many as BLAS may touch, and not one more.
    const int high = transposed ? columns : rows, wide = transposed ? rows : columns;
    const auto count =
        static_cast<std::size_t>(m_leading) * static_cast<std::size_t>(wide - 1) + static_cast<std::size_t>(high);
    const auto* first = static_cast<const std::byte*>(matrix.data) +
                        static_cast<std::size_t>(matrix.stride * index) * strata::bytesOf(type);
    m_values = strata::decodeValues(type, first, count);
    if (tf32)
      for (float& value : m_values) value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF'E000U);
  }
  float at(int row, int column) const {
    return m_values[static_cast<std::size_t>(m_transposed ? row * m_leading + column : column * m_leading + row)];
  }

 private:
  int m_leading;
  bool m_transposed;
  std::vector<float> m_values;
};

float scalar(const void* value) {
  return *static_cast<const float*>(value);
}

/// C = alpha · A · B + beta · C.
int multiply(const void* handle, const Numbers& number, const Product& p, const Matrix& left, const Matrix& right,
             const Matrix& c, void* result) {
  const auto known = [&](int op) { return op == number.none || op == number.transpose; };
  const bool tf32 = p.compute == number.tf32;
  if (!static_cast<const Handle*>(handle)->hasStream || scalar(p.alpha) != 1 || scalar(p.beta) != 0 ||
      p.algorithm != number.algorithm || !known(p.opA) || !known(p.opB) || (p.compute != number.compute && !tf32) ||
      left.type != right.type || c.type != number.fp32)
    return kNotSupported;
  if (left.type != number.fp32 && left.type != number.fp16 && left.type != number.bf16) return kNotSupported;
  const DataType type = left.type == number.fp32   ? DataType::F32
                        : left.type == number.fp16 ? DataType::F16
                                                   : DataType::BF16;
  const bool turnA = p.opA == number.transpose, turnB = p.opB == number.transpose;
  if (left.leading < (turnA ? p.k : p.m) || right.leading < (turnB ? p.n : p.k) || c.leading < p.m)
    return kNotSupported;
  auto* out = static_cast<float*>(result);
  for (int i = 0; i < p.batch; ++i) {
    const Operand a(left, i, turnA, p.m, p.k, type, tf32), b(right, i, turnB, p.k, p.n, type, tf32);
    for (int column = 0; column < p.n; ++column)
      for (int row = 0; row < p.m; ++row) {
        float sum = 0;
        for (int j = 0; j < p.k; ++j) sum += a.at(row, j) * b.at(j, column);
        out[c.stride * i + std::int64_t{column} * c.leading + row] = sum;
      }
  }
  return 0;
}

int create(void** handle) {
  *handle = new Handle;
  return 0;
}

int destroy(void* handle) {
  delete static_cast<Handle*>(handle);
  return 0;
}

int setStream(void* handle) {
  *static_cast<Handle*>(handle) = {.hasStream = true, .workspaceBytes = 0};
  return 0;
}

}  // namespace

extern "C" {

int cublasCreate_v2(void** handle) {
  return create(handle);
}
int cublasDestroy_v2(void* handle) {
  return destroy(handle);
}
int cublasSetStream_v2(void* handle, void*) {
  return setStream(handle);
}
int cublasGetVersion_v2(void*, int* version) {
  *version = 130002;
  return 0;
}
int cublasSetWorkspace_v2(void* handle, void* workspace, std::size_t bytes) {
  if (reinterpret_cast<std::uintptr_t>(workspace) % 16 != 0) return kNotSupported;
  static_cast<Handle*>(handle)->workspaceBytes = workspace ? bytes : 0;
  return 0;
}
int cublasGemmStridedBatchedEx(void* handle, int opA, int opB, int m, int n, int k, const void* alpha, const void* a,
                               int typeA, int ldA, long long strideA, const void* b, int typeB, int ldB,
                               long long strideB, const void* beta, void* c, int typeC, int ldC, long long strideC,
                               int batch, int compute, int algorithm) {
  if (static_cast<Handle*>(handle)->workspaceBytes == 0) return kNotSupported;
  return multiply(handle, kCublas, {opA, opB, m, n, k, batch, compute, algorithm, alpha, beta},
                  {a, typeA, ldA, strideA}, {b, typeB, ldB, strideB}, {c, typeC, ldC, strideC}, c);
}

int rocblas_create_handle(void** handle) {
  return create(handle);
}
int rocblas_destroy_handle(void* handle) {
  return destroy(handle);
}
int rocblas_set_stream(void* handle, void*) {
  return setStream(handle);
}
int rocblas_gemm_strided_batched_ex(void* handle, int opA, int opB, int m, int n, int k, const void* alpha,
                                    const void* a, int typeA, int ldA, std::int64_t strideA, const void* b, int typeB,
                                    int ldB, std::int64_t strideB, const void* beta, const void*, int typeC, int ldC,
                                    std::int64_t strideC, void* d, int typeD, int ldD, std::int64_t strideD, int batch,
                                    int compute, int algorithm, std::int32_t solution, std::uint32_t flags) {
  if (solution != 0 || flags != 0 || typeC != typeD || ldC != ldD || strideC != strideD) return kNotSupported;
  return multiply(handle, kRocblas, {opA, opB, m, n, k, batch, compute, algorithm, alpha, beta},
                  {a, typeA, ldA, strideA}, {b, typeB, ldB, strideB}, {d, typeD, ldD, strideD}, d);
}

int hipblasCreate(void** handle) {
  return create(handle);
}
int hipblasDestroy(void* handle) {
  return destroy(handle);
}
int hipblasSetStream(void* handle, void*) {
  return setStream(handle);
}
/// Of hipBLAS 3; where types are those of hipBLAS 2, of that.
int hipblasGemmStridedBatchedEx(void* handle, int opA, int opB, int m, int n, int k, const void* alpha, const void* a,
                                int typeA, int ldA, std::int64_t strideA, const void* b, int typeB, int ldB,
                                std::int64_t strideB, const void* beta, void* c, int typeC, int ldC,
                                std::int64_t strideC, int batch, int compute, int algorithm) {
  return multiply(handle, typeC == kOldHipblas.fp32 ? kOldHipblas : kHipblas,
                  {opA, opB, m, n, k, batch, compute, algorithm, alpha, beta}, {a, typeA, ldA, strideA},
                  {b, typeB, ldB, strideB}, {c, typeC, ldC, strideC}, c);
}
}
