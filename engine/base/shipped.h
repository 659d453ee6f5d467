#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace strata::inline base {

/// share/strata/KIND beside the program's folder, where what comes with Strata lies: "models", "shows".
std::filesystem::path shippedFolder(std::string_view kind);

/// Where the document of that name lies, for sentences: share/doc/strata/NAME beside the program's folder, or
/// docs/NAME, as the sources have it, where it is not.
std::string shippedDocument(std::string_view name);

/// $XDG_DATA_HOME/strata/KIND, or ~/.local/share/strata/KIND, where this user's own of that kind lies; empty: no home.
std::filesystem::path ownFolder(std::string_view kind);

/// $XDG_STATE_HOME/strata, or ~/.local/state/strata, for what outlives a program and is not worth copying; empty: no
/// home.
std::filesystem::path stateFolder();

/// $XDG_CACHE_HOME/strata, or ~/.cache/strata, for what can be made again; empty: no home.
std::filesystem::path cacheFolder();

}  // namespace strata::inline base
