#pragma once

#include <array>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/base/storey.h"
#include "engine/device/device_info.h"

namespace strata::inline protocol {

/// How much a probe may take: an agent that starts asks quickly, one that was started to be asked (`--probe`) has tens
/// of milliseconds.
enum class ProbeDepth { Quick, Whole };

/// What one storey is on the agent's machine. Sent by the agent, shown by views and `strata doctor`.
struct StoreyState {
  Storey storey = Storey::Other;
  bool available = false;
  std::string name;     ///< "OpenBLAS", "CUDA runtime"
  std::string version;  ///< "0.3.21"
  std::string reason;   ///< if not available: why; else what is observed of it, or why it cannot be observed
  std::string remedy;   ///< if not available: the command or page that mends it
  friend bool operator==(const StoreyState&, const StoreyState&) = default;
};

nlohmann::json toJson(const StoreyState& state);
StoreyState storeyStateFromJson(const nlohmann::json& json);

/// The first message of a stream.
struct Hello {
  std::uint32_t protocol = 0, schema = 0;
  std::string run;    ///< 32 hex digits
  std::string agent;  ///< "strata-agent-cpu 0.1"
  std::int64_t pid = 0;
  DeviceInfo device;
  std::string clock;  ///< "tsc" or "monotonic"
  std::int64_t clockErrorNs = 0;
  friend bool operator==(const Hello&, const Hello&) = default;
};

/// Whether it is of an agent on a processor; of one that is not known it is not.
inline bool ofProcessor(const std::optional<Hello>& hello) {
  return hello && hello->device.isProcessor();
}

nlohmann::json toJson(const Hello& hello);
Result<Hello> helloFromJson(const nlohmann::json& json);
nlohmann::json toJson(const DeviceInfo& info);
DeviceInfo deviceInfoFromJson(const nlohmann::json& json);

}  // namespace strata::inline protocol
