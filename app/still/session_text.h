#pragma once

#include <string>

#include "app/session/session.h"

namespace strata::inline still {

/// What `strata info` says of a session.
std::string infoText(const Session& session);

}  // namespace strata::inline still
