#include "layers/compiler/disassembler.h"

#include <algorithm>

#include "engine/base/shell_word.h"
#include "engine/base/temporary_folder.h"
#include "layers/compiler/tools.h"

namespace strata::inline compiler {
namespace {

std::string commandOf(const Disassembler& disassembler, std::string_view function, const std::string& file) {
  std::string command = shellQuoted(disassembler.program);
  for (std::string argument : disassembler.arguments) {
    if (const std::size_t at = argument.find("{}"); at != std::string::npos) argument.replace(at, 2, function);
    command += " " + shellQuoted(argument);
  }
  return command + " " + shellQuoted(file) + " 2>&1";
}

/// The line that says what is wrong, of what a program printed before it gave up; else the first.
std::string_view complaintIn(std::string_view text) {
  constexpr std::string_view kGivesUp = "LLVM ERROR: ";
  const std::size_t error = std::min(text.find("error: "), text.find(kGivesUp));
  const std::size_t begin =
      error == std::string_view::npos ? text.find_first_not_of(" \t\n") : text.rfind('\n', error) + 1;
  text.remove_prefix(std::min(begin, text.size()));
  if (text.starts_with(kGivesUp)) text.remove_prefix(kGivesUp.size());
  return text.substr(0, text.find('\n'));
}

}  // namespace

BuildText disassembledFile(std::string_view language, std::span<const Disassembler> programs, const std::string& file,
                           std::string_view function, std::string_view missing) {
  BuildText result{std::string(language), {}, std::string(missing)};
  for (const Disassembler& disassembler : programs) {
    if (!toolIsHere(disassembler.program)) continue;
    Printed printed = outputOf(commandOf(disassembler, function, file));
    if (printed.ok && !printed.text.empty()) return {std::string(language), std::move(printed.text), {}};
    result.reason = disassembler.program;
    result.reason += printed.ok ? " found no code in it" : " could not read it: ";
    if (!printed.ok) result.reason += complaintIn(printed.text);
  }
  return result;
}

BuildText disassembled(std::string_view language, std::span<const Disassembler> programs, std::span<const char> object,
                       std::string_view function, std::string_view missing) {
  const TemporaryFolder folder;
  if (!folder.write("object", object)) return {std::string(language), {}, folder.whyRefused()};
  return disassembledFile(language, programs, folder.path("object"), function, missing);
}

}  // namespace strata::inline compiler
