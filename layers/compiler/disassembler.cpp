#include "layers/compiler/disassembler.h"

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

}  // namespace

BuildText disassembledFile(std::string_view language, std::span<const Disassembler> programs, const std::string& file,
                           std::string_view function, std::string_view missing) {
  BuildText result{std::string(language), {}, std::string(missing)};
  for (const Disassembler& disassembler : programs) {
    if (!toolIsHere(disassembler.program)) continue;
    Printed printed = outputOf(commandOf(disassembler, function, file));
    if (printed.ok && !printed.text.empty()) return {std::string(language), std::move(printed.text), {}};
    result.reason = disassembler.program + " could not read it: " + printed.text;
  }
  return result;
}

BuildText disassembled(std::string_view language, std::span<const Disassembler> programs, std::span<const char> object,
                       std::string_view function, std::string_view missing) {
  const TemporaryFolder folder;
  if (!folder.write("object", object)) return {std::string(language), {}, "the temporary folder takes no files"};
  return disassembledFile(language, programs, folder.path("object"), function, missing);
}

}  // namespace strata::inline compiler
