#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"

namespace strata::inline compiler {

/// A vendor's compiler that is a program, for the kernels of an operation as their texts are in this program: neither
/// the sources nor a device are needed.
class OperationCompiler {
 public:
  /// nvcc: of CUDA_HOME, on PATH, or where it is installed by default. Unavailable where it is not.
  static Result<OperationCompiler> nvcc();
  /// hipcc: on PATH or of ROCM_PATH.
  static Result<OperationCompiler> hipcc();

  /// What became of kernels/NAME/NAME_entries.cpp with these arguments, and what the compiler said.
  struct Output {
    std::string bytes, said;
  };
  /// Usage with the compiler's own words where it refuses.
  Result<Output> compile(std::string_view operation, const std::string& arguments) const;

  /// "nvcc 13.0", "hipcc 5.2"
  std::string title() const;

 private:
  OperationCompiler(std::string name, std::string program, std::string language)
      : m_name(std::move(name)), m_program(std::move(program)), m_language(std::move(language)) {}

  std::string m_name, m_program, m_language;
};

/// "linear_warp<half>" of the symbol of what a compiler calls linear_warp<__half>.
std::string kernelOfSymbol(const std::string& symbol);

}  // namespace strata::inline compiler
