#include "layers/compiler/llvm_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/base/read_file.h"
#include "engine/base/shell_word.h"
#include "engine/base/temporary_folder.h"
#include "engine/base/toolkits.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/tools.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kLanguage = "LLVM IR";

BuildText none(std::string reason) {
  return {std::string(kLanguage), {}, std::move(reason)};
}

/// Templates are made of the kernels that the host's part mentions.
std::string withMentions(std::string unit, std::span<const std::string> kernels) {
  unit += "const void* const strata_kernels[] = {";
  for (const std::string& kernel : kernels) unit += fmt::format("reinterpret_cast<const void*>({}), ", kernel);
  return unit + "};\n";
}

/// How a kernel is started from the host is left out: it needs more of Strata than the device's text.
bool writeTexts(const TemporaryFolder& folder, const std::string& unit) {
  constexpr std::string_view kHostPart = "kernels/compat/kernel_entry.h";
  return folder.write("unit.hip", unit) && std::ranges::all_of(kernelTexts(), [&](const KernelText& text) {
           return folder.write(text.path, text.path == kHostPart ? "" : text.text);
         });
}

}  // namespace

BuildText llvmIr(const std::string& unit, std::span<const std::string> kernels, const std::string& target) {
  const std::string program = firstTool(rocmToolkit().program("hipcc"));
  if (program.empty()) return none("not installed: hipcc, which comes with ROCm and would print it");
  const TemporaryFolder folder;
  if (!writeTexts(folder, withMentions(unit, kernels))) return none(folder.whyRefused());
  const std::string printed = folder.path("unit.ll");
  const Printed said =
      outputOf(fmt::format("{} -x hip --cuda-device-only -S -emit-llvm -O3 -gline-tables-only -std=c++20 "
                           "-Qunused-arguments --offload-arch={} -I {} "
                           "-o {} {} 2>&1",
                           shellQuoted(program), shellQuoted(target), shellQuoted(folder.path("")),
                           shellQuoted(printed), shellQuoted(folder.path("unit.hip"))));
  if (!said.ok) return none(fmt::format("{} does not compile it: {}", program, said.text));
  return {std::string(kLanguage), readIfThere(printed), {}};
}

std::string llvmIrOfFunction(std::string_view module, std::string_view symbol) {
  const std::string called = fmt::format("@{}(", symbol);
  for (std::size_t at = module.find("\ndefine "); at != std::string_view::npos; at = module.find("\ndefine ", at + 1)) {
    const std::string_view line = module.substr(at + 1, module.find('\n', at + 1) - at - 1);
    if (line.find(called) == std::string_view::npos) continue;
    return std::string(module.substr(at + 1, module.find("\n}\n", at) + 2 - at));
  }
  return std::string(module);
}

}  // namespace strata::inline compiler
