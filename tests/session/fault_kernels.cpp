#include "tests/session/fault_kernels.h"

#include <cstdint>

#include "kernels/compat/device.h"

__global__ void fill(int* data, int value) {
  data[threadIdx.x] = value;
}

__global__ void endless(volatile int* data, int) {
  while (data[0] != -1) data[1] = data[0];
}

/// A block takes some milliseconds.
__global__ void slow(volatile int* data, int) {
  constexpr int kStores = 10'000'000;
  if (threadIdx.x == 0)
    for (int i = 0; i < kStores; ++i) data[0] = i;
}

__global__ void strays(int* data, int value) {
  *reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(value) * 16) = data[0];
}

#if !defined(__CUDACC__) && !defined(__HIPCC__)  // GPUs' compilers refuse such frames
/// Goes down until the stack has no room left.
__device__ int dig(int depth) {
  volatile int kept = depth;
  return depth == -1 ? 0 : dig(depth + 1) + kept;
}

__global__ void digs(int* data, int value) {
  data[0] = dig(value);
}

/// Its array is larger than all stacks together.
__global__ void hoards(int* data, int value) {
  volatile int hoard[1 << 26];
  hoard[value] = value;
  data[0] = hoard[value];
}
#endif

namespace strata {

KernelEntry faultKernel(std::string_view name) {
  if (name == "endless") return kernelEntry<endless>("endless<1>");
  if (name == "slow") return kernelEntry<slow>("slow");
  if (name == "strays") return kernelEntry<strays>("strays");
#if !defined(__CUDACC__) && !defined(__HIPCC__)
  if (name == "digs") return kernelEntry<digs>("digs");
  if (name == "hoards") return kernelEntry<hoards>("hoards");
#endif
  return kernelEntry<fill>("fill");
}

}  // namespace strata
