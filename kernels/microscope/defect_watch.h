#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/backends/cpu/block_observer.h"
#include "kernels/microscope/call_outs.h"
#include "kernels/microscope/defect.h"
#include "kernels/microscope/distant_memory.h"
#include "kernels/microscope/known_answers.h"
#include "kernels/microscope/loaded_object.h"
#include "kernels/microscope/source_lines.h"
#include "kernels/microscope/thread_order.h"
#include "kernels/microscope/touched_memory.h"
#include "kernels/operation/kernel_outline.h"

namespace strata::inline microscope {

/// Looks for what is wrong with kernels of the instrumented build while it watches their launches: put it into
/// KernelEntry::observer, and give them tensors of its own. A thread that would read or write where nothing is, or
/// comes to no end, is ended there. One at a time in a process.
class DefectWatch final : public LaunchObserver, public BlockObserver, public ThreadWatch {
 public:
  /// `object`: the kernels' shared object, loaded. `outline`: of their text.
  DefectWatch(const std::string& object, KernelOutline outline);
  ~DefectWatch() override;

  /// Memory for a tensor; `content`: what the host has written to it, empty: nothing. nullptr where memory is short.
  void* addTensor(const std::string& name, std::size_t bytes, std::size_t elementBytes,
                  std::span<const std::byte> content);

  /// Each once for what it touches and, out of bounds and misaligned, how; in the order of the text. Takes what was
  /// read and never written as far as launches have come.
  std::vector<Defect> takeDefects();
  /// How much was looked at.
  struct Extent {
    std::uint64_t blocks = 0, threads = 0, accesses = 0;
    std::uint64_t threadsEnded = 0;
    std::uint64_t blocksLeftOut = 0;  ///< as there were too many accesses
  };
  const Extent& extent() const { return m_extent; }
  /// Of tensors and variables that were touched, and what is kept of that.
  struct Bytes {
    std::uint64_t followed = 0, kept = 0;
  };
  Bytes bytes() const;

  /// One thread: it follows what blocks do to each other.
  std::vector<BlockObserver*> launchBegins(const ObservedLaunch& launch, std::size_t threads) override;
  std::optional<std::uint64_t> nextBlock(std::uint64_t from) override;
  void blockEnds() override;
  void lanesWaitInVain(std::uint32_t warp, std::uint64_t lanes) override;

  void record(const Access& access) override;
  void recordUnit(const Access& access) override;
  void arrivesAt(std::uintptr_t barrier) override { m_order.arrivesAt(numberOfThread(), barrier); }
  void hasWaitedAt(std::uintptr_t barrier) override;
  void enterFunction(std::uintptr_t caller) override { m_threads[numberOfThread()].callers.push_back(caller); }
  void leaveFunction() override;
  void fence() override { m_order.fences(numberOfThread()); }
  void comesToMeeting(std::uintptr_t pc, std::uint64_t mask) override;
  void lanesMet(std::uint64_t lanes) override;
  void missesLane(std::uintptr_t pc, int lane) override;

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Tensor {
    TouchedMemory memory;
    std::size_t elementBytes = 4;
  };
  /// What a thread of the block came to last.
  struct Thread {
    std::uint32_t place = kNowhere;
    std::uint64_t steps = 0;
    std::uint32_t barriers = 0;
    std::uint32_t meetings = 0;  ///< with others, at barriers and in warp functions
    std::uint64_t mask = 0;
    std::vector<std::uintptr_t> callers{};  ///< of the functions it is in
  };
  struct BarrierSeen {
    std::uint32_t place = kNowhere, thread = 0;
  };
  /// What lies at an address, or ends nearest before it.
  struct Region {
    enum class Of : std::uint8_t { Nothing, Tensor, Variable, Shared };
    Of of = Of::Nothing;
    std::size_t index = 0;
    friend bool operator==(const Region&, const Region&) = default;
  };
  /// A defect as it is met, to be put into words later.
  struct Seen {
    Defect::Kind kind;
    Region region{};
    std::uint32_t place = kNowhere;
    Moment when{};
    std::uintptr_t address = 0;
    std::uint16_t bytes = 0;
    bool store = false;
    std::uint32_t otherPlace = kNowhere;
    Moment other{};
    bool otherStore = false;
    std::int64_t detail = 0;  ///< a lane, a mask, or how often an endless thread has met others
    std::uint64_t times = 1;
    std::uint64_t lanes = 0;  ///< that call with a mask without themselves
  };

  std::uint32_t placeOf(std::uintptr_t pc);
  std::uint32_t placeInText(std::uintptr_t pc);
  bool countsStep(const Access& access);
  void showThatItMoves() const;
  void reachesBarrier(std::uint32_t place);
  bool meetsWithoutEnd(std::uint32_t thread) const;
  bool isTheirFirst(std::uint32_t place) const;
  [[noreturn]] void endMeetings(std::uint32_t place, bool inWarp);
  TouchedMemory* findShared(std::uintptr_t address, std::size_t bytes);
  static TouchedMemory* findIn(std::vector<TouchedMemory>& variables, std::uintptr_t address, std::size_t bytes);
  bool isInside(const Access& access, TouchedMemory*& memory);
  [[noreturn]] void refuse(const Access& access, std::uint32_t place, Defect::Kind why);
  void touches(const Access& access, std::uint32_t place, TouchedMemory& memory);
  void add(Seen seen);
  static bool isOfOneAccess(Defect::Kind kind) {
    return kind == Defect::Kind::OutOfBounds || kind == Defect::Kind::Misaligned;
  }
  static bool isOneFault(const Seen& a, const Seen& b) {
    return a.kind == b.kind && a.region == b.region && (!isOfOneAccess(a.kind) || a.store == b.store);
  }
  bool sharesLines(const Seen& a, const Seen& b) const;
  static void join(Seen& known, const Seen& more);
  static bool endsThread(const Seen& seen) {
    return isOfOneAccess(seen.kind) || seen.kind == Defect::Kind::Endless || seen.lanes != 0;
  }
  void addEmptyReads(TouchedMemory& memory);
  [[noreturn]] void leave();
  /// A thread was ended: others may miss what it would have done.
  bool disturbed() const { return m_extent.threadsEnded > 0; }
  Moment at(std::uint32_t thread) { return m_order.now(thread); }
  SourceLine lineAt(std::uint32_t place) const { return place == kNowhere ? SourceLine() : m_places[place]; }
  bool sharesLine(std::uint32_t a, std::uint32_t b) const { return lineAt(a) == lineAt(b); }

  GpuThread threadOf(const Moment& when) const;
  std::string nameOf(const Moment& when, const Moment& beside) const;
  std::string placeText(const Seen& seen) const;
  Region regionOf(std::uintptr_t address) const;
  const TouchedMemory* memoryOf(const Region& region) const;
  std::string touchedText(const Seen& seen) const;
  std::string sharedText(const Seen& seen, const TouchedMemory& memory) const;
  std::string variableText(const Seen& seen) const;
  std::string sentence(const Seen& seen) const;
  Defect defectOf(const Seen& seen) const;

  LoadedObject m_object;
  SourceLines m_lines;
  KernelOutline m_outline;
  DistantMemory m_memory;
  std::vector<Tensor> m_tensors;
  std::vector<TouchedMemory> m_shared, m_variables;
  std::uintptr_t m_sharedBegin = 0;

  ThreadOrder m_order;
  std::uint32_t m_waveSize = 32;
  std::vector<LaunchShape> m_shapes;  ///< of launches so far
  std::vector<std::string> m_kernels;
  std::vector<Thread> m_threads;
  ThreadMemory m_threadMemory;             ///< of who runs the block
  std::vector<BarrierSeen> m_barriers;     ///< of the block, in their order
  std::uint64_t m_mostSteps;               ///< of a thread
  std::uint64_t m_mostOfBlock;             ///< steps and accesses, of a block whose threads go on to meet
  std::uint64_t m_ofBlock = 0;             ///< so far
  WorkControl* m_control = nullptr;        ///< who waits for the launch
  std::uint32_t m_lastBarrier = kNowhere;  ///< of the block: whoever comes to it is ended there
  Extent m_extent;

  KnownAnswers<std::uint32_t> m_placeOf;
  std::vector<SourceLine> m_places;
  std::vector<Seen> m_seen;
};

}  // namespace strata::inline microscope
