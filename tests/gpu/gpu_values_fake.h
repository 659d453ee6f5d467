#pragma once

#include <cstdint>
#include <vector>

namespace strata::test {

/// What streams were asked to wait for or write: gpu_values_fake.cpp, which for CUDA is a library with its driver's
/// name. Writes are done at once, waits are over at once.
struct ValueCall {
  bool wait = false;
  std::uintptr_t address = 0;
  std::uint32_t value = 0;
  unsigned flags = 0;
};
std::vector<ValueCall>& valueCalls();

/// Tensors that CUDA's driver was asked to describe, with what it was told.
struct DescribedTensor {
  int type = 0, swizzle = 0, fill = 0;
  std::uintptr_t address = 0;
  std::vector<std::uint64_t> sizes, strides;
  std::vector<std::uint32_t> box, steps;
};
std::vector<DescribedTensor>& describedTensors();

}  // namespace strata::test
