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

}  // namespace strata::test
