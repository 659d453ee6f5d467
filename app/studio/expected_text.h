#pragma once

#include <QString>
#include <span>
#include <string>

#include "engine/protocol/request.h"

namespace strata::inline session {
struct RunRecord;
}

namespace strata::inline studio {

/// What stands beside Run for a request that takes long; empty for others, and where nothing is known. `runs`: what was
/// measured, newest last.
struct Expected {
  QString text, brief;  ///< the latter where there is no room for the former
  QString tip;
};
Expected expectedText(const Request& request, const std::string& device, std::span<const RunRecord> runs);

}  // namespace strata::inline studio
