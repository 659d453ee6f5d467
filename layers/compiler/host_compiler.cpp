#include "layers/compiler/host_compiler.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/stage_slice.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kList = "strataKernel";  ///< of the functions that hand entries out
constexpr int kLongestSeconds = 60;
constexpr std::size_t kMostWords = 8000;

std::string_view levelHere() {
  const char* asked = std::getenv("STRATA_CPU_LEVEL");
  const std::string_view most = asked ? asked : "v4";
  if (most >= "v4" && __builtin_cpu_supports("x86-64-v4")) return "v4";
  return most >= "v3" && __builtin_cpu_supports("x86-64-v3") ? "v3" : "v1";
}

/// As kernels/StrataOperations.cmake has it for the kernels that are built with the program.
std::string levelFlags(std::string_view level) {
  if (level == "v4") return "-march=x86-64-v4 -mprefer-vector-width=512";
  return level == "v1" ? "" : fmt::format("-march=x86-64-{}", level);
}

/// The list of kernels behind the text.
std::string entriesOf(std::span<const std::string> kernels) {
  std::string text;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    text += fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) void {}{}(strata::KernelEntry* entry) {{\n"
        "  *entry = strata::kernelEntry<{}>(\"{}\");\n}}\n",
        kList, i, kernels[i], kernels[i]);
  return text;
}

/// The compiler's call-outs, each a jump to ours, which keeps the address that it returns to.
std::string callOuts() {
  const auto names = std::ranges::find(kernelTexts(), "kernels/microscope/call_outs.syms", &KernelText::path);
  std::string text;
  std::string_view rest = names->text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (const std::size_t space = line.find(' '); space != std::string_view::npos)
      text += fmt::format(".globl {0}\n.hidden {0}\n.type {0}, @function\n{0}: jmp *{1}@GOTPCREL(%rip)\n",
                          line.substr(0, space), line.substr(space + 1));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return text + ".section .note.GNU-stack,\"\",@progbits\n";
}

bool writeTexts(const TemporaryFolder& folder, const OwnText& own, const std::string& unit) {
  bool all =
      folder.write(ownPath(own), own.text) && folder.write("unit.cpp", unit) && folder.write("call_outs.s", callOuts());
  for (const KernelText& text : kernelTexts()) all = all && folder.write(text.path, text.text);
  for (const std::string_view header : needlessHeaders()) all = all && folder.write(header, std::string_view());
  return all;
}

}  // namespace

/// Shared memory is found by descriptors, since a program has little room for thread-local memory that comes late.
std::string hostFlags(OwnBuild build, std::string_view level) {
  constexpr std::string_view kAlways =
      "-std=c++20 -fPIC -w -fno-gnu-unique -fvisibility=hidden -mtls-dialect=gnu2 -fdiagnostics-color=never "
      "-fno-tree-loop-distribute-patterns -fno-extern-tls-init";
  if (build == OwnBuild::Plain)
    return fmt::format("{} -O3 -funroll-loops -ffp-contract=fast {}", kAlways,
                       levelFlags(level.empty() ? levelHere() : level));
  return fmt::format(
      "{} -O2 -g -DSTRATA_OBSERVED -fsanitize=thread -fsanitize-coverage=trace-pc -fno-tree-vectorize "
      "-fno-finite-loops -fno-tree-slp-vectorize -fno-unroll-loops -fno-builtin-memcpy -fno-crossjumping "
      "-fno-tree-tail-merge",
      kAlways);
}

HostObject::~HostObject() {
  if (m_handle) ::dlclose(m_handle);
}

KernelEntry HostObject::find(std::string_view kernel) const {
  const auto found = std::ranges::find(m_names, kernel);
  return found == m_names.end() ? KernelEntry{} : m_entries[static_cast<std::size_t>(found - m_names.begin())];
}

Result<HostCompiler> HostCompiler::find() {
  const char* asked = std::getenv("CXX");
  const std::string own = asked && std::string_view(asked).find("clang") == std::string_view::npos ? asked : "";
  for (const std::string& program : {own, std::string("g++")})
    if (!program.empty() && toolIsHere(program)) return HostCompiler(program);
  return Error{ErrorCode::Unavailable,
               "A kernel of your own needs a compiler for the CPU device, and g++ is not here; install it (apt install "
               "g++), or choose a GPU.",
               Storey::Compiler};
}

Result<std::shared_ptr<HostObject>> HostCompiler::build(const OwnText& own, std::string_view operation,
                                                        std::span<const std::string> kernels, OwnBuild build) const {
  auto object = std::make_shared<HostObject>();
  const TemporaryFolder& folder = object->m_folder;
  const std::string unit = ownUnit(own, operation) + entriesOf(kernels);
  if (!writeTexts(folder, own, unit))
    return Error{ErrorCode::Io, "The temporary folder takes no files; free some space in it.", Storey::Compiler};
  object->m_path = folder.path("kernels.so");
  const std::string compiler = fmt::format("timeout {} {}", kLongestSeconds, shellQuoted(m_program));
  const std::string in = shellQuoted(folder.path("")), made = shellQuoted(folder.path("unit.o"));
  const auto staged = [&](std::string_view name, const std::string& command) {
    const StageSlice slice(m_recorder, name);
    return outputOf(command);
  };
  const Printed said =
      staged("g++: C++ → object", fmt::format("{} {} -I{} -c {} -o {} 2>&1", compiler, hostFlags(build), in,
                                              shellQuoted(folder.path("unit.cpp")), made));
  if (!said.ok) {
    std::string words = withOwnName(said.text, own, folder.path(""));
    if (words.size() > kMostWords) words = words.substr(0, words.rfind('\n', kMostWords)) + "\n…";
    if (words.empty()) words = fmt::format("It did not come to an end within {} s.", kLongestSeconds);
    return Error{ErrorCode::Usage, fmt::format("{} does not compile:\n{}", own.name, words), Storey::Compiler};
  }
  const Printed linked =
      staged("g++: link", fmt::format("{} -shared -Wl,-Bsymbolic {} {} -o {} 2>&1", compiler, made,
                                      build == OwnBuild::Observed ? shellQuoted(folder.path("call_outs.s")) : "",
                                      shellQuoted(object->m_path)));
  const StageSlice loading(m_recorder, "load");
  object->m_handle = linked.ok ? ::dlopen(object->m_path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (!object->m_handle) {
    const char* why = linked.ok ? ::dlerror() : linked.text.c_str();
    return Error{ErrorCode::Usage,
                 fmt::format("{} compiles, but cannot be loaded: {}", own.name,
                             withOwnName(why ? why : "", own, folder.path(""))),
                 Storey::Compiler};
  }
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const auto hand =
        reinterpret_cast<void (*)(KernelEntry*)>(::dlsym(object->m_handle, fmt::format("{}{}", kList, i).c_str()));
    object->m_names.push_back(kernels[i]);
    if (hand) hand(&object->m_entries.emplace_back());
  }
  return object;
}

}  // namespace strata::inline compiler
