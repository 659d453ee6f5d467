#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/base/temporary_folder.h"

namespace strata::inline compiler {

/// Writes, for the host's compiler, what these texts and all that they include have of kernelTexts() into the folder,
/// and nothing in place of the needlessHeaders() that they name. False where it takes no files.
bool writeIncludes(const TemporaryFolder& folder, std::initializer_list<std::string_view> texts);

}  // namespace strata::inline compiler
