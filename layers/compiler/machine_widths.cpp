#include "layers/compiler/machine_widths.h"

#include <map>
#include <string>

#include "engine/base/mutex.h"
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
    case InstructionKind::Barrier:
    case InstructionKind::Scalar: return;
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

class MadeWidths {
 public:
  const AccessWidths& of(std::string_view architecture) {
    const Lock lock(m_mutex);
    auto found = m_made.find(architecture);
    if (found == m_made.end()) found = m_made.emplace(architecture, widthsFor(std::string(architecture))).first;
    return found->second;
  }

 private:
  Mutex m_mutex;
  std::map<std::string, const AccessWidths, std::less<>> m_made STRATA_GUARDED_BY(m_mutex);
};

}  // namespace

const AccessWidths& machineWidths(std::string_view architecture) {
  static MadeWidths made;
  return made.of(architecture);
}

}  // namespace strata::inline compiler
