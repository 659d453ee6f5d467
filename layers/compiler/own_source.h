#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "layers/compiler/own_text.h"
#include "layers/compiler/run_time_compiler.h"

namespace strata::inline compiler {

/// What compiles a unit's kernels.
using CompileUnit = std::function<Result<RunTimeCompiler::Code>(const std::string& unit, std::span<const std::string>)>;

/// Compiles kernels that somebody brought for a GPU: `kernels` are pairs of what launches ask for and the text's own
/// names. Usage with the compiler's words at the text's lines where it refuses.
Result<RunTimeCompiler::Code> compileOwnSource(const CompileUnit& compile, const OwnText& own,
                                               std::string_view operation,
                                               std::span<const std::pair<std::string, std::string>> kernels);

}  // namespace strata::inline compiler
