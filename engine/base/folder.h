#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace strata::inline base {

/// What is in a folder, in order of names, as far as it can be read; `failure` says why no further.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder, std::error_code& failure);

}  // namespace strata::inline base
