#include "tests/backends/language_conformance.h"
#include "tests/gpu/conformance_exceptions.h"
#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/kernels/test_device.h"

namespace strata {
namespace {

DeviceUnderTest gpu() {
  const GpuConformanceKernels k = gpuConformanceKernels();
  return {"Gpu", openTestDevice, {k.addOne, k.reverse, k.spin, k.coordinates, k.leaveEarly}, conformanceExceptions()};
}

INSTANTIATE_TEST_SUITE_P(Gpu, DeviceConformance, testing::Values(gpu()),
                         [](const auto& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(Gpu, LanguageConformance, testing::Values(gpu()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace strata
