#pragma once

#include "app/cli/json_out.h"
#include "app/session/session.h"

namespace strata::inline cli {

/// What `strata info --json` says of a session.
OrderedJson infoJson(const Session& session);

}  // namespace strata::inline cli
