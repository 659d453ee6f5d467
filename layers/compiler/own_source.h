#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "layers/compiler/own_text.h"
#include "layers/compiler/run_time_compiler.h"

namespace strata::inline compiler {

/// Compiles kernels that somebody brought for a GPU: `kernels` are pairs of what launches ask for and the text's own
/// names. Usage with the compiler's words at the text's lines where it refuses.
Result<RunTimeCompiler::Code> compileOwnSource(const RunTimeCompiler& compiler, const OwnText& own,
                                               std::string_view operation,
                                               std::span<const std::pair<std::string, std::string>> kernels,
                                               const std::string& target, TraceRecorder& recorder);

}  // namespace strata::inline compiler
