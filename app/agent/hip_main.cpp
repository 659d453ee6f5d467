#include "app/agent/gpu_agent.h"
#include "layers/driver/gpu_driver.h"
#include "layers/library/gpu_dnn.h"

int main(int argc, char** argv) {
  using namespace strata;
  prepareHipObservation();
  GpuVendor vendor;
  vendor.agent = "strata-agent-hip";
  vendor.targets = "gfx90a, gfx1030 and others that HIPRTC knows";
  vendor.observe = observeHip;
  vendor.stack.libraries.blas = rocmBlasDialects();
  vendor.stack.libraries.dnn = [] { return openMiopen(); };
  vendor.stack.compiler = {"hipcc", STRATA_COMPILER_VERSION, STRATA_DEVICE_ARCHITECTURES};
  vendor.compilesNow = hiprtcDialect;
  vendor.stack.runtime = "HIP runtime";
  vendor.stack.runtimeVersion = STRATA_COMPILER_VERSION;
  vendor.stack.driver = [] { return driverStorey("amd", "amdgpu", inspectAmdDriver({})); };
  return gpuAgentMain(argc, argv, std::move(vendor));
}
