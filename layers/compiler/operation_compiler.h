#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"
#include "engine/base/temporary_folder.h"
#include "layers/compiler/kernel_texts.h"

namespace strata::inline compiler {

/// A vendor's compiler that is a program, for the kernels of an operation as their texts are in this program: neither
/// the sources nor a device are needed.
class OperationCompiler {
 public:
  /// nvcc of the CUDA toolkit (`cudaToolkit`). Unavailable where it is not.
  static Result<OperationCompiler> nvcc();
  /// hipcc of ROCm (`rocmToolkit`).
  static Result<OperationCompiler> hipcc();

  /// What was made, and what the compiler said.
  struct Output {
    std::string bytes, said;
  };
  /// Of kernels/NAME/NAME_entries.cpp with these arguments. Usage with the compiler's own words where it refuses.
  Result<Output> compile(std::string_view operation, const std::string& arguments) const;
  /// Of any other texts, the first of them the unit; its name says the language ("some.ptx").
  Result<Output> compile(std::span<const KernelText> texts, const std::string& arguments) const;

  /// "nvcc 13.0", "hipcc 5.2"
  std::string title() const;

 private:
  OperationCompiler(std::string name, std::string program, std::string language)
      : m_name(std::move(name)), m_program(std::move(program)), m_language(std::move(language)) {}

  Result<Output> compileIn(const TemporaryFolder& folder, std::string_view unit, const std::string& arguments) const;

  std::string m_name, m_program, m_language;
};

/// "linear_warp<half>" of the symbol of what a compiler calls linear_warp<__half>.
std::string kernelOfSymbol(const std::string& symbol);

}  // namespace strata::inline compiler
