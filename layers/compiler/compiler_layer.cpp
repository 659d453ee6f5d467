#include "layers/compiler/compiler_layer.h"

#include <fmt/format.h>

#include <string_view>

#include "build_facts.h"
#include "kernels/operation/cpu_level.h"

namespace strata::inline compiler {
namespace {

constexpr StackLayer kLayer{
    .storey = Storey::Compiler,
    .teaching =
        "The compiler turns a kernel's source into the device's instructions, in stages you can read: source, an "
        "intermediate language, machine code. It decides what stays in registers, unrolls loops, and picks the vector "
        "and matrix instructions; a kernel that needs one register too many can lose half its speed. It works ahead of "
        "time, when a program is built, or just in time, when shapes are known.",
    .cuda = "nvcc and NVRTC: CUDA C++ to PTX to SASS.",
    .rocm = "hipcc and HIPRTC: HIP C++ to LLVM IR to AMDGCN.",
    .cpu = "The host's C++ compiler: CUDA C++ to x86-64, with each GPU thread as a function call or a fiber.",
};

std::string_view compilerName(std::string_view id) {
  if (id == "GNU") return "GCC";
  return id;
}

}  // namespace

const StackLayer& compilerLayer() {
  return kLayer;
}

std::string hostCompiler() {
  return std::string(compilerName(build::kCompiler)) + " " + build::kCompilerVersion;
}

std::string kernelFlags(std::string_view level) {
  if (level == "v1") return build::kFlags;
  return fmt::format("{} {}", build::kFlags,
                     level == "v4" ? build::kFlagsOfV4 : fmt::format("-march=x86-64-{}", level));
}

StoreyState probeCpuCompiler() {
  StoreyState state;
  state.storey = Storey::Compiler;
  state.available = true;
  state.name = compilerName(build::kCompiler);
  state.version = build::kCompilerVersion;
  state.reason = "worked ahead of time, when this program was built: " + kernelFlags(cpuLevel());
  return state;
}

StoreyState probeGpuCompiler(const GpuCompiler& compiler) {
  StoreyState state;
  state.storey = Storey::Compiler;
  state.available = true;
  state.name = compiler.name;
  state.version = compiler.version;
  state.reason =
      "worked ahead of time, for " + compiler.architectures + "; with compile=now it works while Strata runs";
  return state;
}

}  // namespace strata::inline compiler
