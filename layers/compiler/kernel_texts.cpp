#include "layers/compiler/kernel_texts.h"

#include <algorithm>

namespace strata::inline compiler {
namespace {

constexpr KernelText kTexts[] = {
#include "kernel_texts.inc"
};

constexpr std::string_view kHostPart = "\nnamespace strata::";

bool isSystemInclude(std::string_view line) {
  return line.starts_with("#include <");
}

}  // namespace

std::span<const KernelText> kernelTexts() {
  return kTexts;
}

Result<std::string> deviceUnit(std::string_view operation) {
  const std::string path = "kernels/" + std::string(operation) + "/" + std::string(operation) + "_entries.cpp";
  const auto list = std::ranges::find(kTexts, path, &KernelText::path);
  if (list == std::end(kTexts))
    return Error{ErrorCode::Usage, "There is no operation '" + std::string(operation) + "'.", Storey::Compiler};
  std::string_view rest = list->text.substr(0, list->text.find(kHostPart));
  std::string unit;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (!isSystemInclude(line)) unit.append(line).append("\n");
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return unit;
}

}  // namespace strata::inline compiler
