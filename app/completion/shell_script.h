#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline completion {

/// What makes bash, zsh or fish complete a program's command line. It runs the program with `ask`, "words", "--" and
/// what was typed, and takes the lines it prints. Usage for another shell.
Result<std::string> shellScript(std::string_view shell, std::string_view program, std::string_view ask);

}  // namespace strata::inline completion
