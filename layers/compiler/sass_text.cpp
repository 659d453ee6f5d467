#include "layers/compiler/sass_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "engine/base/text_parts.h"
#include "engine/base/toolkits.h"
#include "layers/compiler/disassembler.h"
#include "layers/compiler/object_text.h"
#include "layers/compiler/sass.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kMissing =
    "each instruction as its two words, with the names that Strata itself knows; cuobjdump or nvdisasm of the CUDA "
    "toolkit, which are not installed (cuda-cuobjdump, cuda-nvdisasm), would print them whole";

std::vector<Disassembler> sassDisassemblers() {
  const Toolkit cuda = cudaToolkit();
  std::vector<Disassembler> programs;
  for (std::string& place : cuda.program("cuobjdump")) programs.push_back({std::move(place), {"-sass", "-fun", "{}"}});
  for (std::string& place : cuda.program("nvdisasm")) programs.push_back({std::move(place), {"-c"}});
  return programs;
}

/// 16 of "/*0010*/ …".
std::optional<std::uint64_t> addressIn(std::string_view code) {
  if (!code.starts_with("/*")) return std::nullopt;
  std::uint64_t address = 0;
  const auto [end, error] = std::from_chars(code.data() + 2, code.data() + code.size(), address, 16);
  const std::string_view rest(end, static_cast<std::size_t>(code.data() + code.size() - end));
  return error == std::errc{} && rest.starts_with("*/") ? std::optional(address) : std::nullopt;
}

/// "LDG.E" of "/*0010*/ @!P0 LDG.E R4, [R2.64] ;"
std::string nameIn(std::string_view code) {
  code.remove_prefix(std::min(code.size(), code.find("*/") + 2));
  code = trimmed(code);
  while (code.starts_with('@') || code.starts_with('{')) {
    const std::size_t blank = code.find(' ');
    code = blank == std::string_view::npos ? std::string_view() : trimmed(code.substr(blank));
  }
  return std::string(code.substr(0, code.find_first_of(" ;")));
}

std::vector<TextPlace> placesAt(const std::vector<AddressLine>& lines, std::uint64_t address) {
  const AddressLine* line = lineAt(lines, address);
  return line ? line->from : std::vector<TextPlace>();
}

/// Whether a line begins what is printed of a function: none does where it is of no function.
std::optional<bool> beginsFunction(std::string_view code, std::string_view symbol) {
  for (const std::string_view before : {"Function : ", ".text."})
    if (code.starts_with(before)) {
      const std::string_view name = code.substr(before.size());
      return name.substr(0, name.find(':')) == symbol;
    }
  return std::nullopt;
}

BuildText wordsOf(std::string_view code, std::string_view symbol, const std::vector<AddressLine>& lines) {
  BuildText text{"SASS", fmt::format(".text.{}:\n", symbol), {}, {}, std::string(kMissing)};
  for (std::size_t i = 0; i < code.size() / kSassBytes; ++i) {
    std::uint64_t words[2];
    std::memcpy(words, code.data() + i * kSassBytes, sizeof(words));
    const std::string name(sassName(code, i));
    text.text += fmt::format("/*{:04x}*/  {:<10} /* 0x{:016x} 0x{:016x} */\n", i * kSassBytes,
                             name.empty() ? "·" : name, words[0], words[1]);
    text.instructions.push_back({static_cast<int>(i) + 2, name, placesAt(lines, i * kSassBytes)});
  }
  dropPadding(text.instructions);
  return text;
}

}  // namespace

std::vector<BuildInstruction> printedSass(std::string_view printed, std::string_view symbol,
                                          const std::vector<AddressLine>& lines) {
  std::vector<BuildInstruction> instructions;
  bool inFunction = false;
  for (int number = 1; !printed.empty(); ++number) {
    const std::string_view line = printed.substr(0, printed.find('\n'));
    printed.remove_prefix(std::min(printed.size(), line.size() + 1));
    const std::string_view code = trimmed(line);
    inFunction = beginsFunction(code, symbol).value_or(inFunction);
    const auto address = inFunction ? addressIn(code) : std::nullopt;
    if (address) instructions.push_back({number, nameIn(code), placesAt(lines, *address)});
  }
  dropPadding(instructions);
  return instructions;
}

BuildText sassText(std::span<const char> cubin, std::string_view symbol) {
  static const std::vector<Disassembler> kPrograms = sassDisassemblers();
  const ElfFile file(cubin);
  const auto tables = cubinLines(file);
  const auto table = tables.find(std::string(symbol));
  const std::vector<AddressLine> lines = table == tables.end() ? std::vector<AddressLine>() : table->second;
  BuildText text = disassembled("SASS", kPrograms, cubin, symbol, kMissing);
  if (text.text.empty()) return wordsOf(file.section(".text." + std::string(symbol)), symbol, lines);
  text.instructions = printedSass(text.text, symbol, lines);
  return text;
}

}  // namespace strata::inline compiler
