#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/agent_facts.h"

namespace strata::inline driver {

/// What can be wrong below a GPU runtime, and what mends it. A row of the table that `strata doctor` speaks from.
struct DriverRemedy {
  enum class Trouble {
    None,
    NoDevice,           ///< the bus shows no GPU of this vendor
    NoModule,           ///< the kernel module is not loaded
    NoAccess,           ///< the device file is there and this user may not open it
    NoLibrary,          ///< the user-space driver is not installed
    TooOld,             ///< the driver is older than the runtime needs
    NotOfficial,        ///< no GPU is on the vendor's official list: one may work
    SiblingIsOfficial,  ///< the same, and one can run what is built for another that is
  };
  Trouble trouble = Trouble::None;
  std::string_view vendor;  ///< "nvidia" or "amd"
  std::string_view reason;  ///< what a person reads
  std::string_view remedy;  ///< the one command or page that mends it
  std::string_view source;  ///< where this is documented
};

const std::vector<DriverRemedy>& driverRemedies();
const DriverRemedy& driverRemedy(std::string_view vendor, DriverRemedy::Trouble trouble);

/// What the system says of one vendor's driver; read below `root`, so that tests can show a system of their own.
struct GpuDriverState {
  DriverRemedy::Trouble trouble = DriverRemedy::Trouble::None;
  std::string version;  ///< of the kernel module
  std::string detail;   ///< "gfx906, gfx1036": the GPUs that were judged, or both versions of a driver too old
  std::string command;  ///< what completes the remedy on this machine
};

struct SystemView {
  std::filesystem::path root = "/";
  bool (*canOpen)(const std::filesystem::path& file) = nullptr;  ///< nullptr: ask the system
  bool (*hasLibrary)(const std::string& soname) = nullptr;       ///< nullptr: dlopen
};

/// `minimum` is the oldest driver the runtime works with ("580.65.06"); empty for any.
GpuDriverState inspectNvidiaDriver(const SystemView& system, std::string_view minimum);
GpuDriverState inspectAmdDriver(const SystemView& system);

/// The oldest Linux driver for a CUDA runtime, from the release notes of the toolkit.
std::string_view oldestNvidiaDriver(int cudaMajor);

StoreyState driverStorey(std::string_view vendor, std::string_view name, const GpuDriverState& state);

/// The same with what is seen of it, where the driver works and a device is observed.
StoreyState observedDriver(StoreyState storey, bool everyCall);

/// "580.9" < "580.65": parts compare as numbers.
bool olderVersion(std::string_view version, std::string_view than);

}  // namespace strata::inline driver
