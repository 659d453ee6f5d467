#include "engine/backends/cpu/cpu_device.h"
#include "tests/kernels/test_device.h"

namespace strata {

Result<std::unique_ptr<Device>> openTestDevice() {
  return openCpuDevice();
}

}  // namespace strata
