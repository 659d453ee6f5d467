#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "engine/base/temporary_folder.h"
#include "engine/base/toolkits.h"
#include "layers/compiler/amdgpu_metadata.h"
#include "layers/compiler/disassembler.h"
#include "layers/compiler/llvm_ir.h"
#include "layers/compiler/llvm_ir_lines.h"
#include "layers/compiler/object_text.h"
#include "layers/compiler/own_text.h"
#include "layers/compiler/ptx_lines.h"
#include "layers/compiler/ptxas_log.h"
#include "layers/compiler/run_time_compiler.h"
#include "layers/compiler/sass_text.h"
#include "layers/compiler/target_features.h"
#include "layers/runtime/symbol_name.h"

// What differs between the vendors' compilers at run time.

namespace strata::inline compiler {
namespace {

// Of the standard library these compilers bring nothing, or part of it.

constexpr std::string_view kNothing = "#pragma once\n";
constexpr std::string_view kCstdint = R"(#pragma once
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
namespace std {
using ::int8_t, ::int16_t, ::int32_t, ::int64_t, ::uint8_t, ::uint16_t, ::uint32_t, ::uint64_t;
}
)";
constexpr std::string_view kCstddef = R"(#pragma once
#define offsetof(type, member) __builtin_offsetof(type, member)
)";
constexpr std::string_view kTypeTraits = R"(#pragma once
namespace std {
template <class T, class U>
constexpr bool is_same_v = false;
template <class T>
constexpr bool is_same_v<T, T> = true;
template <bool, class T, class>
struct strata_choice {
  using type = T;
};
template <class T, class Other>
struct strata_choice<false, T, Other> {
  using type = Other;
};
template <bool first, class T, class Other>
using conditional_t = typename strata_choice<first, T, Other>::type;
template <class T>
struct is_trivial {
  constexpr operator bool() const { return __is_trivial(T); }
};
template <class T>
struct is_standard_layout {
  constexpr operator bool() const { return __is_standard_layout(T); }
};
}  // namespace std
)";
/// HIP's bfloat16 has an output operator.
constexpr std::string_view kOstream = R"(#pragma once
namespace std {
template <class Traits>
class basic_ostream<char, Traits> {
 public:
  basic_ostream& operator<<(float);
};
}  // namespace std
)";

/// How a kernel is started from the host is nothing to a compiler of device code.
constexpr KernelText kNoEntries{"kernels/compat/kernel_entry.h", kNothing};

std::string folderOf(const std::string& file) {
  return file.substr(0, file.rfind('/'));
}

/// Where a library that was opened by its bare name lies.
std::string pathOf(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  void* symbol = handle ? dlsym(handle, "nvrtcVersion") : nullptr;
  Dl_info info{};
  const bool known = symbol && dladdr(symbol, &info) != 0;
  if (handle) dlclose(handle);
  return known ? info.dli_fname : library;
}

/// The first of these folders that holds the file, as an option.
std::vector<std::string> includeOption(const std::vector<std::string>& folders, const std::string& file) {
  for (const std::string& folder : folders)
    if (::access((std::filesystem::path(folder) / file).c_str(), R_OK) == 0) return {"-I" + folder};
  return {};
}

std::vector<std::string> nvrtcOptions(const std::string& library) {
  const std::string here = folderOf(pathOf(library));
  std::vector<std::string> folders{here + "/../include", here + "/../../include"};
  std::ranges::move(cudaToolkit().folders("include"), std::back_inserter(folders));
  auto options = includeOption(folders, "cuda_fp16.h");
  for (const char* option : {"--std=c++20", "--device-as-default-execution-space", "--ptxas-options=-v"})
    options.emplace_back(option);
  return options;
}

std::string nvrtcVersion(const SharedLibrary& library) {
  int (*version)(int* major, int* minor) = nullptr;
  int major = 0, minor = 0;
  if (!library.find("nvrtcVersion", version) || version(&major, &minor) != 0) return {};
  return std::to_string(major) + "." + std::to_string(minor);
}

/// hiprtcVersion answers 9.0 whatever it is; the runtime in the same library knows: 50221153 is 5.2.
std::string hiprtcVersion(const SharedLibrary& library) {
  int (*version)(int* version) = nullptr;
  int number = 0;
  if (!library.find("hipRuntimeGetVersion", version) || version(&number) != 0) return {};
  return std::to_string(number / 10'000'000) + "." + std::to_string(number / 100'000 % 100);
}

CompiledResources nvrtcResources(std::string_view log, std::span<const char>, std::string_view symbol) {
  return ptxasResources(log, symbol);
}

/// NVRTC does both in one call; ptxas says how long its part took.
std::vector<BuildStage> nvrtcStages(Duration whole, std::string_view log) {
  const auto ptxas = ptxasTime(log);
  if (!ptxas || *ptxas > whole) return {{"source → PTX → SASS", whole}};
  return {{"source → PTX", whole - *ptxas}, {"PTX → SASS", *ptxas}};
}

std::vector<std::string> hiprtcOptions(const std::string&) {
  std::vector<std::string> folders = rocmToolkit().folders("include");
  folders.emplace_back("/usr/include");
  auto options = includeOption(folders, "hip/hip_version.h");
  options.emplace_back("-std=c++20");
  options.emplace_back("-O3");
  return options;
}

CompiledResources hiprtcResources(std::string_view, std::span<const char> object, std::string_view symbol) {
  return amdgpuResources(object, symbol);
}

std::vector<BuildStage> hiprtcStages(Duration whole, std::string_view) {
  return {{"source → LLVM IR → AMDGCN", whole}};
}

/// HIPRTC ends the process on a target that AMD's code object manager, which it has opened by then, does not list.
std::vector<std::string> hiprtcTargets() {
  void* manager = nullptr;
  for (const char* file : {"libamd_comgr.so.3", "libamd_comgr.so.2"})
    if (!manager) manager = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
  if (!manager) return {};
  const auto count = reinterpret_cast<int (*)(std::size_t*)>(dlsym(manager, "amd_comgr_get_isa_count"));
  const auto nameOf = reinterpret_cast<int (*)(std::size_t, const char**)>(dlsym(manager, "amd_comgr_get_isa_name"));
  std::vector<std::string> targets;
  std::size_t all = 0;
  if (count && nameOf && count(&all) == 0)
    for (std::size_t i = 0; i < all; ++i) {
      const char* name = nullptr;  // "amdgcn-amd-amdhsa--gfx90a"
      if (nameOf(i, &name) != 0) continue;
      const std::string_view isa = name, target = isa.substr(isa.find("--") + 2);
      if (checkTargetFeatures(target).ok()) targets.emplace_back(target);
    }
  dlclose(manager);
  return targets;
}

/// HIPRTC compares names as demangled, where types have their own names and not the ones they are used by.
std::string hiprtcSymbol(std::span<const char> object, const std::string& kernel) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"__hip_bfloat16", "bfloat16"}, {"hip_bfloat16", "bfloat16"}, {"__half", "half"}};
  for (const std::string& symbol : amdgpuKernels(object)) {
    std::string name = readableSymbol(symbol.c_str());
    for (const auto& [own, used] : kNames)
      for (std::size_t at = name.find(own); at != std::string::npos; at = name.find(own, at + used.size()))
        name.replace(at, own.size(), used);
    if (name == kernel || name == ownKernelName(kernel)) return symbol;
  }
  return {};
}

BuildText amdgcnText(std::span<const char> object, std::string_view symbol) {
  static const std::vector<Disassembler> kPrograms = [] {
    std::vector<std::string> programs = rocmToolkit().folders("llvm/bin/llvm-objdump");
    for (const char* name :
         {"llvm-objdump", "llvm-objdump-19", "llvm-objdump-17", "llvm-objdump-15", "llvm-objdump-14"})
      programs.emplace_back(name);
    std::vector<Disassembler> all;
    all.reserve(programs.size());
    for (std::string& program : programs)
      all.push_back({std::move(program), {"-d", "--no-show-raw-insn", "--disassemble-symbols={}"}});
    return all;
  }();
  const TemporaryFolder folder;
  if (!folder.write("object", object)) return {"AMDGCN", {}, folder.whyRefused()};
  BuildText text = disassembledFile(
      "AMDGCN", kPrograms, folder.path("object"), symbol,
      "not installed: llvm-objdump, which comes with ROCm (rocm-llvm) or with apt install llvm and would print "
      "the instructions");
  if (!text.text.empty()) linkLines(text, folder.path("object"));
  return text;
}

BuildText llvmIrText(const BuildText& module, std::string_view symbol) {
  if (module.text.empty()) return module;
  BuildText text{module.language, llvmIrOfFunction(module.text, symbol), {}};
  text.instructions = llvmIrInstructions(text.text, module.text);
  return text;
}

BuildText ptxTextOf(const BuildText& module, std::string_view symbol) {
  return module.text.empty() ? module : ptxText(module.text, symbol);
}

}  // namespace

RunTimeDialect nvrtcDialect() {
  return {.name = "NVRTC",
          .prefix = "nvrtc",
          .files = cudaToolkit().library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}),
          .missing = "Install NVRTC of the CUDA toolkit (cuda-nvrtc)",
          .targets = "sm_",
          .intermediate = "PTX",
          .machine = "SASS",
          .getIntermediate = "GetPTX",
          .getMachine = "GetCUBIN",
          .version = nvrtcVersion,
          .options = nvrtcOptions,
          .substitutes = {kNoEntries, {"cstdint", kCstdint}, {"type_traits", kTypeTraits}},
          .prelude = "#define INFINITY __int_as_float(0x7f800000)\n",
          .resources = nvrtcResources,
          .stages = nvrtcStages,
          .lineOptions = {"--generate-line-info"},
          .ofFunction = ptxTextOf,
          .machineText = sassText};
}

RunTimeDialect hiprtcDialect() {
  return {.name = "HIPRTC",
          .prefix = "hiprtc",
          .files = rocmToolkit().library({"libhiprtc.so.7", "libhiprtc.so.6", "libamdhip64.so.5", "libhiprtc.so"}),
          .missing = "Install the HIP runtime of your ROCm release (hip-runtime-amd, or libamdhip64-5 on Debian)",
          .targets = "gfx",
          .intermediate = "LLVM IR",
          .machine = "AMDGCN",
          .getIntermediate = {},
          .getMachine = "GetCode",
          .version = hiprtcVersion,
          .options = hiprtcOptions,
          .substitutes = {kNoEntries,
                          {"hip/hip_runtime.h", kNothing},
                          {"hip/hip_fp16.h", kNothing},
                          {"cmath", kNothing},
                          {"cstddef", kCstddef},
                          {"cstdint", kCstdint},
                          {"ostream", kOstream},
                          {"type_traits", kTypeTraits}},
          .prelude = "#define INFINITY __builtin_huge_valf()\n",
          .resources = hiprtcResources,
          .stages = hiprtcStages,
          .intermediateByTool = llvmIr,
          .lineOptions = {"-gline-tables-only", "-gdwarf-4"},
          .ofFunction = llvmIrText,
          .knownTargets = hiprtcTargets,
          .checkFeatures = checkTargetFeatures,
          .findSymbol = hiprtcSymbol,
          .machineText = amdgcnText};
}

}  // namespace strata::inline compiler
