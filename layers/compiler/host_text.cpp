#include "layers/compiler/host_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>

#include "layers/compiler/disassembler.h"
#include "layers/compiler/elf_file.h"
#include "layers/compiler/host_compiler.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/object_text.h"
#include "layers/compiler/operation_compiler.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kHost = "x86-64";
constexpr std::string_view kOwn = "own_";  ///< before the names of kernels that somebody brought (ownUnit())
constexpr std::string_view kRemark =
    "compiled again as a shared object, as kernels of your own are: the agent's own copy finds shared memory by another "
    "way";

/// Folders, names and what the stages have in common.
struct HostBuild {
  TemporaryFolder folder;
  std::string command;  ///< compiler and flags
  std::vector<BuildStage> stages;

  std::string path(std::string_view file) const { return shellQuoted(folder.path(file)); }
};

/// "v3" of "x86-64-v3".
std::string levelOf(std::string_view target) {
  return std::string(target.substr(std::min(target.size(), kHost.size() + 1)));
}

/// Kernels that nothing uses would not be made.
std::string withUses(std::string unit, std::span<const std::string> kernels) {
  unit += "__attribute__((used)) static const void* const strata_kernels[] = {";
  for (const std::string& kernel : kernels) unit += fmt::format("reinterpret_cast<const void*>({}), ", kernel);
  return unit + "};\n";
}

bool writeUnit(const TemporaryFolder& folder, const std::string& unit) {
  bool all = folder.write("unit.cpp", unit);
  for (const KernelText& text : kernelTexts()) all = all && folder.write(text.path, text.text);
  for (const std::string_view header : needlessHeaders()) all = all && folder.write(header, std::string_view());
  return all;
}

Result<void> runStage(HostBuild& build, std::string name, const std::string& arguments) {
  const HostTime begin = hostNow();
  const Printed said = outputOf(fmt::format("{} {} 2>&1", build.command, arguments));
  if (!said.ok)
    return Error{ErrorCode::Usage, fmt::format("The host's compiler refused the text ({}):\n{}", name, said.text),
                 Storey::Compiler};
  build.stages.push_back({std::move(name), hostNow() - begin});
  return {};
}

Result<void> runStages(HostBuild& build) {
  STRATA_TRY(runStage(build, "preprocess", fmt::format("-E {} -o {}", build.path("unit.cpp"), build.path("unit.ii"))));
  STRATA_TRY(
      runStage(build, "C++ → assembly", fmt::format("-S {} -o {}", build.path("unit.ii"), build.path("unit.s"))));
  STRATA_TRY(
      runStage(build, "assembly → object", fmt::format("-c {} -o {}", build.path("unit.s"), build.path("unit.o"))));
  return runStage(build, "link",
                  fmt::format("-shared -Wl,-Bsymbolic {} -o {}", build.path("unit.o"), build.path("unit.so")));
}

/// "f<half>" of "f<strata::half>".
std::string unqualified(const std::string& name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, 2, "::") != 0) {
      plain += name[i];
      continue;
    }
    while (!plain.empty() && (std::isalnum(static_cast<unsigned char>(plain.back())) || plain.back() == '_'))
      plain.pop_back();
    ++i;
  }
  return plain;
}

std::optional<ElfFile::Function> functionOf(const ElfFile& file, const std::string& kernel) {
  for (const ElfFile::Function& function : file.functions()) {
    const std::string name = unqualified(kernelOfSymbol(std::string(function.name)));
    if (name == kernel || (name.starts_with(kOwn) && name.substr(kOwn.size()) == kernel)) return function;
  }
  return std::nullopt;
}

BuildText machineText(const std::string& object, const ElfFile::Function& function) {
  const Disassembler objdump{"objdump",
                             {"-d", "-C", "--no-show-raw-insn", fmt::format("--start-address={:#x}", function.address),
                              fmt::format("--stop-address={:#x}", function.address + function.bytes)}};
  BuildText text =
      disassembledFile(kHost, {&objdump, 1}, object, {}, "not installed: objdump (apt install binutils)");
  if (!text.text.empty()) linkLines(text, object);
  if (text.remark.empty()) text.remark = kRemark;
  return text;
}

std::string contentOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// "g++ (Debian 12.2.0-14) 12.2.0, x86-64-v4"
std::string titleOf(const std::string& program, const std::string& target) {
  const std::string said = outputOf(shellQuoted(program) + " --version 2>/dev/null").text;
  return fmt::format("{}, {}", said.substr(0, said.find('\n')), target);
}

}  // namespace

Result<std::vector<KernelBuild>> hostTexts(const std::string& unit, std::span<const std::string> kernels,
                                           const std::string& target) {
  STRATA_ASSIGN(const HostCompiler compiler, HostCompiler::find());
  HostBuild host;
  if (!writeUnit(host.folder, withUses(unit, kernels)))
    return Error{ErrorCode::Io, "The temporary folder takes no files; free some space in it.", Storey::Compiler};
  host.command = fmt::format("{} {} -g1 -I{}", shellQuoted(compiler.program()),
                             hostFlags(OwnBuild::Plain, levelOf(target)), host.path(""));
  STRATA_TRY(runStages(host));
  const std::string object = host.folder.path("unit.so"), content = contentOfFile(object);
  const ElfFile file(content);
  std::vector<KernelBuild> builds;
  for (const std::string& kernel : kernels) {
    const auto function = functionOf(file, kernel);
    if (!function)
      return Error{ErrorCode::Internal, fmt::format("The host's compiler made no function of {}.", kernel),
                   Storey::Compiler};
    KernelBuild& build = builds.emplace_back();
    build.kernel = kernel;
    build.symbol = function->name;
    build.target = target;
    build.compiler = titleOf(compiler.program(), target);
    build.intermediate = {"intermediate language", {}, "GCC shows none of its own"};
    build.machine = machineText(object, *function);
    build.stages = host.stages;
  }
  return builds;
}

}  // namespace strata::inline compiler
