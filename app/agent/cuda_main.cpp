#include "app/agent/gpu_agent.h"
#include "layers/driver/gpu_driver.h"

int main(int argc, char** argv) {
  using namespace strata;
  constexpr int kMajor = STRATA_CUDA_MAJOR;
  GpuVendor vendor;
  vendor.agent = "strata-agent-cuda";
  vendor.observe = observeCuda;
  vendor.blas = {cublasDialect(kMajor)};
  vendor.dnn = [] { return openCudnn(); };
  vendor.compiler = {"nvcc", STRATA_COMPILER_VERSION, STRATA_DEVICE_ARCHITECTURES};
  vendor.compilesNow = nvrtcDialect;
  vendor.runtime = "CUDA runtime";
  vendor.runtimeVersion = STRATA_COMPILER_VERSION;
  vendor.driver = [] {
    return driverStorey("nvidia", "NVIDIA driver", inspectNvidiaDriver({}, oldestNvidiaDriver(kMajor)));
  };
  return gpuAgentMain(argc, argv, std::move(vendor));
}
