#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace strata::inline completion {

/// What can stand where the last of `words` is (which may be empty or begun), as the command line's own descriptions
/// have it; `words` are those after the program's name. Empty where a file or anything else may stand.
std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words);

/// "--device" and its neighbours.
std::vector<std::string> optionNames(const CLI::App& command);

std::vector<std::string> commandNames(const CLI::App& app);

/// Of a program without commands: says --completion in its help. completionAnswered() answers it.
void addCompletionOption(CLI::App& app);

/// Where the words ask for --completion: prints a shell's script or, of "words", what can stand where the last of the
/// words behind "--" is. The exit status; nothing: they ask for something else. Before the words are parsed.
std::optional<int> completionAnswered(const CLI::App& app, std::span<const char* const> words);

}  // namespace strata::inline completion
