// In place of gpu_interop.cpp, for HIP-CPU.

#include "engine/backends/gpu/gpu_interop.h"

namespace strata::gpu {

std::unique_ptr<Interop> makeInterop(GpuContext&) {
  return nullptr;
}

}  // namespace strata::gpu
