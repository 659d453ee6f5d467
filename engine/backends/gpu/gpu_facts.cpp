#include "engine/backends/gpu/gpu_facts.h"

#include <array>
#include <cstdio>
#include <string>

#include "engine/backends/gpu/gpu_error.h"

namespace strata::gpu {
namespace {

constexpr double kKilo = 1e3;

void addClock(DeviceInfo& info, const char* key, decltype(kClockRate) attribute) {
  int kiloHertz = 0;
  if (gpuDeviceGetAttribute(&kiloHertz, attribute, info.index) == kSuccess && kiloHertz > 0)
    info.facts.push_back({key, kiloHertz / kKilo, "MHz", Provenance::Spec});
}

std::string busAddress(const DeviceProperties& properties) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%08X:%02X:%02X.0", static_cast<unsigned>(properties.pciDomainID),
                static_cast<unsigned>(properties.pciBusID), static_cast<unsigned>(properties.pciDeviceID));
  return text.data();
}

}  // namespace

Result<int> countDevices() {
  int count = 0;
  const gpuError error = gpuGetDeviceCount(&count);
  if (error == kSuccess && count > 0) return count;
  const gpuError reason = error == kSuccess ? kNoDevice : error;
  Error failed =
      makeError(reason, STRATA_GPU_NAME(GetDeviceCount), std::string("Looking for a ") + kVendorName + " device");
  failed.code = ErrorCode::Unavailable;
  return failed;
}

Result<DeviceInfo> readDeviceInfo(int index) {
  DeviceProperties properties{};
  STRATA_TRY(call(nullptr, STRATA_GPU_NAME(GetDeviceProperties), "Reading what device " + std::to_string(index) + " is",
                  [&] { return gpuGetDeviceProperties(&properties, index); }));
  DeviceInfo info;
  info.backend = kBackend;
  info.index = index;
  info.name = properties.name;
  info.architecture = gpuArchitecture(properties);
  info.pciBus = busAddress(properties);
  info.computeUnitName = kComputeUnit;
  info.computeUnits = static_cast<std::uint32_t>(properties.multiProcessorCount);
  info.memoryBytes = properties.totalGlobalMem;
  info.waveSize = static_cast<std::uint32_t>(properties.warpSize);
  info.maxThreadsPerBlock = static_cast<std::uint32_t>(properties.maxThreadsPerBlock);
  info.sharedBytesPerBlock = gpuSharedBytesPerBlock(properties);
  addClock(info, "clock", kClockRate);
  addClock(info, "memory clock", kMemoryClockRate);
  info.facts.push_back({"L2 cache", static_cast<double>(properties.l2CacheSize), "bytes", Provenance::Spec});
  info.facts.push_back({"memory bus", static_cast<double>(properties.memoryBusWidth), "bits", Provenance::Spec});
  info.facts.push_back({"registers per block", static_cast<double>(properties.regsPerBlock), "", Provenance::Spec});
  return info;
}

}  // namespace strata::gpu
