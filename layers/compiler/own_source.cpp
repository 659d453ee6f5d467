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
  const std::string words = wordsAboutSource(code.error().message, own);
  return Error{ErrorCode::Usage,
               own.name + " does not compile: " + (words.empty() ? "The compiler says nothing." : words),
               Storey::Compiler};
}

}  // namespace strata::inline compiler
