#include "layers/compiler/object_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/base/text_parts.h"
#include "kernels/microscope/object_lines.h"

namespace strata::inline compiler {
namespace {

/// A hexadecimal number up to a colon, at the front.
std::optional<std::uint64_t> addressAt(std::string_view text) {
  std::uint64_t address = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), address, 16);
  const bool whole = error == std::errc{} && end != text.data() + text.size() && *end == ':';
  return whole ? std::optional(address) : std::nullopt;
}

/// What an instruction's line says: its address, and the text behind or before it.
std::optional<std::pair<std::uint64_t, std::string_view>> addressed(std::string_view line) {
  const std::string_view code = trimmed(line);
  if (const std::size_t remark = code.find("// "); remark != std::string_view::npos) {
    const auto address = addressAt(code.substr(remark + 3));
    return address ? std::optional(std::pair(*address, trimmed(code.substr(0, remark)))) : std::nullopt;
  }
  const auto address = line.starts_with(' ') ? addressAt(code) : std::nullopt;
  return address ? std::optional(std::pair(*address, trimmed(code.substr(code.find(':') + 1)))) : std::nullopt;
}

}  // namespace

bool isPadding(std::string_view name) {
  static constexpr std::string_view kFills[] = {"s_nop", "s_code_end", "NOP",  "nop", "nopw",
                                                "nopl",  "data16",     "xchg", "cs",  "int3"};
  return std::ranges::find(kFills, name) != std::end(kFills);
}

std::vector<PrintedInstruction> objdumpInstructions(std::string_view text) {
  std::vector<PrintedInstruction> instructions;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto found = addressed(line);
    if (!found || found->second.empty()) continue;
    instructions.push_back(
        {number, found->first, std::string(found->second.substr(0, found->second.find_first_of(" \t")))});
  }
  dropPadding(instructions);
  return instructions;
}

void linkLines(BuildText& text, const std::string& objectFile) {
  const ObjectLines lines(objectFile);
  for (PrintedInstruction& printed : objdumpInstructions(text.text)) {
    BuildInstruction instruction{printed.line, std::move(printed.name)};
    for (SourceLine& place : lines.at(printed.address)) instruction.from.push_back({std::move(place.file), place.line});
    text.instructions.push_back(std::move(instruction));
  }
  if (lines.empty()) text.remark = "the object has no line table, so no instruction names its line";
}

}  // namespace strata::inline compiler
