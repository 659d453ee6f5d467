#include "layers/compiler/machine_widths.h"

#include <map>
#include <mutex>
#include <string>

#include "layers/compiler/kept_instructions.h"

namespace strata::inline compiler {
namespace {

void addUse(AccessWidths& widths, const std::string& kernel, const CompiledLine& line, const InstructionUse& use) {
  const auto add = [&](bool shared, bool store) {
    widths.add(kernel, {line.file, line.firstLine, line.lastLine, shared, store, use.amount});
  };
  switch (use.kind) {
    case InstructionKind::GlobalLoad: return add(false, false);
    case InstructionKind::GlobalStore: return add(false, true);
    case InstructionKind::SharedLoad: return add(true, false);
    case InstructionKind::SharedStore: return add(true, true);
    case InstructionKind::AsyncCopy: add(false, false); return add(true, true);
    case InstructionKind::Fp32:
    case InstructionKind::Special:
    case InstructionKind::Matrix:
    case InstructionKind::Barrier: return;
  }
}

AccessWidths widthsFor(const std::string& architecture) {
  AccessWidths widths;
  widths.architecture = architecture;
  for (const auto& [kernel, targets] : keptInstructions().kernels()) {
    const CompiledKernel* compiled = keptInstructions().find(kernel, architecture);
    if (!compiled) compiled = keptInstructions().find(kernel, architecture + "a");
    if (!compiled) continue;
    for (const CompiledLine& line : compiled->lines)
      for (const auto& [use, count] : line.uses) addUse(widths, kernel, line, use);
  }
  return widths;
}

}  // namespace

const AccessWidths& machineWidths(std::string_view architecture) {
  static std::mutex mutex;
  static std::map<std::string, const AccessWidths, std::less<>> made;
  const std::lock_guard lock(mutex);
  auto found = made.find(architecture);
  if (found == made.end()) found = made.emplace(architecture, widthsFor(std::string(architecture))).first;
  return found->second;
}

}  // namespace strata::inline compiler
