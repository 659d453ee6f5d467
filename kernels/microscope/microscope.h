#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/backends/cpu/block_observer.h"
#include "engine/device/kernel.h"
#include "kernels/microscope/access.h"
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
  std::uint64_t usedBytes = 0;   ///< Global: different bytes asked for, summed over requests
  std::uint64_t wavefronts = 0;  ///< Shared: passes through the banks that it took
  std::uint64_t phases = 0;      ///< Shared: wavefronts without bank conflicts
  std::uint32_t worstWays = 0;   ///< Shared: words in the most wanted bank of one phase

  using Shape = std::array<std::uint64_t, 4>;
  std::map<Shape, RequestPattern> patterns{};
  /// The most frequent first.
  std::vector<RequestPattern> typicalPatterns(std::size_t most) const;
};

/// Where in the program's text, and how many bytes each lane asked for at once; 0 for a Branch.
struct Place {
  std::uintptr_t pc = 0;
  std::uint16_t bytes = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// Watches launches of kernels from the instrumented build (findObservedKernel): every load and store of every thread,
/// grouped into warps. Put it into KernelEntry::blocks. Only one may watch at a time in a process.
class Microscope final : public BlockObserver {
 public:
  /// Accesses are as wide as `widths` says; where it says nothing, as in the kernel's text.
  explicit Microscope(const AccessWidths& widths);
  ~Microscope() override;

  void launchBegins(const ObservedLaunch& launch) override;
  void blockBegins() override;
  void blockEnds() override;

  const std::map<Place, PlaceCounts>& places() const { return m_places; }
  std::uint32_t waveSize() const { return m_launch.waveSize; }

  /// The call-outs' side: what the running GPU thread does.
  void record(const Access& access);
  void enterFunction();
  void leaveFunction();

 private:
  struct ThreadLog {
    std::vector<Access> accesses;
    std::uint16_t depth = 0;
    bool atBarrier = false;
  };
  ThreadLog& log();
  void analyseWarp(std::size_t first);
  void count(const WarpStep& step);
  bool inDevice(std::uintptr_t address) const;
  const CompiledAccess* compiled(const Access& access);

  const AccessWidths& m_widths;
  SourceLines m_lines;
  std::unordered_map<std::uintptr_t, const CompiledAccess*> m_compiled;  ///< by pc, memory and kind
  ObservedLaunch m_launch;
  std::vector<ThreadLog> m_threads;
  std::map<Place, PlaceCounts> m_places;
};

/// Whether this program holds an instrumented build; not with sanitizers.
bool canObserveKernels();

}  // namespace strata::inline microscope
