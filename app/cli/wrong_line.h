#pragma once

#include <CLI/CLI.hpp>

#include <span>
#include <string>

#include "app/session/exit_code.h"

namespace strata::inline cli {

/// Says what is wrong with the line, which is `words` behind the program's name: as JSON too where they ask for it.
ExitCode complainOfLine(const CLI::App& app, const CLI::ParseError& error, std::span<char* const> words);
/// Of a first word that is no command's name.
ExitCode complainOfCommand(const CLI::App& app, const std::string& command, std::span<char* const> words);

}  // namespace strata::inline cli
