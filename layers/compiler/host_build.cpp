#include "layers/compiler/host_build.h"

#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <charconv>
#include <climits>
#include <optional>

#include "engine/base/read_file.h"
#include "kernels/operation/cpu_level.h"
#include "layers/compiler/compiler_layer.h"
#include "layers/compiler/disassembler.h"
#include "layers/compiler/elf_file.h"

namespace strata::inline compiler {
namespace {

std::string thisProgram() {
  std::string path(PATH_MAX, '\0');
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return path;
}

/// What is added to the addresses in this program's file to get those in memory.
std::uint64_t loadAddress() {
  std::uint64_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_addr;
        return 1;  // the program itself comes first
      },
      &address);
  return address;
}

BuildText machineCode(const std::string& program, const ElfFile::Function& function) {
  const Disassembler objdump{"objdump",
                             {"-d", "-C", "--no-show-raw-insn", fmt::format("--start-address={:#x}", function.address),
                              fmt::format("--stop-address={:#x}", function.address + function.bytes)}};
  return disassembledFile("x86-64", {&objdump, 1}, program, {}, "not installed: objdump (apt install binutils)");
}

/// An entry unpacks the arguments and calls or jumps to the kernel, unless the compiler put the kernel into it:
/// "jmp 14b050 <void matmul_tiled<32>(…". Where that leads.
std::optional<std::uint64_t> kernelCalledBy(std::string_view entryCode, std::string_view kernel) {
  const std::string name(kernel);
  for (const std::string& called : {" <" + name + "(", " <void " + name + "("}) {
    const std::size_t at = entryCode.find(called);
    if (at == std::string_view::npos) continue;
    const std::size_t blank = entryCode.rfind(' ', at - 1) + 1;
    std::uint64_t address = 0;
    if (std::from_chars(entryCode.data() + blank, entryCode.data() + at, address, 16).ec == std::errc{}) return address;
  }
  return std::nullopt;
}

}  // namespace

Result<KernelBuild> hostBuild(const KernelEntry& kernel) {
  if (!kernel.function)
    return Error{ErrorCode::Usage, "This program has no kernel of that name for the CPU.", Storey::Compiler};
  KernelBuild build;
  build.kernel = kernel.name;
  build.target = fmt::format("x86-64-{}", cpuLevel());
  build.compiler = hostCompiler();
  build.intermediate = {"intermediate language", {}, "the host's compiler worked ahead of time and did not keep it"};
  const std::string program = thisProgram(), content = readIfThere(program);
  const ElfFile file(content);
  auto function = file.functionAt(reinterpret_cast<std::uint64_t>(kernel.function) - loadAddress());
  if (!function) {
    build.machine = {"x86-64", {}, "this program was stripped of its symbols"};
    return build;
  }
  build.machine = machineCode(program, *function);
  if (const auto called = kernelCalledBy(build.machine.text, kernel.name)) {
    function = file.functionAt(*called);
    if (function) build.machine = machineCode(program, *function);
  }
  if (function) build.symbol = function->name;
  return build;
}

}  // namespace strata::inline compiler
