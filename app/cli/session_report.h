#pragma once

#include <string>

#include "app/cli/json_out.h"
#include "app/session/session.h"

namespace strata::inline cli {

// What `strata info` says of a session.
OrderedJson infoJson(const Session& session);
std::string infoText(const Session& session);

}  // namespace strata::inline cli
