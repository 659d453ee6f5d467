#include "app/agent/gpu_agent.h"
#include "layers/driver/gpu_driver.h"
#include "layers/library/gpu_dnn.h"

int main(int argc, char** argv) {
  using namespace strata;
  constexpr int kMajor = STRATA_CUDA_MAJOR;
  GpuVendor vendor;
  vendor.agent = "strata-agent-cuda";
  vendor.targets = "sm_80, sm_90a and others that NVRTC knows";
  vendor.observe = observeCuda;
  vendor.stack.libraries.blas = {cublasDialect(kMajor)};
  vendor.stack.libraries.dnn = [] { return openCudnn(); };
  vendor.stack.compiler = {"nvcc", STRATA_COMPILER_VERSION, STRATA_DEVICE_ARCHITECTURES};
  vendor.compilesNow = nvrtcDialect;
  vendor.stack.runtime = "CUDA runtime";
  vendor.stack.runtimeVersion = STRATA_COMPILER_VERSION;
  vendor.stack.driver = [] {
    return driverStorey("nvidia", "NVIDIA driver", inspectNvidiaDriver({}, oldestNvidiaDriver(kMajor)));
  };
  return gpuAgentMain(argc, argv, std::move(vendor));
}
