#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/session_message.h"

namespace strata::inline interchange {

/// What is known of a trace that another tool wrote.
struct ImportFacts {
  std::string format, tool;          ///< "Chrome trace", "PyTorch (Kineto)"; the tool is empty if nothing says it
  std::vector<std::string> devices;  ///< names, in order of their ids
  /// What of the file is not in the session, and how much of it: "events of phase 'N'".
  std::map<std::string, std::uint64_t> leftOut;
  std::uint64_t arrowEndsWithoutStart = 0;
  std::optional<std::int64_t> rank;       ///< among the processes that ran together
  std::optional<std::int64_t> worldSize;  ///< how many they were
  std::string clocks;                     ///< of several ranks: how their times came onto one axis, in a sentence
  std::int64_t baseNs = 0;                ///< what its times count from; 0: not said
  bool cutOff = false;                    ///< the file ends before the trace does
};

/// The message that keeps them in a session.
SessionMessage importMessage(const ImportFacts& facts);
/// What such a message says; nothing of another one.
std::optional<ImportFacts> importFactsOf(const SessionMessage& message);
/// "12 events of phase 'N'; 3 rows of …"; empty for nothing.
std::string leftOutText(const std::map<std::string, std::uint64_t>& leftOut);
/// The names in a JSON array of objects with "name" (Kineto's deviceProperties).
std::vector<std::string> deviceNames(std::string_view json);

/// Fills rank and worldSize from Kineto's distributedInfo, a JSON object.
void takeDistributed(std::string_view json, ImportFacts& facts);

}  // namespace strata::inline interchange
