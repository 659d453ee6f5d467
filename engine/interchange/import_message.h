#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/session_message.h"

namespace strata {

/// What is known of a trace that another tool wrote.
struct ImportFacts {
  std::string format, tool;          ///< "Chrome trace", "PyTorch (Kineto)"; the tool is empty if nothing says it
  std::vector<std::string> devices;  ///< names, in order of their ids
  std::uint64_t skipped = 0;         ///< events that have no place here
  std::uint64_t arrowEndsWithoutStart = 0;
};

/// The message that keeps them in a session.
SessionMessage importMessage(const ImportFacts& facts);
/// The names in a JSON array of objects with "name" (Kineto's deviceProperties).
std::vector<std::string> deviceNames(std::string_view json);

}  // namespace strata
