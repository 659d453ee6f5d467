#pragma once

#include <QString>
#include <span>
#include <string>

#include "engine/protocol/request.h"

namespace strata {

struct RunRecord;

/// What stands beside Run for a request that takes long; empty for others, and where nothing is known. `runs`: what was
/// measured, newest last.
struct Expected {
  QString text, tip;
};
Expected expectedText(const Request& request, const std::string& device, std::span<const RunRecord> runs);

}  // namespace strata
