#include "layers/compiler/unit_includes.h"

#include <algorithm>
#include <vector>

#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/own_text.h"

namespace strata::inline compiler {
namespace {

/// Of <cmath>: the special functions, which no kernel calls, and which take a sixth of a kernel's time to compile.
constexpr std::string_view kSpecialFunctions = "bits/specfun.h";

/// However they are included: their paths are looked for.
void addIncluded(std::string_view text, std::vector<const KernelText*>& all) {
  for (const std::string_view root : {"kernels/", "engine/"})
    for (std::size_t at = text.find(root); at != std::string_view::npos; at = text.find(root, at + 1)) {
      const std::string_view path = text.substr(at, text.find_first_of("\">", at) - at);
      const auto found = std::ranges::find(kernelTexts(), path, &KernelText::path);
      if (found == kernelTexts().end() || std::ranges::find(all, &*found) != all.end()) continue;
      all.push_back(&*found);
      addIncluded(found->text, all);
    }
}

}  // namespace

bool writeIncludes(const TemporaryFolder& folder, std::initializer_list<std::string_view> texts) {
  std::vector<const KernelText*> included;
  for (const std::string_view text : texts) addIncluded(text, included);
  bool all = folder.write(kSpecialFunctions, std::string_view());
  for (const KernelText* text : included) all = all && folder.write(text->path, text->text);
  for (const std::string_view header : needlessHeaders())
    if (std::ranges::any_of(texts, [&](std::string_view text) { return text.find(header) != std::string_view::npos; }))
      all = all && folder.write(header, std::string_view());
  return all;
}

}  // namespace strata::inline compiler
