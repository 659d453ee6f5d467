#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "layers/hardware/telemetry.h"

namespace strata::inline hardware {

/// Where a device is on the bus. AMD's libraries count devices in an order of their own, so no index is taken for one.
struct PciAddress {
  std::uint32_t domain = 0, bus = 0, device = 0;
};

/// Why a library tells nothing, in a clause.
inline Error noTelemetry(std::string clause) {
  return {ErrorCode::Unavailable, std::move(clause), Storey::Hardware};
}

/// AMD SMI of ROCm 7 and 10 (library versions 26 and 27), the first of `files` that opens. Unavailable says in a clause
/// why not: "AMD SMI is not installed".
Result<std::unique_ptr<TelemetrySource>> openAmdSmi(const PciAddress& address, const std::vector<std::string>& files);

/// ROCm SMI, which came with ROCm before version 10; no clock. The same otherwise.
Result<std::unique_ptr<TelemetrySource>> openRocmSmi(const PciAddress& address, const std::vector<std::string>& files);

}  // namespace strata::inline hardware
