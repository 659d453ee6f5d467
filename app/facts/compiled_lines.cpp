#include "app/facts/compiled_lines.h"

#include <algorithm>
#include <tuple>

#include "engine/base/text_parts.h"

namespace strata::inline facts {
namespace {

std::string_view before(std::string_view text, std::string_view mark) {
  return text.substr(0, text.find(mark));
}

std::string withoutTabs(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c != '\t')
      plain += c;
    else if (!plain.empty() && plain.back() != ' ')
      plain += ' ';
  }
  return plain;
}

}  // namespace

std::string readableCode(std::string_view language, std::string_view line) {
  std::string_view code = trimmed(line);
  if (language == "LLVM IR") code = before(code, ", !dbg ");
  if (language == "AMDGCN") code = trimmed(before(code, "// "));
  if (language == "x86-64" && line.starts_with(' '))
    code = trimmed(code.substr(std::min(code.size(), code.find(':') + 1)));
  return withoutTabs(code);
}

bool isQuiet(std::string_view line) {
  const std::string_view code = trimmed(line);
  const bool ofTool = code.starts_with("Disassembly of section") || code.find("file format ") != std::string_view::npos;
  return code.empty() || ofTool || code.starts_with(".loc") || code.starts_with("//");
}

std::map<TextPlace, std::vector<std::size_t>> instructionsByPlace(const BuildText& text) {
  std::map<TextPlace, std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < text.instructions.size(); ++i)
    for (const TextPlace& place : text.instructions[i].from)
      if (auto& known = all[place]; known.empty() || known.back() != i) known.push_back(i);
  return all;
}

std::map<TextPlace, std::size_t> instructionCounts(const BuildText& text) {
  std::map<TextPlace, std::size_t> counts;
  for (const BuildInstruction& instruction : text.instructions)
    if (!instruction.from.empty()) ++counts[instruction.from.front()];
  return counts;
}

std::vector<NameCounts> nameDifferences(const BuildText& first, const BuildText& second) {
  std::map<std::string, NameCounts> byName;
  for (const BuildInstruction& instruction : first.instructions) ++byName[instruction.name].first;
  for (const BuildInstruction& instruction : second.instructions) ++byName[instruction.name].second;
  byName.erase("");
  std::vector<NameCounts> all;
  for (auto& [name, counts] : byName) all.push_back({name, counts.first, counts.second});
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const NameCounts& each) {
    const auto [least, most] = std::minmax(each.first, each.second);
    return std::pair(most - least, most);
  });
  return all;
}

std::string placeWords(const TextPlace& place) {
  constexpr std::string_view kKernels = "kernels/";
  std::string_view file = place.file;
  if (file.starts_with(kKernels)) file.remove_prefix(kKernels.size());
  return std::string(file) + ":" + std::to_string(place.line);
}

}  // namespace strata::inline facts
