#include "engine/backends/gpu/gpu_device.h"
#include "tests/kernels/test_device.h"

namespace strata {

Result<std::unique_ptr<Device>> openTestDevice() {
  return openGpuDevice(0);
}

}  // namespace strata
