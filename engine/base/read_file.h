#pragma once

#include <cstddef>
#include <string>

#include "engine/base/result.h"

namespace strata::inline base {

/// Its bytes, the first `most` of them at most. Io says why it cannot be read: a folder is none.
Result<std::string> readWholeFile(const std::string& path, std::size_t most = std::string::npos);

/// The same of a file that may be missing or no file at all: then nothing.
std::string readIfThere(const std::string& path);

}  // namespace strata::inline base
