#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/backends/cpu/block_observer.h"
#include "kernels/microscope/access.h"
#include "kernels/microscope/array_names.h"
#include "kernels/microscope/call_outs.h"
#include "kernels/microscope/code_order.h"
#include "kernels/microscope/compiled_accesses.h"
#include "kernels/microscope/known_answers.h"
#include "kernels/microscope/place_counts.h"
#include "kernels/microscope/sample.h"
#include "kernels/microscope/source_lines.h"
#include "kernels/microscope/warp_merge.h"
#include "kernels/operation/access_widths.h"

namespace strata::inline microscope {

/// Watches blocks of launches for a Microscope: every load and store of every thread, grouped into warps. One thread at
/// a time.
class BlockWatch final : public BlockObserver, public ThreadWatch {
 public:
  /// Accesses are as wide as `widths` says; where it says nothing, as in the kernel's text.
  BlockWatch(const AccessWidths& widths, const SourceLines& lines, const ArrayNames& tensors);

  /// From now on blocks `first` … `end`−1 of this launch: those of the sample, which stays where it is until take(), or
  /// all, where it is nullptr.
  void begin(const ObservedLaunch& launch, const Sample* sample, std::uint64_t first, std::uint64_t end);
  /// What was seen since begin().
  WatchedLaunch take();

  std::optional<std::uint64_t> nextBlock(std::uint64_t from) override;
  void blockEnds() override;
  void threadEnds() override;

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
  void count(const WarpStep& step, std::size_t threads);  ///< that the warp has
  void countTurns(const WarpStep& step, PlaceCounts& place) const;
  void nameArrays(const WarpStep& step, PlaceCounts& place) const;
  NamedArray arrayOf(const Access& access) const;
  void write(const WarpStep& step, WarpTape& tape);
  std::optional<std::uint64_t> chosen(std::uint64_t from);
  bool tapes() const { return m_sample && m_sample->tape; }
  bool hasSeenEnough(ThreadLog& log, bool global) const;
  bool inDevice(std::uintptr_t address) const;
  bool isShared(std::uintptr_t address) const;
  const CompiledAccess* compiled(const Access& access);

  const AccessWidths& m_widths;
  bool m_loadsInPairs;
  const SourceLines& m_lines;
  const ArrayNames& m_tensors;
  KnownAnswers<const CompiledAccess*> m_compiled;  ///< by pc, memory and kind
  CodeOrder m_order;
  ObservedLaunch m_launch;
  const Sample* m_sample = nullptr;
  std::uint64_t m_first = 0, m_end = 0;
  std::uint64_t m_weight = 1;   ///< how many blocks the present one stands for
  ThreadMemory m_threadMemory;  ///< of who runs the block
  std::vector<ThreadLog> m_threads;
  std::vector<std::vector<Access>> m_room;  ///< of logs that have been read, for the next ones
  WatchedLaunch m_seen;
  std::uintptr_t m_deviceBegin = 0, m_deviceBytes = 0;  ///< from the first piece of its memory to the end of the last
};

}  // namespace strata::inline microscope
