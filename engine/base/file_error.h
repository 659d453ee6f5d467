#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline base {

/// What the system said of a file, and what to do next. `what` was to be done: "read", "write"; `number` is an errno.
Error fileError(std::string_view what, const std::string& path, int number);

/// Where files go that are gone when the process is: TMPDIR, or /tmp.
std::string temporaryFolder();
/// What the system said where that folder took no file.
Error temporaryFolderError(int number);

}  // namespace strata::inline base
