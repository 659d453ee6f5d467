#include "app/agent/gpu_agent.h"
#include "layers/driver/gpu_driver.h"

int main(int argc, char** argv) {
  using namespace strata;
  prepareHipObservation();
  GpuVendor vendor;
  vendor.agent = "strata-agent-hip";
  vendor.observe = observeHip;
  vendor.blas = rocmBlasDialects();
  vendor.dnn = [] { return openMiopen(); };
  vendor.compiler = {"hipcc", STRATA_COMPILER_VERSION, STRATA_DEVICE_ARCHITECTURES};
  vendor.compilesNow = hiprtcDialect;
  vendor.runtime = "HIP runtime";
  vendor.runtimeVersion = STRATA_COMPILER_VERSION;
  vendor.driver = [] { return driverStorey("amd", "amdgpu", inspectAmdDriver({})); };
  return gpuAgentMain(argc, argv, std::move(vendor));
}
