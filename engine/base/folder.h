#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace strata::inline base {

/// What is in a folder, in order of names, as far as it can be read; `failure` says why no further.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder, std::error_code& failure);

/// Makes the folder and those it is in, where they are missing, for this user alone (0700), as the XDG base directory
/// specification has it. What is there already stays as it is.
std::error_code makeOwnFolder(const std::filesystem::path& folder);

}  // namespace strata::inline base
