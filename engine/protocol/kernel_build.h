#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/base/time.h"

namespace strata::inline protocol {

/// What a kernel takes of a compute unit, as its compiler says. Empty where the compiler does not. Kind: counted.
struct CompiledResources {
  std::optional<std::uint32_t> registers;        ///< per thread; AMD: vector registers, those for matrices with them
  std::optional<std::uint32_t> scalarRegisters;  ///< AMD: per wave
  std::optional<std::uint64_t> sharedBytes;      ///< static, per block
  std::optional<std::uint64_t> spillBytes;       ///< per thread: registers that did not fit and live in memory
  std::optional<std::uint64_t> stackBytes;       ///< per thread: spills and arrays in memory
  friend bool operator==(const CompiledResources&, const CompiledResources&) = default;
};

/// A stage of compilation. Kind: measured, by Strata or by the compiler itself.
struct BuildStage {
  std::string name;  ///< "source → PTX"
  Duration duration;
  friend bool operator==(const BuildStage&, const BuildStage&) = default;
};

/// A line of a kernel's text (*.cuh).
struct TextPlace {
  std::string file;  ///< "kernels/matmul/tiled.cuh"
  int line = 0;      ///< from 1
  friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

/// An instruction of a compiler's text.
struct BuildInstruction {
  int line = 0;      ///< of that text, from 1
  std::string name;  ///< "FFMA", "vfmadd231ps", "ld.global.f32"
  /// What it was made of, as the compiler's line table says: the innermost line, then the lines that call what is
  /// inlined there. Empty: it names none of a kernel's text.
  std::vector<TextPlace> from = {};
  friend bool operator==(const BuildInstruction&, const BuildInstruction&) = default;
};

/// A text a person reads, or why there is none.
struct BuildText {
  std::string language;  ///< "PTX", "LLVM IR", "SASS", "AMDGCN", "x86-64"
  std::string text;
  std::string reason;                               ///< if the text is empty
  std::vector<BuildInstruction> instructions = {};  ///< in the text's order; empty where nobody told them apart
  std::string remark = {};                          ///< what the text lacks, and what would bring it
  friend bool operator==(const BuildText&, const BuildText&) = default;
};

/// One kernel on its way from source to machine code.
struct KernelBuild {
  std::string kernel;    ///< "matmul_tiled<32>"
  std::string symbol;    ///< what it is called in the machine code
  std::string target;    ///< "sm_90", "gfx90a", "x86-64"
  std::string compiler;  ///< "NVRTC 13.0"
  BuildText intermediate, machine;
  CompiledResources resources;
  /// Of the whole unit the kernel was compiled in; empty where it was not compiled now.
  std::vector<BuildStage> stages;
  friend bool operator==(const KernelBuild&, const KernelBuild&) = default;
};

/// How many blocks of a launch a compute unit holds at once. Kind: modelled.
struct BuiltOccupancy {
  std::optional<double> share;  ///< of the unit's warps
  std::string text;             ///< "64 of 64 warps a unit …"; empty: not modelled
  std::string reason;           ///< then why not
  friend bool operator==(const BuiltOccupancy&, const BuiltOccupancy&) = default;
};

/// A kernel of a variant, as its launch uses it.
struct BuiltKernel {
  KernelBuild build;
  std::uint64_t blockThreads = 0, dynamicSharedBytes = 0;
  BuiltOccupancy occupancy;
  std::string traps = {};  ///< that the kernel does nothing else on this target, and why; empty: it computes
  friend bool operator==(const BuiltKernel&, const BuiltKernel&) = default;
};

/// What a compiler made of a variant's kernels for a target.
struct StepBuild {
  std::string experiment, variant, target;
  std::string problem;  ///< the size its launch is of: "512×512×512"
  std::vector<BuiltKernel> kernels;
  friend bool operator==(const StepBuild&, const StepBuild&) = default;
};

nlohmann::json toJson(const KernelBuild& build);
/// Of what an agent answered to --compile; what is absent or of another type is as if it were not said. Usage where
/// there is no kernel in it.
Result<StepBuild> stepBuildFromJson(const nlohmann::json& json);

}  // namespace strata::inline protocol
