#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/run_result.h"
#include "engine/protocol/workload.h"
#include "kernels/microscope/microscope.h"
#include "layers/library/routine.h"
#include "layers/workloads/common/own_step.h"
#include "layers/workloads/common/roofs.h"

namespace strata::inline workloads {

/// Registers and memory a kernel of this binary takes, as the vendor's compiler or runtime says.
struct KernelResources {
  std::uint32_t registers = 0;    ///< per thread
  std::uint64_t sharedBytes = 0;  ///< static, per block
  std::uint64_t localBytes = 0;   ///< per thread: spills, and arrays that are not in registers
};
/// By a kernel's name; nullopt where nobody knows.
using ResourceFinder = std::function<std::optional<KernelResources>(std::string_view kernel)>;

/// A launch whose accesses were counted, of all of its blocks or of some that stand for the others.
struct CountedLaunch {
  std::string kernel;  ///< as profilers show it
  LaunchShape shape;
  std::uint64_t watched = 0;          ///< blocks
  std::vector<ObservedPlace> places;  ///< in the order of the program's text
  LaunchTape tape = {};               ///< in place of counts, where it was asked for
  std::vector<SourceLine> tapeLines;  ///< of the tape's places
};

/// How memory accesses are counted on this device: kernels of the instrumented build, which are watched, and what was
/// seen since the last take(), after which kernels found before are watched no more. The agent's thread. Empty where
/// nobody can.
struct MemoryWatch {
  KernelFinder find = {};
  /// Puts another kernel of an instrumented build under watch, too.
  std::function<KernelEntry(KernelEntry kernel)> watch = {};
  std::function<std::vector<ObservedPlace>()> take = {};
  /// Likewise, launch by launch.
  std::function<std::vector<CountedLaunch>()> takeLaunches = {};
  /// Which blocks are watched from now on to the next take, and how wide machine code makes accesses.
  std::function<void(Microscope::ChooseSample, std::shared_ptr<const AccessWidths>)> choose = {};
};

/// An operation's steps, compiled from their text when they are made ready.
using RunTimeRoutines = std::function<Routines(const Operation& operation, WorkContext& context)>;

/// Kernels that somebody brought, on this device.
struct OwnKernels {
  /// Compiles and loads what takes the place of a step's kernels, found by their names. Usage with the compiler's words
  /// where it refuses; Unsupported for Observed where nobody can watch.
  std::function<Result<KernelFinder>(const Operation& operation, const OwnStep& step, OwnBuild build,
                                     WorkContext& context)>
      compile = {};
  /// Watches a step at these problems and says what is wrong with it. Empty where nobody can.
  std::function<Result<KernelFindings>(const Operation& operation, std::span<const Problem> problems,
                                       const OwnStep& step, std::uint64_t seed, WorkContext& context)>
      check = {};
};

/// Calls a library itself for a problem, on tensors in host memory: nothing of Strata is in between.
using DirectCall =
    std::function<Result<std::function<void()>>(const Problem& problem, std::span<const TensorPlace> tensors)>;
/// A library that a bench compares the storeys with.
struct DirectLibrary {
  const Operation* operation = nullptr;
  DirectCall call;
};

/// What an agent gives to all it can run.
struct WorkloadParts {
  std::shared_ptr<const Routines> routines;
  ResourceFinder resources = {};         ///< empty for the CPU device
  MemoryWatch memory = {};               ///< empty where accesses cannot be counted
  std::optional<RoofKeeper> roofs = {};  ///< nullopt: roofs are not measured
  RunTimeRoutines atRunTime = {};        ///< empty where no compiler works while the program runs
  OwnKernels own = {};                   ///< empty where no compiler works while the program runs
  std::vector<DirectLibrary> direct = {};
};

using Workloads = std::vector<std::unique_ptr<Workload>>;

}  // namespace strata::inline workloads
