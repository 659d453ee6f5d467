#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "layers/compiler/contained_run.h"
#include "layers/compiler/run_time_compiler.h"

namespace strata::inline compiler {

/// A vendor's compiler for texts that somebody brought, in a contained process: what comes to no end there, needs too
/// much or crashes, ends that process alone.
class ContainedCompiler {
 public:
  /// `program`: whose main() asks compiledAsTold() first; this one's does.
  explicit ContainedCompiler(RunTimeDialect dialect, std::string program = "/proc/self/exe",
                             ContainedLimits limits = {})
      : m_dialect(std::move(dialect)), m_program(std::move(program)), m_limits(limits) {}

  /// As RunTimeCompiler::code(). Usage where it takes more time or memory than it gets, Stopped where the token says
  /// so.
  Result<RunTimeCompiler::Code> code(const std::string& unit, std::span<const std::string> kernels,
                                     const std::string& target, TraceRecorder& recorder,
                                     const std::stop_token& stop = {}) const;

 private:
  Result<RunTimeCompiler::Made> make(const std::string& unit, std::span<const std::string> kernels,
                                     const std::string& target, const std::stop_token& stop) const;

  RunTimeDialect m_dialect;
  std::string m_program;
  ContainedLimits m_limits;
};

/// Does what a ContainedCompiler told this process: the status to leave with. nullopt: none told it anything.
std::optional<int> compiledAsTold(int argc, const char* const* argv, RunTimeDialect (*dialect)());

}  // namespace strata::inline compiler
