#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backends/cpu/block_observer.h"
#include "engine/device/kernel.h"
#include "kernels/microscope/access.h"
#include "kernels/microscope/call_outs.h"
#include "kernels/microscope/compiled_accesses.h"
#include "kernels/microscope/known_answers.h"
#include "kernels/microscope/request_tape.h"
#include "kernels/microscope/sample.h"
#include "kernels/microscope/source_lines.h"
#include "kernels/microscope/warp_merge.h"
#include "kernels/operation/access_widths.h"

namespace strata::inline microscope {

/// Requests of warps at one place that came to the same: so many lanes, sectors, bytes, wavefronts.
struct RequestPattern {
  std::uint64_t requests = 0;
  std::vector<std::int64_t> offsets{};  ///< of the first of them: laneOffsets
};

/// What happened at one place of a kernel, summed over all warps that came by. Kind: counted.
struct PlaceCounts {
  enum class What : std::uint8_t { Load, Store, Branch };
  enum class Space : std::uint8_t { None, Global, Shared };
  What what = What::Branch;
  Space space = Space::None;     ///< None for a Branch
  bool compiled = false;         ///< as wide as a GPU's compiler made it; else as the text has it
  std::uint64_t requests = 0;    ///< of warps; for a Branch: times a warp came by
  std::uint64_t lanes = 0;       ///< that took part, summed
  std::uint64_t askedBytes = 0;  ///< of all lanes, summed
  std::uint64_t sectors = 0;     ///< Global: 32-byte sectors fetched
  std::uint64_t lines = 0;       ///< Global: 128-byte lines these lie in, summed over requests
  std::uint64_t usedBytes = 0;   ///< Global: different bytes asked for, summed over requests
  std::uint64_t wavefronts = 0;  ///< Shared: passes through the banks that it took
  std::uint64_t phases = 0;      ///< Shared: wavefronts without bank conflicts
  std::uint32_t worstWays = 0;   ///< Shared: words in the most wanted bank of one phase

  using Shape = std::array<std::uint64_t, 4>;
  std::map<Shape, RequestPattern> patterns{};
  /// Adds what was counted at the same place in another launch.
  PlaceCounts& operator+=(const PlaceCounts& other);
  /// The most frequent first.
  std::vector<RequestPattern> typicalPatterns(std::size_t most) const;
};

/// Where in the program's text, and how many bytes each lane asked for at once; 0 for a Branch.
struct Place {
  std::uintptr_t pc = 0;
  std::uint16_t bytes = 0;
  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
};

/// A launch as it was watched.
struct WatchedLaunch {
  std::string kernel;  ///< as profilers show it
  LaunchShape shape;
  std::map<Place, PlaceCounts> places;  ///< each block that was watched counts for those it stands for
  std::uint64_t watched = 0;            ///< blocks
  LaunchTape tape = {};                 ///< in place of counts, where the sample asked for it
};

/// Watches launches of kernels from the instrumented build (findObservedKernel): every load and store of every thread,
/// grouped into warps. Put it into KernelEntry::blocks. Only one may watch at a time in a process.
class Microscope final : public BlockObserver, public ThreadWatch {
 public:
  /// Accesses are as wide as `widths` says; where it says nothing, as in the kernel's text.
  explicit Microscope(const AccessWidths& widths);
  /// Says before each launch which of its blocks to watch; without, all of them to their end.
  using ChooseSample = std::function<Sample(const ObservedLaunch& launch)>;
  void choose(ChooseSample choose) { m_choose = std::move(choose); }
  ~Microscope() override;

  void launchBegins(const ObservedLaunch& launch) override;
  bool blockBegins(std::uint64_t block) override;
  void blockEnds() override;
  void threadEnds() override;

  /// In their order.
  const std::vector<WatchedLaunch>& launches() const { return m_launches; }
  /// Of all launches together.
  std::map<Place, PlaceCounts> places() const;
  std::uint32_t waveSize() const { return m_launch.waveSize; }
  SourceLine lineOf(std::uintptr_t pc) const { return m_lines.of(pc); }

  void record(const Access& access) override;
  void recordUnit(const Access& access) override { record(access); }
  void enterFunction(std::uintptr_t caller) override;
  void leaveFunction() override;

 private:
  struct ThreadLog {
    std::vector<Access> accesses;
    std::uint16_t depth = 0;
    bool ended = false;
    std::uint32_t barriers = 0;         ///< among its accesses
    std::uint32_t global = 0, all = 0;  ///< accesses so far

    void begin() { accesses.clear(), depth = 0, ended = false, barriers = global = all = 0; }
    bool canBeRead() const { return ended || barriers > 0; }
  };
  ThreadLog& log();
  void takeRoom(std::vector<Access>& accesses);
  std::vector<Access> takeToBarrier(ThreadLog& log);
  void analyseWhatCanBeRead();
  void analyseWarp(std::span<ThreadLog> warp, std::size_t number);
  void count(const WarpStep& step);
  void write(const WarpStep& step, WarpTape& tape);
  bool hasSeenEnough(ThreadLog& log, bool global) const;
  bool inDevice(std::uintptr_t address) const;
  bool isShared(std::uintptr_t address) const;
  const CompiledAccess* compiled(const Access& access);

  const AccessWidths& m_widths;
  bool m_loadsInPairs;
  SourceLines m_lines;
  KnownAnswers<const CompiledAccess*> m_compiled;  ///< by pc, memory and kind
  ObservedLaunch m_launch;
  ThreadMemory m_threadMemory;  ///< of who runs the block
  std::vector<ThreadLog> m_threads;
  std::vector<std::vector<Access>> m_room;  ///< of logs that have been read, for the next ones
  ChooseSample m_choose;
  Sample m_sample;
  std::uint64_t m_weight = 1;  ///< how many blocks the present one stands for
  std::vector<WatchedLaunch> m_launches;
  std::uintptr_t m_deviceBegin = 0, m_deviceBytes = 0;  ///< from the first piece of its memory to the end of the last
};

/// Whether this program holds an instrumented build; not with sanitizers.
bool canObserveKernels();

}  // namespace strata::inline microscope
