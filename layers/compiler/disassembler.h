#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// A program that prints machine code, and its arguments before the file's name; "{}" stands for the function.
struct Disassembler {
  std::string program;  ///< a name to look for on PATH, or a path
  std::vector<std::string> arguments;
};

/// The first program that is here prints the function of an object; otherwise the reason says what is not installed.
BuildText disassembled(std::string_view language, std::span<const Disassembler> programs, std::span<const char> object,
                       std::string_view function, std::string_view missing);

/// The same for an object that is a file already.
BuildText disassembledFile(std::string_view language, std::span<const Disassembler> programs, const std::string& file,
                           std::string_view function, std::string_view missing);

}  // namespace strata::inline compiler
