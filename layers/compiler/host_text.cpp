#include "layers/compiler/host_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/base/read_file.h"
#include "engine/base/shell_word.h"
#include "kernels/operation/cpu_level.h"
#include "layers/compiler/disassembler.h"
#include "layers/compiler/elf_file.h"
#include "layers/compiler/host_compiler.h"
#include "layers/compiler/object_text.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/tools.h"
#include "layers/compiler/unit_includes.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kHost = "x86-64";
constexpr std::string_view kRemark =
    "compiled again as a shared object, as kernels of your own are: the agent's own copy finds shared memory by "
    "another "
    "way";

/// "v3" of "x86-64-v3".
std::string levelOf(std::string_view target) {
  return std::string(target.substr(std::min(target.size(), kHost.size() + 1)));
}

/// "x86-64-v4" of "x86-64", where that is the highest level that this processor has.
std::string withLevel(const std::string& target) {
  return target == kHost ? fmt::format("{}-{}", kHost, cpuLevel()) : target;
}

/// Kernels that nothing uses would not be made.
std::string withUses(std::string unit, std::span<const std::string> kernels) {
  unit += "__attribute__((used)) static const void* const strata_kernels[] = {";
  for (const std::string& kernel : kernels) unit += fmt::format("reinterpret_cast<const void*>({}), ", kernel);
  return unit + "};\n";
}

Result<void> runStage(HostTextObject& object, const std::string& command, std::string name,
                      const std::string& arguments) {
  const HostTime begin = hostNow();
  const Printed said = outputOf(fmt::format("{} {} 2>&1", command, arguments));
  if (!said.ok)
    return Error{ErrorCode::Usage, fmt::format("The host's compiler refused the text ({}):\n{}", name, said.text),
                 Storey::Compiler};
  object.stages.push_back({std::move(name), hostNow() - begin});
  return {};
}

Result<void> runStages(HostTextObject& object, const std::string& command) {
  const auto stage = [&](std::string name, std::string_view how, std::string_view from, std::string_view to) {
    return runStage(
        object, command, std::move(name),
        fmt::format("{} {} -o {}", how, shellQuoted(object.folder.path(from)), shellQuoted(object.folder.path(to))));
  };
  STRATA_TRY(stage("preprocess", "-E", "unit.cpp", "unit.ii"));
  STRATA_TRY(stage("C++ → assembly", "-S", "unit.ii", "unit.s"));
  STRATA_TRY(stage("assembly → object", "-c", "unit.s", "unit.o"));
  return stage("link", "-shared -Wl,-Bsymbolic", "unit.o", "unit.so");
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
    if (name == kernel || name == ownKernelName(kernel)) return function;
  }
  return std::nullopt;
}

BuildText machineText(const std::string& object, const ElfFile::Function& function) {
  const Disassembler objdump{"objdump",
                             {"-d", "-C", "--no-show-raw-insn", fmt::format("--start-address={:#x}", function.address),
                              fmt::format("--stop-address={:#x}", function.address + function.bytes)}};
  BuildText text = disassembledFile(kHost, {&objdump, 1}, object, {}, "not installed: objdump (apt install binutils)");
  if (!text.text.empty()) linkLines(text, object);
  if (text.remark.empty()) text.remark = kRemark;
  return text;
}

/// "g++ (Debian 12.2.0-14) 12.2.0, x86-64-v4"
std::string titleOf(const std::string& program, const std::string& target) {
  const std::string said = outputOf(shellQuoted(program) + " --version 2>/dev/null").text;
  return fmt::format("{}, {}", said.substr(0, said.find('\n')), target);
}

}  // namespace

Result<std::unique_ptr<HostTextObject>> hostTextObject(const std::string& unit, std::span<const std::string> kernels,
                                                       const std::string& target) {
  STRATA_ASSIGN(const HostCompiler compiler, HostCompiler::find());
  auto object = std::make_unique<HostTextObject>();
  const std::string text = withUses(unit, kernels);
  if (!object->folder.write("unit.cpp", text) || !writeIncludes(object->folder, {text}))
    return object->folder.refusal(Storey::Compiler);
  object->compiler = titleOf(compiler.program(), withLevel(target));
  STRATA_TRY(runStages(*object,
                       fmt::format("{} {} -g1 -I{}", shellQuoted(compiler.program()),
                                   hostFlags(OwnBuild::Plain, levelOf(target)), shellQuoted(object->folder.path("")))));
  return object;
}

Result<std::vector<KernelBuild>> hostTextsOf(const HostTextObject& object, std::span<const std::string> kernels,
                                             const std::string& target) {
  const std::string content = readIfThere(object.path());
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
    build.target = withLevel(target);
    build.compiler = object.compiler;
    build.intermediate = {"intermediate language", {}, "GCC shows none of its own"};
    build.machine = machineText(object.path(), *function);
    build.stages = object.stages;
  }
  return builds;
}

Result<std::vector<KernelBuild>> hostTexts(const std::string& unit, std::span<const std::string> kernels,
                                           const std::string& target) {
  STRATA_ASSIGN(const auto object, hostTextObject(unit, kernels, target));
  return hostTextsOf(*object, kernels, target);
}

}  // namespace strata::inline compiler
