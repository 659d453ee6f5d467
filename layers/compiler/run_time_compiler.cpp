#include "layers/compiler/run_time_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/device/architecture.h"
#include "engine/trace/compile_args.h"
#include "engine/trace/trace_args.h"
#include "layers/common/current_call.h"

namespace strata::inline compiler {
namespace {

Error compilerError(ErrorCode code, std::string message) {
  return {code, std::move(message), Storey::Compiler};
}

std::vector<const char*> pointersTo(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

/// Everything a unit may include, by the name it is included by.
struct Headers {
  explicit Headers(const RunTimeDialect& dialect) {
    for (const KernelText& text : dialect.substitutes) add(text);
    for (const KernelText& text : kernelTexts()) add(text);
  }
  void add(const KernelText& text) {
    if (std::ranges::find(names, text.path) != names.end()) return;
    names.emplace_back(text.path);
    texts.emplace_back(text.text);
  }
  std::vector<std::string> names, texts;
};

}  // namespace

/// One compilation, destroyed with the object.
class RunTimeCompiler::Program {
 public:
  explicit Program(const RunTimeCompiler& compiler) : m_compiler(compiler) {}
  ~Program() {
    if (m_program) (void)m_compiler.m_functions.destroy(&m_program);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Result<void> create(const std::string& source, std::span<const std::string> kernels) {
    const Headers headers(m_compiler.m_dialect);
    const auto names = pointersTo(headers.names), texts = pointersTo(headers.texts);
    const std::string whole = std::string(m_compiler.m_dialect.prelude) + source;
    STRATA_TRY(check("CreateProgram",
                     m_compiler.m_functions.create(&m_program, whole.c_str(), "kernels.cu",
                                                   static_cast<int>(names.size()), texts.data(), names.data())));
    for (const std::string& kernel : kernels)
      STRATA_TRY(check("AddNameExpression", m_compiler.m_functions.addName(m_program, kernel.c_str())));
    return {};
  }

  Result<void> compile(const std::string& target, std::span<const std::string> more = {}) {
    const RunTimeDialect& dialect = m_compiler.m_dialect;
    if (!target.starts_with(dialect.targets))
      return compilerError(ErrorCode::Usage,
                           fmt::format("{} compiles for {}…, not for '{}'.", dialect.name, dialect.targets, target));
    STRATA_TRY(knows(target));
    std::vector<std::string> options = m_compiler.m_dialect.options(m_compiler.m_library.file());
    options.push_back("--gpu-architecture=" + target);
    options.insert(options.end(), more.begin(), more.end());
    const auto pointers = pointersTo(options);
    const int status = m_compiler.m_functions.compile(m_program, static_cast<int>(pointers.size()), pointers.data());
    if (status == 0) return {};
    return compilerError(ErrorCode::Usage,
                         fmt::format("{} refused to compile for {} ({}):\n{}", m_compiler.m_dialect.name, target,
                                     m_compiler.m_functions.errorText(status), log()));
  }

  Result<std::string> symbolOf(const std::string& kernel, std::span<const char> object) const {
    const char* name = nullptr;
    const int status = m_compiler.m_functions.lowered(m_program, kernel.c_str(), &name);
    if (status == 0) return std::string(name);
    const auto find = m_compiler.m_dialect.findSymbol;
    if (std::string found = find ? find(object, kernel) : std::string{}; !found.empty()) return found;
    return compilerError(ErrorCode::Usage,
                         fmt::format("{} made no kernel {} of this text ({}).", m_compiler.m_dialect.name, kernel,
                                     m_compiler.m_functions.errorText(status)));
  }

  std::string log() const { return textOf(m_compiler.m_log).value_or(""); }

  /// Without the zero that ends it.
  std::optional<std::string> textOf(const Getter& getter) const {
    auto text = handedOut(getter);
    if (text) text->resize(std::min(text->size(), text->find('\0')));
    return text;
  }

  std::optional<std::string> handedOut(const Getter& getter) const {
    std::size_t bytes = 0;
    if (!getter.size || getter.size(m_program, &bytes) != 0) return std::nullopt;
    std::string content(bytes, '\0');
    if (bytes > 0 && getter.get(m_program, content.data()) != 0) return std::nullopt;
    return content;
  }

 private:
  Result<void> knows(const std::string& target) const {
    if (m_compiler.m_dialect.checkFeatures) STRATA_TRY(m_compiler.m_dialect.checkFeatures(target));
    const auto ask = m_compiler.m_dialect.knownTargets;
    const std::vector<std::string> known = ask ? ask() : std::vector<std::string>{};
    const std::string_view architecture = withoutFeatures(target);
    if (known.empty() || std::ranges::find(known, architecture) != known.end()) return {};
    return compilerError(ErrorCode::Usage, fmt::format("{} knows no {}; a newer one may. It knows: {}.",
                                                       m_compiler.m_title, architecture, fmt::join(known, ", ")));
  }

  Result<void> check(std::string_view function, int status) const {
    if (status == 0) return {};
    return compilerError(ErrorCode::Internal, fmt::format("{}{} answered: {}.", m_compiler.m_dialect.prefix, function,
                                                          m_compiler.m_functions.errorText(status)));
  }

  const RunTimeCompiler& m_compiler;
  void* m_program = nullptr;
};

Result<std::unique_ptr<RunTimeCompiler>> RunTimeCompiler::load(RunTimeDialect dialect) {
  SharedLibrary library(dialect.files);
  if (!library.open())
    return compilerError(ErrorCode::Unavailable,
                         fmt::format("{} is not installed: none of {} can be opened. {}.", dialect.name,
                                     fmt::join(dialect.files, ", "), dialect.missing));
  std::unique_ptr<RunTimeCompiler> compiler(new RunTimeCompiler(std::move(dialect), std::move(library)));
  STRATA_TRY(compiler->bind());
  return compiler;
}

RunTimeCompiler::RunTimeCompiler(RunTimeDialect dialect, SharedLibrary library)
    : m_dialect(std::move(dialect)), m_library(std::move(library)) {}

template <class Function>
bool RunTimeCompiler::find(std::string_view name, Function*& function) const {
  return m_library.find(std::string(m_dialect.prefix).append(name), function);
}

bool RunTimeCompiler::find(std::string_view name, Getter& getter) const {
  return find(std::string(name) + "Size", getter.size) && find(name, getter.get);
}

Result<void> RunTimeCompiler::bind() {
  const bool complete = find("CreateProgram", m_functions.create) && find("DestroyProgram", m_functions.destroy) &&
                        find("AddNameExpression", m_functions.addName) && find("CompileProgram", m_functions.compile) &&
                        find("GetLoweredName", m_functions.lowered) && find("GetErrorString", m_functions.errorText) &&
                        find("GetProgramLog", m_log) && find(m_dialect.getMachine, m_machine);
  if (!complete)
    return compilerError(ErrorCode::Unavailable, fmt::format("{} lacks functions of {} that Strata needs. {}.",
                                                             m_library.file(), m_dialect.name, m_dialect.missing));
  if (!m_dialect.getIntermediate.empty()) (void)find(m_dialect.getIntermediate, m_intermediate);
  const std::string version = m_dialect.version(m_library);
  m_title = version.empty() ? std::string(m_dialect.name) : fmt::format("{} {}", m_dialect.name, version);
  return {};
}

BuildText RunTimeCompiler::intermediateOf(const Program& program, const std::string& unit,
                                          std::span<const std::string> kernels, const std::string& target) const {
  if (m_dialect.intermediateByTool) return m_dialect.intermediateByTool(unit, kernels, target);
  const std::string language(m_dialect.intermediate);
  if (auto text = program.textOf(m_intermediate)) return {language, std::move(*text), {}};
  return {language, {}, m_title + " does not hand it out"};
}

Result<std::vector<KernelBuild>> RunTimeCompiler::build(const std::string& unit, std::span<const std::string> kernels,
                                                        const std::string& target) const {
  Program program(*this);
  STRATA_TRY(program.create(unit, kernels));
  const HostTime begin = hostNow();
  STRATA_TRY(program.compile(target, m_dialect.lineOptions));
  const Duration whole = hostNow() - begin;

  const std::string log = program.log(), object = program.handedOut(m_machine).value_or("");
  const BuildText intermediate = intermediateOf(program, unit, kernels, target);
  std::vector<KernelBuild> builds;
  for (const std::string& kernel : kernels) {
    KernelBuild& build = builds.emplace_back();
    build.kernel = kernel;
    STRATA_ASSIGN(build.symbol, program.symbolOf(kernel, object));
    build.target = target;
    build.compiler = m_title;
    build.intermediate = m_dialect.ofFunction(intermediate, build.symbol);
    build.machine = m_dialect.machineText(object, build.symbol);
    build.resources = m_dialect.resources(log, object, build.symbol);
    build.stages = m_dialect.stages(whole, log);
  }
  return builds;
}

Result<RunTimeCompiler::Made> RunTimeCompiler::make(const std::string& unit, std::span<const std::string> kernels,
                                                    const std::string& target) const {
  Program program(*this);
  STRATA_TRY(program.create(unit, kernels));
  const HostTime begin = hostNow();
  STRATA_TRY(program.compile(target));
  Made made{{}, m_dialect.stages(hostNow() - begin, program.log()), m_title};
  made.code.object = program.handedOut(m_machine).value_or("");
  for (const std::string& kernel : kernels) {
    STRATA_ASSIGN(std::string symbol, program.symbolOf(kernel, made.code.object));
    made.code.symbols.push_back(std::move(symbol));
  }
  return made;
}

Result<RunTimeCompiler::Code> RunTimeCompiler::code(const std::string& unit, std::span<const std::string> kernels,
                                                    const std::string& target, TraceRecorder& recorder) const {
  return recordedCode(m_dialect, kernels, target, recorder, [&] { return make(unit, kernels, target); });
}

Result<RunTimeCompiler::Code> recordedCode(const RunTimeDialect& dialect, std::span<const std::string> kernels,
                                           const std::string& target, TraceRecorder& recorder,
                                           const std::function<Result<RunTimeCompiler::Made>()>& make) {
  const auto text = [&](std::string_view value) { return recorder.intern(value); };
  const TraceScope slice(recorder, Storey::Compiler,
                         text(fmt::format("{}: source → {} → {}", dialect.name, dialect.intermediate, dialect.machine)),
                         currentCall());
  recorder.arg(text("target"), text(target));
  recorder.arg(text(arg::kKernels), text(fmt::format("{}", fmt::join(kernels, ", "))));
  STRATA_ASSIGN(RunTimeCompiler::Made made, make());
  recorder.arg(text(arg::kProvider), text(made.provider));
  for (const BuildStage& stage : made.stages) recorder.arg(text(stage.name + ", ns"), stage.duration.ns);
  if (!made.notContained.empty()) recorder.arg(text("contained"), text(made.notContained));
  return std::move(made.code);
}

}  // namespace strata::inline compiler
