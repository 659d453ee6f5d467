#include "app/cli/compile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/still/printable.h"
#include "app/still/text_table.h"

namespace strata::inline cli {
namespace {

template <class Number>
std::string numberOrNot(const std::optional<Number>& number) {
  return number ? std::to_string(*number) : "not reported";
}

std::string resourcesText(const KernelBuild& build) {
  const CompiledResources& resources = build.resources;
  TextTable table = TextTable::rows(3);
  table.alignLeft(2);
  const auto add = [&](const char* what, const auto& number) { table.add({what, numberOrNot(number), "(counted)"}); };
  add("  registers per thread", resources.registers);
  if (resources.scalarRegisters) add("  scalar registers per wave", resources.scalarRegisters);
  add("  shared bytes per block", resources.sharedBytes);
  add("  spilled bytes per thread", resources.spillBytes);
  add("  stack bytes per thread", resources.stackBytes);
  return table.str();
}

std::string stagesText(const KernelBuild& build) {
  if (build.stages.empty()) return {};
  TextTable table = TextTable::rows(3);
  table.alignLeft(2);
  for (const BuildStage& stage : build.stages)
    table.add(
        {fmt::format("  {}", stage.name), fmt::format("{:.1f} ms", stage.duration.seconds() * 1e3), "(measured)"});
  return table.str();
}

std::string occupancyText(const BuiltKernel& kernel) {
  if (!kernel.traps.empty()) return fmt::format("  no occupancy. {}\n", printable(kernel.traps));
  if (!kernel.occupancy.text.empty())
    return fmt::format("  occupancy with {} threads a block: {} (modelled)\n", kernel.blockThreads,
                       kernel.occupancy.text);
  return fmt::format("  occupancy: not modelled, {}\n", printable(kernel.occupancy.reason));
}

std::string partLine(const BuildText& text, std::string_view name) {
  if (text.text.empty()) return fmt::format("  {}: {}\n", text.language, printable(text.reason));
  const std::string size = text.instructions.empty() ? fmt::format("{} lines", std::ranges::count(text.text, '\n'))
                                                     : fmt::format("{} instructions", text.instructions.size());
  std::string line = fmt::format("  {}: {}; --show {} prints them\n", text.language, size, name);
  if (!text.remark.empty()) line += fmt::format("    {}\n", printable(text.remark));
  return line;
}

}  // namespace

const BuildText& partOf(const KernelBuild& build, const std::string& part) {
  return part == "intermediate" ? build.intermediate : build.machine;
}

std::string summaryText(const BuiltKernel& kernel, const std::string& target) {
  std::string text = stagesText(kernel.build);
  if (!target.starts_with("x86-64")) text = resourcesText(kernel.build) + text + occupancyText(kernel);
  for (const char* part : {"intermediate", "machine"}) text += partLine(partOf(kernel.build, part), part);
  return text;
}

std::string wholeText(const BuiltKernel& kernel, const std::string& part) {
  const BuildText& text = partOf(kernel.build, part);
  if (text.text.empty()) return fmt::format("There is no {} to show: {}.\n", text.language, printable(text.reason));
  return fmt::format("// {}\n{}", text.language, text.text);
}

}  // namespace strata::inline cli
