#include "layers/compiler/own_source.h"

#include <vector>

namespace strata::inline compiler {

Result<RunTimeCompiler::Code> compileOwnSource(const CompileUnit& compile, const OwnText& own,
                                               std::string_view operation,
                                               std::span<const std::pair<std::string, std::string>> kernels) {
  const KernelOutline outline = outlineOf(own.text);
  std::vector<std::string> names;
  for (const auto& [asked, name] : kernels) {  // as ownUnit() calls them; those of other texts have their own names
    const bool brought = outline.find(std::string_view(name).substr(0, name.find('<'))) != nullptr;
    names.push_back((brought ? "own_" : "") + name);
  }
  auto code = compile(ownSource(own, operation), names);
  if (code.ok() || code.error().code != ErrorCode::Usage) return code;
  return Error{ErrorCode::Usage, own.name + " does not compile: " + wordsAboutSource(code.error().message, own),
               Storey::Compiler};
}

}  // namespace strata::inline compiler
