#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
  std::uint32_t waveSize = 32;        ///< lanes of a warp, as it was counted
};

/// How memory accesses are counted on this device: kernels of the instrumented build, which are watched, and what was
/// seen since the last take(), after which kernels found before are watched no more. The agent's thread. Empty where
/// nobody can.
struct MemoryWatch {
  KernelFinder find = {};
  /// Puts another kernel of an instrumented build under watch, too.
  std::function<KernelEntry(KernelEntry kernel)> watch = {};
  std::function<std::vector<ObservedPlace>()> take = {};
  /// Says what lies in memory of the device: places tell it that touch it.
  std::function<void(const NamedMemory&)> name = {};
  /// Likewise, launch by launch.
  std::function<std::vector<CountedLaunch>()> takeLaunches = {};
  /// Which blocks are watched from now on to the next take, and how wide machine code makes accesses.
  std::function<void(Microscope::ChooseSample, const AccessWidths&)> choose = {};
};

/// An operation's steps, compiled from their text when they are made ready.
using RunTimeRoutines = std::function<Routines(const Operation& operation, WorkContext& context)>;

/// Kernels of a text that somebody brought, to be compiled.
struct OwnUnit {
  const OwnText& text;
  std::string_view operation;  ///< in whose place they come; empty: in nobody's
  /// What a launch asks for, and the kernel of the text that it gets: "matmul_tiled<32>", "mine<32>".
  std::span<const std::pair<std::string, std::string>> kernels;
};

/// Launches to be watched, with memory of their own.
struct WatchedRun {
  std::string name;  ///< "67×65×66"
  std::vector<KernelLaunch> launches;
  struct Memory {
    std::string name;
    std::size_t bytes = 0, elementBytes = 4;
    std::vector<std::byte> content = {};  ///< empty: nobody has written to it
  };
  std::vector<Memory> tensors;  ///< as the launches' arguments count them
};

/// Kernels that somebody brought, on this device.
struct OwnKernels {
  /// Compiles and loads them; they are found by what launches ask for. Usage with the compiler's words where it
  /// refuses; Unsupported for Observed where nobody can watch.
  std::function<Result<KernelFinder>(const OwnUnit& unit, OwnBuild build, WorkContext& context)> compile = {};
  /// As long as what it returns lives, kernels can allocate only so much beside what is there, and end the process when
  /// they want more. Empty where they do not run in this process.
  std::function<std::shared_ptr<void>()> limitMemory = {};
  /// The next run to be watched; nullopt: there is no other.
  using NextRun = std::function<Result<std::optional<WatchedRun>>()>;
  /// Watches each step of each thread and says what is wrong. Empty where nobody can.
  std::function<Result<KernelFindings>(const OwnUnit& unit, const NextRun& next, WorkContext& context)> check = {};
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
