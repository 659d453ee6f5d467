#include "layers/compiler/operation_compiler.h"

#include <fmt/format.h>

#include <vector>

#include "engine/base/read_file.h"
#include "engine/base/shell_word.h"
#include "engine/base/toolkits.h"
#include "layers/compiler/tools.h"
#include "layers/runtime/symbol_name.h"

namespace strata::inline compiler {
namespace {

/// In place of kernels/compat/kernel_entry.h: that a list names a kernel is all it takes for a compiler to make it.
constexpr std::string_view kEntries = R"(#pragma once
namespace strata {
struct KernelEntry {
  const char* name;
  const void* function;
};
template <auto kernel>
KernelEntry kernelEntry(const char* name) {
  return {name, reinterpret_cast<const void*>(kernel)};
}
template <auto kernel>
KernelEntry waitingKernelEntry(const char* name) {
  return kernelEntry<kernel>(name);
}
template <auto kernel>
KernelEntry kernelEntryIf(bool, const char* name) {
  return kernelEntry<kernel>(name);
}
}  // namespace strata
)";

/// "13.0" of "release 13.0, V13.0.88", "5.2" of "HIP version: 5.2.21153-0".
std::string versionIn(std::string_view text) {
  for (const std::string_view before : {"release ", "HIP version: "}) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) continue;
    text.remove_prefix(at + before.size());
    const std::size_t end = text.find_first_not_of("0123456789", text.find('.') + 1);
    return std::string(text.substr(0, end));
  }
  return {};
}

}  // namespace

Result<OperationCompiler> OperationCompiler::nvcc() {
  const std::string program = firstTool(cudaToolkit().program("nvcc"));
  if (!program.empty()) return OperationCompiler("nvcc", program, "cu");
  return Error{ErrorCode::Unavailable, "nvcc is not here; install the CUDA toolkit, or say where it is with CUDA_HOME.",
               Storey::Compiler};
}

Result<OperationCompiler> OperationCompiler::hipcc() {
  const std::string program = firstTool(rocmToolkit().program("hipcc"));
  if (!program.empty()) return OperationCompiler("hipcc", program, "hip");
  return Error{ErrorCode::Unavailable, "hipcc is not here; install it, or say where ROCm is with ROCM_PATH.",
               Storey::Compiler};
}

Result<OperationCompiler::Output> OperationCompiler::compile(std::string_view operation,
                                                             const std::string& arguments) const {
  const TemporaryFolder folder;
  for (const KernelText& text : kernelTexts())
    if (!folder.write(text.path, text.path == "kernels/compat/kernel_entry.h" ? kEntries : text.text))
      return folder.refusal(Storey::Compiler);
  return compileIn(folder, fmt::format("kernels/{0}/{0}_entries.cpp", operation),
                   fmt::format("-O3 -std=c++20 -x {} {}", m_language, arguments));
}

Result<OperationCompiler::Output> OperationCompiler::compile(std::span<const KernelText> texts,
                                                             const std::string& arguments) const {
  const TemporaryFolder folder;
  for (const KernelText& text : texts)
    if (!folder.write(text.path, text.text)) return folder.refusal(Storey::Compiler);
  return compileIn(folder, texts.front().path, arguments);
}

Result<OperationCompiler::Output> OperationCompiler::compileIn(const TemporaryFolder& folder, std::string_view unit,
                                                               const std::string& arguments) const {
  const std::string made = folder.path("made");
  const Printed said =
      outputOf(fmt::format("{} {} -I{} {} -o {} 2>&1", shellQuoted(m_program), arguments, shellQuoted(folder.path("")),
                           shellQuoted(folder.path(unit)), shellQuoted(made)));
  if (!said.ok)
    return Error{ErrorCode::Usage, fmt::format("{} refused {}:\n{}", m_name, unit, said.text), Storey::Compiler};
  return Output{readIfThere(made), said.text};
}

std::string OperationCompiler::title() const {
  return m_name + " " + versionIn(outputOf(shellQuoted(m_program) + " --version 2>/dev/null").text);
}

std::string kernelOfSymbol(const std::string& symbol) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {{"__half", "half"},
                                                                      {"__nv_bfloat16", "bfloat16"},
                                                                      {"__hip_bfloat16", "bfloat16"},
                                                                      {"hip_bfloat16", "bfloat16"},
                                                                      {"signed char", "int8"}};
  std::string name = readableSymbol(symbol.c_str());
  for (const auto& [own, ours] : kTypes)
    if (const std::size_t at = name.find(own); at != std::string::npos) name.replace(at, own.size(), ours);
  return name;
}

}  // namespace strata::inline compiler
