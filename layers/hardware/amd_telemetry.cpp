#include "layers/hardware/amd_telemetry.h"

#include <cstdio>

#include "engine/base/toolkits.h"

namespace strata::inline hardware {

AmdTelemetryLibraries amdTelemetryLibraries() {
  const Toolkit rocm = rocmToolkit();
  return {rocm.library({"libamd_smi.so.27", "libamd_smi.so.26"}),
          rocm.library({"librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5", "librocm_smi64.so.1"})};
}

Result<std::unique_ptr<TelemetrySource>> openAmdTelemetry(const std::string& pciBus,
                                                          const AmdTelemetryLibraries& libraries) {
  PciAddress address;
  if (std::sscanf(pciBus.c_str(), "%x:%x:%x", &address.domain, &address.bus, &address.device) != 3)
    return Error{ErrorCode::Unavailable, "'" + pciBus + "' is no address on the PCI bus, so there is no telemetry.",
                 Storey::Hardware};
  auto amdSmi = openAmdSmi(address, libraries.amdSmi);
  if (amdSmi.ok()) return amdSmi;
  auto rocmSmi = openRocmSmi(address, libraries.rocmSmi);
  if (rocmSmi.ok()) return rocmSmi;
  return Error{ErrorCode::Unavailable,
               amdSmi.error().message + ", and " + rocmSmi.error().message +
                   ": with either, utilisation, memory, power and temperature would be shown, with AMD SMI also the "
                   "clock. It comes with ROCm (package amd-smi-lib, from ROCm 10 on amdrocm-amdsmi).",
               Storey::Hardware};
}

}  // namespace strata::inline hardware
