#include "layers/compiler/nvcc_widths.h"

#include <fmt/format.h>

#include "engine/base/fingerprint.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/ptx_accesses.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kTarget = "sm_90a";  ///< all kernels, those for Hopper alone too

void addAccess(AccessWidths& widths, const PtxAccess& access) {
  const std::string_view text = textOfFile(access.file);
  const Statement statement = statementAt(text, access.line);
  widths.texts[access.file] = fingerprint(text);
  for (const bool shared : {false, true}) {
    if (access.space == (shared ? PtxAccess::Space::Global : PtxAccess::Space::Shared)) continue;
    widths.add(kernelOfSymbol(access.symbol),
               {access.file, statement.first, statement.last, shared, access.store, access.bytes});
  }
}

}  // namespace

const AccessWidths& keptWidths() {
  static const AccessWidths kWidths = [] {
    auto parsed = AccessWidths::parse(accessWidthsText());
    AccessWidths widths = parsed.ok() ? std::move(parsed).value() : AccessWidths{};
    for (const auto& [file, print] : widths.texts)
      if (fingerprint(textOfFile(file)) != print) widths.forget(file);
    return widths;
  }();
  return kWidths;
}

Result<AccessWidths> nvccWidths(std::string_view operation) {
  STRATA_ASSIGN(const OperationCompiler nvcc, OperationCompiler::nvcc());
  STRATA_ASSIGN(const auto ptx, nvcc.compile(operation, fmt::format("-ptx -lineinfo -arch={}", kTarget)));
  AccessWidths widths;
  widths.compiler = ptxOrigin(ptx.bytes);
  for (const PtxAccess& access : ptxAccesses(ptx.bytes)) addAccess(widths, access);
  return widths;
}

}  // namespace strata::inline compiler
