#include "layers/compiler/nvcc_instructions.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "engine/base/fingerprint.h"
#include "layers/compiler/cubin_lines.h"
#include "layers/compiler/elf_file.h"
#include "layers/compiler/machine_code.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/ptxas_log.h"
#include "layers/compiler/sass.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

std::vector<MachineInstruction> instructionsOf(std::string_view code, const std::vector<AddressLine>& lines,
                                               std::string_view target) {
  std::vector<MachineInstruction> all;
  for (std::size_t i = 0; i < code.size() / kSassBytes; ++i) {
    all.push_back(sassInstruction(code, i, target));
    const AddressLine* line = lineAt(lines, i * kSassBytes);
    if (!line) continue;
    all.back().file = line->from.front().file;
    all.back().line = line->from.front().line;
  }
  return all;
}

}  // namespace

LineInstructions cubinInstructions(std::string_view cubin, std::string_view said, const std::string& target) {
  LineInstructions instructions;
  const ElfFile file(cubin);
  for (const auto& [symbol, lines] : cubinLines(file)) {
    CompiledKernel kernel = countedByLine(instructionsOf(file.section(".text." + symbol), lines, target));
    const CompiledResources resources = ptxasResources(said, symbol);
    kernel.registers = resources.registers.value_or(0);
    kernel.sharedBytes = resources.sharedBytes.value_or(0);
    kernel.spillBytes = resources.spillBytes.value_or(0);
    kernel.stackBytes = resources.stackBytes.value_or(0);
    for (const CompiledLine& line : kernel.lines) instructions.texts[line.file] = fingerprint(textOfFile(line.file));
    instructions.add(kernelOfSymbol(symbol), target, std::move(kernel));
  }
  return instructions;
}

Result<LineInstructions> nvccInstructions(std::string_view operation, const std::string& target) {
  STRATA_ASSIGN(const OperationCompiler nvcc, OperationCompiler::nvcc());
  STRATA_ASSIGN(const auto made, nvcc.compile(operation, fmt::format("-cubin -lineinfo -Xptxas -v -arch={}", target)));
  LineInstructions instructions = cubinInstructions(made.bytes, made.said, target);
  instructions.compilers.insert(nvcc.title());
  return instructions;
}

}  // namespace strata::inline compiler
