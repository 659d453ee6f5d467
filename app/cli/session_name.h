#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline cli {

/// Whether a name that ends in .gz is one of a session that this command writes.
enum class Gzip { Written, NotWritten };

/// Error Usage where `out`, which `command` writes a session to, is named as a file of another format.
Result<void> checkSessionName(std::string_view command, const std::string& out, Gzip gzip);

}  // namespace strata::inline cli
