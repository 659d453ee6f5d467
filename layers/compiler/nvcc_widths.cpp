#include "layers/compiler/nvcc_widths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/ptx_accesses.h"
#include "layers/compiler/tools.h"
#include "layers/runtime/symbol_name.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kTarget = "sm_90";

/// In place of kernels/compat/kernel_entry.h: that a list names a kernel is all it takes for nvcc to compile it.
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
}  // namespace strata
)";

std::string_view textOf(std::string_view file) {
  const auto found = std::ranges::find(kernelTexts(), file, &KernelText::path);
  return found == kernelTexts().end() ? std::string_view{} : found->text;
}

/// FNV-1a of 64 bits.
std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return fmt::format("{:016x}", hash);
}

std::string nvccProgram() {
  const char* home = std::getenv("CUDA_HOME");
  for (const std::string& program :
       {home ? std::string(home) + "/bin/nvcc" : std::string("nvcc"), std::string("/usr/local/cuda/bin/nvcc")})
    if (toolIsHere(program)) return program;
  return "nvcc";
}

/// "linear_warp<half>" of what the compiler calls linear_warp<__half>.
std::string kernelName(const std::string& symbol) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {"__half", "half"}, {"__nv_bfloat16", "bfloat16"}, {"signed char", "int8"}};
  std::string name = readableSymbol(symbol.c_str());
  for (const auto& [own, ours] : kTypes)
    if (const std::size_t at = name.find(own); at != std::string::npos) name.replace(at, own.size(), ours);
  return name;
}

/// Without what ends it and comments.
std::string_view codeOf(std::string_view line) {
  line = line.substr(0, line.find("//"));
  const std::size_t end = line.find_last_not_of(" \t\r");
  return end == std::string_view::npos ? std::string_view{} : line.substr(0, end + 1);
}

bool endsStatement(std::string_view line) {
  const std::string_view code = codeOf(line);
  return code.empty() || code.find_last_of(";{}") == code.size() - 1 || code.starts_with('#');
}

Result<std::string> ptxOf(std::string_view operation) {
  const std::string nvcc = nvccProgram();
  if (!toolIsHere(nvcc))
    return Error{ErrorCode::Unavailable,
                 "nvcc is not here; install the CUDA toolkit, or say where it is with CUDA_HOME.", Storey::Compiler};
  const TemporaryFolder folder;
  for (const KernelText& text : kernelTexts())
    if (!folder.write(text.path, text.path == "kernels/compat/kernel_entry.h" ? kEntries : text.text))
      return Error{ErrorCode::Io, "The temporary folder takes no files.", Storey::Compiler};
  const std::string unit = folder.path(fmt::format("kernels/{0}/{0}_entries.cpp", operation));
  const Printed printed =
      outputOf(fmt::format("{} -ptx -lineinfo -O3 -std=c++20 -arch={} -x cu -I{} {} -o - 2>&1", shellQuoted(nvcc),
                           kTarget, shellQuoted(folder.path("")), shellQuoted(unit)));
  if (printed.ok) return printed.text;
  return Error{ErrorCode::Usage, fmt::format("nvcc refused the kernels of {}:\n{}", operation, printed.text),
               Storey::Compiler};
}

void addAccess(AccessWidths& widths, const PtxAccess& access) {
  const std::string_view text = textOf(access.file);
  const Statement statement = statementAt(text, access.line);
  widths.texts[access.file] = fingerprint(text);
  for (const bool shared : {false, true}) {
    if (access.space == (shared ? PtxAccess::Space::Global : PtxAccess::Space::Shared)) continue;
    widths.add(kernelName(access.symbol),
               {access.file, statement.first, statement.last, shared, access.store, access.bytes});
  }
}

}  // namespace

const AccessWidths& keptWidths() {
  static const AccessWidths kWidths = [] {
    auto parsed = AccessWidths::parse(accessWidthsText());
    AccessWidths widths = parsed.ok() ? std::move(parsed).value() : AccessWidths{};
    for (const auto& [file, print] : widths.texts)
      if (fingerprint(textOf(file)) != print) widths.forget(file);
    return widths;
  }();
  return kWidths;
}

Result<AccessWidths> nvccWidths(std::string_view operation) {
  STRATA_ASSIGN(const std::string ptx, ptxOf(operation));
  AccessWidths widths;
  widths.compiler = ptxOrigin(ptx);
  for (const PtxAccess& access : ptxAccesses(ptx)) addAccess(widths, access);
  return widths;
}

Statement statementAt(std::string_view text, int line) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  const int count = static_cast<int>(lines.size());
  const auto ends = [&](int number) { return endsStatement(lines[static_cast<std::size_t>(number - 1)]); };
  Statement statement{line, line};
  while (statement.first > 1 && statement.first <= count && !ends(statement.first - 1)) --statement.first;
  while (statement.last < count && !ends(statement.last)) ++statement.last;
  return statement;
}

}  // namespace strata::inline compiler
