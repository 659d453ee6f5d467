#include "layers/compiler/hipcc_instructions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/fingerprint.h"
#include "engine/base/shell_word.h"
#include "layers/compiler/gcn_assembly.h"
#include "layers/compiler/machine_code.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kArguments =
    "-S -gdwarf-4 -gline-tables-only --cuda-device-only -Qunused-arguments --offload-arch=";

/// Options that link the device library of another architecture: those that hipcc says it would link for it.
Result<std::string> libraryOf(const OperationCompiler& hipcc, std::string_view operation, std::string_view target) {
  constexpr std::string_view kLinks = "\"-mlink-builtin-bitcode\" \"";
  STRATA_ASSIGN(const auto dryRun, hipcc.compile(operation, fmt::format("{}{} -###", kArguments, target)));
  std::string options = "-nogpulib";
  std::string_view rest = dryRun.said;
  for (std::size_t at = rest.find(kLinks); at != std::string_view::npos; at = rest.find(kLinks)) {
    rest.remove_prefix(at + kLinks.size());
    const std::string_view file = rest.substr(0, rest.find('"'));
    options += " -Xclang -mlink-builtin-bitcode -Xclang " + shellQuoted(file);
  }
  return options;
}

}  // namespace

LineInstructions assemblyInstructions(std::string_view assembly, const std::string& target) {
  LineInstructions instructions;
  for (const GcnKernel& kernel : gcnKernels(assembly)) {
    CompiledKernel compiled = countedByLine(kernel.code);
    compiled.registers = kernel.resources.registers.value_or(0);
    compiled.sharedBytes = kernel.resources.sharedBytes.value_or(0);
    compiled.spillBytes = kernel.resources.spillBytes.value_or(0);
    compiled.stackBytes = kernel.resources.stackBytes.value_or(0);
    for (const CompiledLine& line : compiled.lines) instructions.texts[line.file] = fingerprint(textOfFile(line.file));
    instructions.add(kernelOfSymbol(kernel.symbol), target, std::move(compiled));
  }
  return instructions;
}

Result<LineInstructions> hipccInstructions(std::string_view operation, const std::string& target) {
  STRATA_ASSIGN(const OperationCompiler hipcc, OperationCompiler::hipcc());
  constexpr const char* kOtherLibrary = "gfx1030";
  const std::string arguments = fmt::format("{}{}", kArguments, target);
  auto made = hipcc.compile(operation, arguments);
  const bool lacks =
      !made.ok() && made.error().message.find("cannot find ROCm device library for") != std::string::npos;
  if (lacks) {
    STRATA_ASSIGN(const std::string library, libraryOf(hipcc, operation, kOtherLibrary));
    made = hipcc.compile(operation, arguments + " " + library);
  }
  if (!made.ok()) return made.error();
  LineInstructions instructions = assemblyInstructions(made.value().bytes, target);
  instructions.compilers.insert(hipcc.title());
  if (lacks) instructions.libraries[target] = kOtherLibrary;
  return instructions;
}

}  // namespace strata::inline compiler
