#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/elementwise/lanes.cuh"
#include "kernels/elementwise/scalar.cuh"
#include "kernels/elementwise/vectorised.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> elementwiseKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<elementwise_unary_scalar<Gelu>>("elementwise_unary_scalar<Gelu>"),
      kernelEntry<elementwise_unary_scalar<Silu>>("elementwise_unary_scalar<Silu>"),
      kernelEntry<elementwise_unary_scalar<GeluErf>>("elementwise_unary_scalar<GeluErf>"),
      kernelEntry<elementwise_unary_scalar<Relu>>("elementwise_unary_scalar<Relu>"),
      kernelEntry<elementwise_unary_scalar<Sigmoid>>("elementwise_unary_scalar<Sigmoid>"),
      kernelEntry<elementwise_unary_scalar<Tanh>>("elementwise_unary_scalar<Tanh>"),
      kernelEntry<elementwise_rows_scalar>("elementwise_rows_scalar"),
      kernelEntry<elementwise_binary_scalar<Swiglu>>("elementwise_binary_scalar<Swiglu>"),
      kernelEntry<elementwise_binary_scalar<Add>>("elementwise_binary_scalar<Add>"),
      kernelEntry<elementwise_binary_scalar<Multiply>>("elementwise_binary_scalar<Multiply>"),
      kernelEntry<elementwise_binary_scalar<Minimum>>("elementwise_binary_scalar<Minimum>"),
      kernelEntry<elementwise_binary_scalar<Maximum>>("elementwise_binary_scalar<Maximum>"),
      waitingKernelEntry<elementwise_rope_scalar<false>>("elementwise_rope_scalar<false>"),
      waitingKernelEntry<elementwise_rope_scalar<true>>("elementwise_rope_scalar<true>"),
      kernelEntry<elementwise_embedding_scalar>("elementwise_embedding_scalar"),
      kernelEntry<elementwise_unary_lanes<Gelu>>("elementwise_unary_lanes<Gelu>"),
      kernelEntry<elementwise_unary_lanes<Silu>>("elementwise_unary_lanes<Silu>"),
      kernelEntry<elementwise_binary_lanes<Swiglu>>("elementwise_binary_lanes<Swiglu>"),
      kernelEntry<elementwise_binary_lanes<Add>>("elementwise_binary_lanes<Add>"),
      kernelEntry<elementwise_rope_lanes<false>>("elementwise_rope_lanes<false>"),
      kernelEntry<elementwise_rope_lanes<true>>("elementwise_rope_lanes<true>"),
      kernelEntry<elementwise_embedding_lanes>("elementwise_embedding_lanes"),
      waitingKernelEntry<elementwise_unary_vectorised<Gelu>>("elementwise_unary_vectorised<Gelu>"),
      waitingKernelEntry<elementwise_unary_vectorised<Silu>>("elementwise_unary_vectorised<Silu>"),
      waitingKernelEntry<elementwise_unary_vectorised<GeluErf>>("elementwise_unary_vectorised<GeluErf>"),
      waitingKernelEntry<elementwise_unary_vectorised<Relu>>("elementwise_unary_vectorised<Relu>"),
      waitingKernelEntry<elementwise_unary_vectorised<Sigmoid>>("elementwise_unary_vectorised<Sigmoid>"),
      waitingKernelEntry<elementwise_unary_vectorised<Tanh>>("elementwise_unary_vectorised<Tanh>"),
      kernelEntry<elementwise_rows_vectorised>("elementwise_rows_vectorised"),
      waitingKernelEntry<elementwise_binary_vectorised<Swiglu>>("elementwise_binary_vectorised<Swiglu>"),
      waitingKernelEntry<elementwise_binary_vectorised<Add>>("elementwise_binary_vectorised<Add>"),
      waitingKernelEntry<elementwise_binary_vectorised<Multiply>>("elementwise_binary_vectorised<Multiply>"),
      waitingKernelEntry<elementwise_binary_vectorised<Minimum>>("elementwise_binary_vectorised<Minimum>"),
      waitingKernelEntry<elementwise_binary_vectorised<Maximum>>("elementwise_binary_vectorised<Maximum>"),
      waitingKernelEntry<elementwise_rope_vectorised<false>>("elementwise_rope_vectorised<false>"),
      waitingKernelEntry<elementwise_rope_vectorised<true>>("elementwise_rope_vectorised<true>"),
      kernelEntry<elementwise_embedding_vectorised>("elementwise_embedding_vectorised"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
