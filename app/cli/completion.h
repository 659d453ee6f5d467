#pragma once

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace strata::inline cli {

/// What can stand where the last of `words` is (which may be empty or begun), as the command line's own descriptions
/// have it; `words` are those after the program's name. Empty where a file or anything else may stand.
std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words);

/// "--device" and its neighbours.
std::vector<std::string> optionNames(const CLI::App& command);

}  // namespace strata::inline cli
