#include "layers/compiler/host_compiler.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/base/file_error.h"
#include "engine/base/text_parts.h"
#include "kernels/operation/cpu_level.h"
#include "layers/compiler/compiler_layer.h"
#include "layers/compiler/contained_run.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/stage_slice.h"
#include "layers/compiler/tools.h"
#include "layers/compiler/unit_includes.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kList = "strataKernel";  ///< of the functions that hand entries out
constexpr std::string_view kUnitText = "unit.cpp", kUnitObject = "unit.o";
constexpr std::size_t kMostWords = 8000;
constexpr std::size_t kMostShared = std::size_t{16} << 20;  ///< of a block; no GPU gives a fiftieth of it

/// The list of kernels behind the text.
std::string entriesOf(std::span<const std::string> kernels) {
  std::string text;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    text += fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) void {}{}(strata::KernelEntry* strataEntry) {{\n"
        "  *strataEntry = strata::kernelEntry<{}>(\"{}\");\n}}\n",
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

/// Of the __shared__ variables of a loaded object, with what lies between them.
std::size_t sharedBytes(const std::string& path) {
  std::pair<std::string_view, std::size_t> asked{path, 0};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& [wanted, bytes] = *static_cast<decltype(asked)*>(data);
        if (wanted != info->dlpi_name) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS) bytes = info->dlpi_phdr[i].p_memsz;
        return 1;
      },
      &asked);
  return asked.second;
}

/// With the text's own name and lines; what the compiler says of its memory, in a sentence.
std::string compilersWords(const std::string& said, const OwnText& own, const std::string& folder,
                           const ContainedLimits& limits) {
  if (wantsMemory(said)) return neededTooMuch(limits);
  std::string words = withOwnName(said, own, folder);
  if (words.size() > kMostWords) words = words.substr(0, words.rfind('\n', kMostWords)) + "\n…";
  return words.empty() ? "It says nothing." : words;
}

/// What the compiler is given to make one of the folder's files of another.
std::vector<std::string> wordsFor(OwnBuild build, const TemporaryFolder& folder, const std::vector<std::string>& how,
                                  std::string_view from, std::string_view made) {
  std::vector<std::string> words = partsOf(hostFlags(build), ' ');
  words.push_back("-I" + folder.path(""));
  words.insert(words.end(), how.begin(), how.end());
  words.insert(words.end(), {folder.path(from), "-o", folder.path(made)});
  return words;
}

bool writeTexts(const TemporaryFolder& folder, const OwnText& own, const std::string& unit) {
  return folder.write(ownPath(own), own.text) && folder.write(kUnitText, unit) &&
         folder.write("call_outs.s", callOuts()) && writeIncludes(folder, {unit, own.text});
}

}  // namespace

/// Shared memory is found by calls, since a program has little room for thread-local memory that comes late. Not by
/// descriptors (-mtls-dialect=gnu2): until glibc 2.40 a thread's first look through one lost its vector registers.
/// Large frames are probed page by page, so that none steps over the protected page between two stacks.
/// A loop that never ends keeps what it does under the watch, though nothing is made of it: a loop of nothing would
/// call nobody. No function of mathematics sets errno there, since none does on a GPU: sqrtf is one instruction.
std::string hostFlags(OwnBuild build, std::string_view level) {
  constexpr std::string_view kAlways =
      "-std=c++20 -fPIC -w -fno-gnu-unique -fvisibility=hidden -mtls-dialect=gnu -fdiagnostics-color=never "
      "-fno-extern-tls-init -fstack-clash-protection";
  if (build == OwnBuild::Plain)
    return fmt::format("{} -g1 {}", kAlways, kernelFlags(level.empty() ? cpuLevel() : level));
  constexpr std::string_view kWhereTheyStand = "-fno-tree-loop-im -fno-hoist-adjacent-loads -fno-tree-dce";
  return fmt::format(
      "{} {} -O2 -g -fno-tree-loop-distribute-patterns -DSTRATA_OBSERVED -fsanitize=thread "
      "-fsanitize-coverage=trace-pc "
      "-fno-tree-vectorize -fno-tree-sink "
      "-fno-finite-loops -fno-tree-slp-vectorize -fno-unroll-loops -fno-builtin-memcpy -fno-crossjumping "
      "-fno-tree-tail-merge -fno-math-errno",
      kAlways, build == OwnBuild::Watched ? kWhereTheyStand : "");
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

Result<void> HostCompiler::run(std::string_view stage, const OwnText& own, std::vector<std::string> words,
                               const std::stop_token& stop, HostObject& object) const {
  const StageSlice slice(m_recorder, stage);
  using End = ContainedRun::End;
  words.insert(words.begin(), m_program);
  const ContainedRun run = runContained({std::move(words), object.m_folder.path(), m_limits}, stop);
  object.m_notContained = run.notContained;
  if (run.end == End::Well) return {};
  if (run.end == End::Stopped)
    return Error{ErrorCode::Stopped, fmt::format("Stopped while {} was compiled", own.name), Storey::Compiler};
  if (run.end == End::Never)
    return Error{ErrorCode::Io, fmt::format("{} could not be started; end other programs and try again.", m_program),
                 Storey::Compiler};
  return Error{
      ErrorCode::Usage,
      fmt::format("{} does not compile:\n{}", own.name,
                  run.end == End::TooLong ? tookTooLong(m_limits)
                                          : compilersWords(run.words, own, object.m_folder.path(""), m_limits)),
      Storey::Compiler};
}

/// Whether the head is ready in the object's folder, or was made so. Whatever is wrong with that, the text tells, too.
Result<bool> HostCompiler::makeReady(const ReadyHead& head, const OwnText& own, OwnBuild build,
                                     const std::stop_token& stop, HostObject& object) const {
  const TemporaryFolder& folder = object.m_folder;
  if (!head.canBeKept() || !folder.write(ReadyHead::kText, unitHead())) return false;
  if (head.putInto(folder)) return true;
  const auto made =
      run("g++: headers, once for all kernels", own,
          wordsFor(build, folder, {"-x", "c++-header"}, ReadyHead::kText, ReadyHead::kCompiled), stop, object);
  if (made.ok()) head.keep(folder);
  if (!made.ok() && made.error().code == ErrorCode::Stopped) return made.error();
  return made.ok();
}

Result<void> HostCompiler::compile(const OwnText& own, OwnBuild build, const std::stop_token& stop,
                                   HostObject& object) const {
  constexpr std::string_view kStage = "g++: C++ → object";
  const TemporaryFolder& folder = object.m_folder;
  const ReadyHead head(m_program, hostFlags(build));
  STRATA_ASSIGN(const bool ready, makeReady(head, own, build, stop, object));
  if (ready) {
    auto compiled = run(
        kStage, own, wordsFor(build, folder, {"-include", folder.path(ReadyHead::kText), "-c"}, kUnitText, kUnitObject),
        stop, object);
    if (compiled.ok() || !ReadyHead::isBlamed(compiled.error().message)) return compiled;
    head.discard();
  }
  return run(kStage, own, wordsFor(build, folder, {"-c"}, kUnitText, kUnitObject), stop, object);
}

Result<std::shared_ptr<HostObject>> HostCompiler::build(const OwnText& own, std::string_view operation,
                                                        std::span<const std::string> kernels, OwnBuild build,
                                                        const std::stop_token& stop) const {
  auto object = std::make_shared<HostObject>();
  const TemporaryFolder& folder = object->m_folder;
  if (!writeTexts(folder, own, ownUnit(own, operation) + entriesOf(kernels))) return folder.refusal(Storey::Compiler);
  object->m_path = folder.path("kernels.so");
  STRATA_TRY(compile(own, build, stop, *object));
  std::vector<std::string> link{"-shared", "-Wl,-Bsymbolic", folder.path(kUnitObject), "-o", object->m_path};
  if (build != OwnBuild::Plain) link.push_back(folder.path("call_outs.s"));
  STRATA_TRY(run("g++: link", own, std::move(link), stop, *object));
  const StageSlice loading(m_recorder, "load");
  STRATA_TRY(object->load(own, kernels));
  return object;
}

Result<void> HostObject::load(const OwnText& own, std::span<const std::string> kernels) {
  m_handle = ::dlopen(m_path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!m_handle) {
    const char* why = ::dlerror();
    if (m_folder.forbidsPrograms())
      return Error{
          ErrorCode::Unavailable,
          fmt::format("{} compiles, but the temporary folder {} allows no programs (it is mounted noexec). Name "
                      "another one in TMPDIR.",
                      own.name, temporaryFolder()),
          Storey::Compiler};
    return Error{ErrorCode::Usage,
                 fmt::format("{} compiles, but cannot be loaded: {}", own.name,
                             withOwnName(why ? why : "", own, m_folder.path(""))),
                 Storey::Compiler};
  }
  if (const std::size_t bytes = sharedBytes(m_path); bytes > kMostShared)
    return Error{
        ErrorCode::Usage,
        fmt::format("{} compiles, but its __shared__ variables take {} MB, and a block gets {} here and 227 KB "
                    "on the largest GPU; make them smaller.",
                    own.name, bytes >> 20, kMostShared >> 20),
        Storey::Compiler};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const auto hand =
        reinterpret_cast<void (*)(KernelEntry*)>(::dlsym(m_handle, fmt::format("{}{}", kList, i).c_str()));
    m_names.push_back(kernels[i]);
    if (hand) hand(&m_entries.emplace_back());
  }
  return {};
}

}  // namespace strata::inline compiler
