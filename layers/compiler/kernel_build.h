#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/time.h"

namespace strata::inline compiler {

/// What a kernel takes of a compute unit, as its compiler says. Empty where the compiler does not. Kind: counted.
struct CompiledResources {
  std::optional<std::uint32_t> registers;        ///< per thread; AMD: vector registers, those for matrices with them
  std::optional<std::uint32_t> scalarRegisters;  ///< AMD: per wave
  std::optional<std::uint64_t> sharedBytes;      ///< static, per block
  std::optional<std::uint64_t> spillBytes;       ///< per thread: registers that did not fit and live in memory
  std::optional<std::uint64_t> stackBytes;       ///< per thread: spills and arrays in memory
};

/// A stage of compilation. Kind: measured, by Strata or by the compiler itself.
struct BuildStage {
  std::string name;  ///< "source → PTX"
  Duration duration;
};

/// A text a person reads, or why there is none.
struct BuildText {
  std::string language;  ///< "PTX", "LLVM IR", "SASS", "AMDGCN", "x86-64"
  std::string text;
  std::string reason;  ///< if the text is empty
};

/// One kernel on its way from source to machine code.
struct KernelBuild {
  std::string kernel;    ///< "matmul_tiled<32>"
  std::string symbol;    ///< what it is called in the machine code
  std::string target;    ///< "sm_90", "gfx90a", "x86-64"
  std::string compiler;  ///< "NVRTC 13.0"
  BuildText intermediate, machine;
  CompiledResources resources;
  std::vector<BuildStage>
      stages;  ///< of the whole unit the kernel was compiled in; empty where it was not compiled now
};

nlohmann::json toJson(const KernelBuild& build);

}  // namespace strata::inline compiler
