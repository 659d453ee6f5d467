#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "app/cli/compile_text.h"
#include "app/facts/compiled_lines.h"
#include "app/still/printable.h"
#include "app/still/text_table.h"
#include "kernels/operation/operation.h"

namespace strata::inline cli {
namespace {

constexpr std::size_t kMostNames = 24;
constexpr std::size_t kWidestSource = 60;

std::vector<std::string_view> linesIn(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  return lines;
}

bool isOwn(std::string_view file) {
  return file.starts_with("kernels/own/");
}

/// The kernels' texts in this program, and the one that somebody brought; empty where it is none of them.
std::string_view textOfFile(std::string_view file, const std::optional<OwnKernel>& own) {
  if (isOwn(file)) return own ? std::string_view(own->text) : std::string_view();
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      if (step.file == file) return step.source;
  return {};
}

std::string_view sourceAt(const TextPlace& place, const std::optional<OwnKernel>& own) {
  const auto lines = linesIn(textOfFile(place.file, own));
  return place.line <= static_cast<int>(lines.size()) ? lines[static_cast<std::size_t>(place.line - 1)] : "";
}

/// "matmul/tiled.cuh:23", "mine.cu:2".
std::string givenPlace(const TextPlace& place, const std::optional<OwnKernel>& own) {
  return placeWords(own && isOwn(place.file) ? TextPlace{own->file, place.line} : place);
}

std::string callersOf(const BuildInstruction& instruction, const std::optional<OwnKernel>& own) {
  std::string words;
  for (std::size_t i = 1; i < instruction.from.size(); ++i)
    words += fmt::format("  ← {}", givenPlace(instruction.from[i], own));
  return words;
}

std::string countOf(const std::map<TextPlace, std::size_t>& counts, const TextPlace& place) {
  const auto found = counts.find(place);
  return found == counts.end() ? "" : std::to_string(found->second);
}

/// The first letters of a line that fit beside the counts.
std::string shortSource(std::string_view line) {
  std::string words = printable(line);
  while (displayWidth(words) > kWidestSource) words.pop_back();
  return words;
}

std::string titleOf(const StepBuild& step) {
  return fmt::format("{} for {}", step.variant, step.target);
}

std::string byLine(const StepBuild& first, const StepBuild& second, const BuildText& one, const BuildText& two,
                   const std::optional<OwnKernel>& own) {
  const auto ones = instructionCounts(one), twos = instructionCounts(two);
  std::set<TextPlace> places;
  for (const auto& [place, count] : ones) places.insert(place);
  for (const auto& [place, count] : twos) places.insert(place);
  TextTable table({"line", titleOf(first), titleOf(second), "source"});
  table.alignLeft(3);
  for (const TextPlace& place : places)
    table.add({printable(givenPlace(place, own)), countOf(ones, place), countOf(twos, place),
               shortSource(sourceAt(place, own))});
  return places.empty() ? std::string() : "instructions by line (counted)\n" + table.str();
}

std::string byName(const StepBuild& first, const StepBuild& second, const BuildText& one, const BuildText& two) {
  const auto names = nameDifferences(one, two);
  TextTable table({"name", titleOf(first), titleOf(second)});
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i)
    table.add({names[i].name, std::to_string(names[i].first), std::to_string(names[i].second)});
  const std::string more =
      names.size() > kMostNames ? fmt::format("  and {} more names\n", names.size() - kMostNames) : "";
  return names.empty() ? std::string()
                       : "instructions by name (counted), the greatest difference first\n" + table.str() + more;
}

std::string takes(const StepBuild& step, const BuiltKernel& kernel, const BuildText& text) {
  std::string words = fmt::format("{} for {}, by {}: {} {} instructions\n", kernel.build.kernel, step.target,
                                  kernel.build.compiler, text.instructions.size(), text.language);
  return words + summaryText(kernel, step.target);
}

}  // namespace

std::string linesText(const BuiltKernel& kernel, const std::string& part, const std::optional<OwnKernel>& own) {
  const BuildText& text = partOf(kernel.build, part);
  if (text.instructions.empty()) return wholeText(kernel, part);
  const auto lines = linesIn(text.text);
  std::map<TextPlace, std::vector<const BuildInstruction*>> byPlace;
  for (const BuildInstruction& instruction : text.instructions)
    byPlace[instruction.from.empty() ? TextPlace{} : instruction.from.front()].push_back(&instruction);
  std::string words = fmt::format("// {}, below the line each instruction was made of\n", text.language);
  for (const auto& [place, instructions] : byPlace) {
    words += place.line == 0
                 ? "of no line\n"
                 : fmt::format("{}  {}\n", printable(givenPlace(place, own)), printable(sourceAt(place, own)));
    for (const BuildInstruction* instruction : instructions)
      words += fmt::format(
          "    {}{}\n", printable(readableCode(text.language, lines[static_cast<std::size_t>(instruction->line - 1)])),
          printable(callersOf(*instruction, own)));
  }
  return words;
}

std::string differenceText(const StepBuild& first, const StepBuild& second, const std::string& part,
                           const std::optional<OwnKernel>& own) {
  std::string words;
  for (std::size_t i = 0; i < std::max(first.kernels.size(), second.kernels.size()); ++i) {
    const BuiltKernel none;
    const BuiltKernel& one = i < first.kernels.size() ? first.kernels[i] : none;
    const BuiltKernel& two = i < second.kernels.size() ? second.kernels[i] : none;
    const BuildText &oneText = partOf(one.build, part), &twoText = partOf(two.build, part);
    if (i < first.kernels.size()) words += takes(first, one, oneText);
    if (i < second.kernels.size()) words += takes(second, two, twoText);
    words += byLine(first, second, oneText, twoText, own) + byName(first, second, oneText, twoText);
  }
  return words;
}

}  // namespace strata::inline cli
