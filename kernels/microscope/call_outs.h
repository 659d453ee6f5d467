#pragma once

#include <cstdint>

namespace strata::inline microscope {

class Microscope;

/// Whom the calling thread's kernels tell what they do; nullptr: nobody.
void watchThread(Microscope* microscope);

/// Whether an address lies in the calling thread's thread-local memory, where __shared__ is on the CPU device.
bool isSharedMemory(std::uintptr_t address);

}  // namespace strata::inline microscope
