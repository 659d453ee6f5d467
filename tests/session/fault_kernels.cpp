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

namespace strata {

KernelEntry faultKernel(std::string_view name) {
  if (name == "endless") return kernelEntry<endless>("endless<1>");
  if (name == "slow") return kernelEntry<slow>("slow");
  if (name == "strays") return kernelEntry<strays>("strays");
  return kernelEntry<fill>("fill");
}

}  // namespace strata
