#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/protocol/kernel_build.h"
#include "engine/trace/trace_recorder.h"
#include "layers/common/shared_library.h"
#include "layers/compiler/kernel_texts.h"

namespace strata::inline compiler {

/// How one vendor's compiler that works at run time spells things. The C interfaces have the same shape.
struct RunTimeDialect {
  std::string_view name;             ///< "NVRTC"
  std::string_view prefix;           ///< of its functions: "nvrtc"
  std::vector<std::string> files;    ///< of the library, tried in order
  std::string_view missing;          ///< what to do where no file opens
  std::string_view targets;          ///< how its targets begin: "sm_"
  std::string_view intermediate;     ///< its language: "PTX"
  std::string_view machine;          ///< "SASS"
  std::string_view getIntermediate;  ///< without prefix: "GetPTX"; empty: a tool makes it
  std::string_view getMachine;       ///< "GetCUBIN"
  /// "13.0"; empty where the library does not tell.
  std::string (*version)(const SharedLibrary& library);
  /// Options beside the target; `library` is the file that opened.
  std::vector<std::string> (*options)(const std::string& library);
  /// Headers that take the place of what is on the disk: of the standard library and of the vendor's, where they are
  /// not for this compiler.
  std::vector<KernelText> substitutes;
  std::string_view prelude;  ///< before the unit
  CompiledResources (*resources)(std::string_view log, std::span<const char> object, std::string_view symbol);
  std::vector<BuildStage> (*stages)(Duration whole, std::string_view log);
  /// The intermediate text of a unit for kernels and a target, where the library does not hand it out.
  BuildText (*intermediateByTool)(const std::string& unit, std::span<const std::string> kernels,
                                  const std::string& target) = nullptr;
  /// Options by which the intermediate text and the object say which line each instruction is of.
  std::vector<std::string> lineOptions;
  /// What of the intermediate text belongs to one function.
  BuildText (*ofFunction)(const BuildText& module, std::string_view symbol);
  /// Targets that the library knows, asked once a program was created; empty: it does not tell. nullptr: it refuses
  /// others itself.
  std::vector<std::string> (*knownTargets)() = nullptr;
  /// Usage where the features behind the architecture are none, or nothing can be made for it. nullptr: it refuses them
  /// itself.
  Result<void> (*checkFeatures)(std::string_view target) = nullptr;
  /// Finds a kernel's symbol where GetLoweredName does not; nullptr: it always does.
  std::string (*findSymbol)(std::span<const char> object, const std::string& kernel) = nullptr;
  BuildText (*machineText)(std::span<const char> object, std::string_view symbol);
};

RunTimeDialect nvrtcDialect();
RunTimeDialect hiprtcDialect();

/// A vendor's compiler of device code, opened while the program runs. It needs no device and no driver.
class RunTimeCompiler {
 public:
  /// Unavailable says what is missing and what to do.
  static Result<std::unique_ptr<RunTimeCompiler>> load(RunTimeDialect dialect);

  /// Compiles a unit (deviceUnit()) for a target and says what became of each kernel asked for ("matmul_tiled<32>").
  /// Usage with the compiler's own words where it refuses.
  Result<std::vector<KernelBuild>> build(const std::string& unit, std::span<const std::string> kernels,
                                         const std::string& target) const;

  /// Code to be loaded.
  struct Code {
    std::string object;
    std::vector<std::string> symbols;  ///< of the kernels asked for
  };
  /// The same for code that shall run.
  struct Made {
    Code code;
    std::vector<BuildStage> stages;
    std::string provider;           ///< title()
    std::string notContained = {};  ///< what this system did not keep the compiler from; empty: nothing, or it was here
  };
  Result<Made> make(const std::string& unit, std::span<const std::string> kernels, const std::string& target) const;
  /// And that as a slice: recordedCode().
  Result<Code> code(const std::string& unit, std::span<const std::string> kernels, const std::string& target,
                    TraceRecorder& recorder) const;

  const RunTimeDialect& dialect() const { return m_dialect; }
  /// "NVRTC 13.0"
  const std::string& title() const { return m_title; }

 private:
  class Program;
  struct Functions {
    int (*create)(void** program, const char* source, const char* name, int headers, const char* const* texts,
                  const char* const* names) = nullptr;
    int (*destroy)(void** program) = nullptr;
    int (*addName)(void* program, const char* expression) = nullptr;
    int (*compile)(void* program, int options, const char* const* texts) = nullptr;
    int (*lowered)(void* program, const char* expression, const char** name) = nullptr;
    const char* (*errorText)(int error) = nullptr;
  };
  /// The pair of functions that hand a text or object out: its size, then its bytes.
  struct Getter {
    int (*size)(void* program, std::size_t* bytes) = nullptr;
    int (*get)(void* program, char* bytes) = nullptr;
  };

  RunTimeCompiler(RunTimeDialect dialect, SharedLibrary library);
  Result<void> bind();
  BuildText intermediateOf(const Program& program, const std::string& unit, std::span<const std::string> kernels,
                           const std::string& target) const;
  template <class Function>
  bool find(std::string_view name, Function*& function) const;
  bool find(std::string_view name, Getter& getter) const;

  RunTimeDialect m_dialect;
  SharedLibrary m_library;
  Functions m_functions;
  Getter m_log, m_intermediate, m_machine;
  std::string m_title;
};

/// The code that `make` makes; the compilation is a slice on the compiler storey, in the current call, with the time of
/// each stage.
Result<RunTimeCompiler::Code> recordedCode(const RunTimeDialect& dialect, std::span<const std::string> kernels,
                                           const std::string& target, TraceRecorder& recorder,
                                           const std::function<Result<RunTimeCompiler::Made>()>& make);

}  // namespace strata::inline compiler
