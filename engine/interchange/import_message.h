#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/session_message.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// What a trace says of a device; empty or 0 where it does not.
struct ImportedDevice {
  std::string name;
  std::string architecture = {};  ///< "sm_80"
  std::uint32_t computeUnits = 0;
  std::uint64_t memoryBytes = 0;
  std::int64_t number = 0;  ///< what the trace calls it by; where it does not say, its place among the devices

  bool isAlike(ImportedDevice other) const { return other.number = number, *this == other; }
  friend bool operator==(const ImportedDevice&, const ImportedDevice&) = default;
};

/// The tool of an export of ours.
inline constexpr std::string_view kOwnTool = "Strata";

/// What is known of a trace that another tool wrote.
struct ImportFacts {
  std::string format, tool;             ///< "Chrome trace", "PyTorch (Kineto)"; the tool is empty if nothing says it
  std::vector<ImportedDevice> devices;  ///< in order of their numbers
  /// What of the file is not in the session, and how much of it: "events of phase 'N'".
  std::map<std::string, std::uint64_t> leftOut;
  std::uint64_t arrowEndsWithoutStart = 0;
  std::optional<std::int64_t> rank;       ///< among the processes that ran together
  std::optional<std::int64_t> worldSize;  ///< how many they were
  std::string backend;                    ///< by what they spoke: "nccl"
  std::string machine;                    ///< whose clock its times are of, since that started; empty: not said
  std::string clocks;                     ///< of several ranks: how their times came onto one axis, in a sentence
  std::int64_t baseNs = 0;                ///< what its times count from; 0: not said
  bool cutOff = false;                    ///< the file ends before the trace does
  bool holdsEvents = false;               ///< of the trace there are events beside this
};

/// Of what is left out: ends of slices without a begin.
inline constexpr std::string_view kEndsWithoutBegin = "events that close what is not open";

/// Adds the message that keeps them to a session whose events are all there.
void addImportMessage(TraceStore& store, ImportFacts facts);
/// What such a message says; nothing of another one.
std::optional<ImportFacts> importFactsOf(const SessionMessage& message);
/// "events of phase 'N': 12; rows of …: 3"; empty for nothing.
std::string leftOutText(const std::map<std::string, std::uint64_t>& leftOut);
/// Those of a JSON array of objects with "name" and "id" (Kineto's deviceProperties).
std::vector<ImportedDevice> importedDevices(std::string_view json);
/// "sm_80" of NVIDIA's compute capability 8.0; empty where there is none.
std::string architectureOf(std::int64_t computeMajor, std::int64_t computeMinor);

/// What the vendor of this GPU calls a compute unit; empty: not known whose it is.
std::string_view computeUnitOf(const ImportedDevice& device);

/// Fills rank, worldSize and backend from Kineto's distributedInfo, a JSON object.
void takeDistributed(std::string_view json, ImportFacts& facts);

}  // namespace strata::inline interchange
