#include "kernels/operation/executed_instructions.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "kernels/operation/counted_work.h"
#include "kernels/operation/loop_turns.h"

namespace strata::inline operation {
namespace {

/// Of a line's memory instructions by kind, how often they were executed; none: not known.
using MemoryTimes = std::array<std::optional<double>, kMemoryKinds.size()>;

/// Finds how often the memory instructions of a kernel were executed.
class MemoryExecutions {
 public:
  MemoryExecutions(const CompiledKernel& kernel, const CountedWork& counted, const LoopTurns& turns)
      : times(kernel.lines.size()), m_kernel(kernel), m_turns(turns) {
    for (const InstructionKind kind : kMemoryKinds) {
      auto works = counted.works(kind);
      std::erase_if(works, [](const Work& work) { return work.moved; });
      together(works);
      for (const Work& work : works)
        if (!ownLoop(kernel, work)) share(work);
    }
  }

  std::vector<MemoryTimes> times;  ///< by CompiledKernel::lines

 private:
  double done(std::size_t line, InstructionKind kind) const { return workOf(m_kernel.lines[line], kind); }
  double turns(std::size_t line) const { return m_turns.of(m_kernel.lines[line].loop); }
  std::optional<double>& timesOf(std::size_t line, InstructionKind kind) {
    return times[line][static_cast<std::size_t>(kind)];
  }

  /// What the lines of a work do at most.
  double most(const Work& work) const {
    double sum = 0;
    for (const std::size_t i : work.lines) sum += turns(i) * done(i, work.kind);
    return sum;
  }

  /// Works that a loop does alone did what was asked for of them; what is more than one can do its neighbours did, as
  /// far as they could: compilers move accesses between statements.
  void together(const std::vector<Work>& works) {
    std::map<int, std::pair<double, double>> rests;  // by loop: asked for beyond what can be, and still to be had
    for (const Work& work : works)
      if (const auto loop = ownLoop(m_kernel, work)) {
        rests[*loop].first += std::max(0.0, work.asked - most(work));
        rests[*loop].second += std::max(0.0, most(work) - work.asked);
      }
    for (const Work& work : works)
      if (const auto loop = ownLoop(m_kernel, work)) {
        const auto& [beyond, spare] = rests[*loop];
        const double can = most(work), own = std::min(work.asked, can);
        const double more = spare > 0 ? (can - own) * std::min(1.0, beyond / spare) : 0;
        for (const std::size_t i : work.lines) timesOf(i, work.kind) = can > 0 ? turns(i) * (own + more) / can : 0;
      }
  }

  /// What always comes along did its part; what stands behind branches did what is left, evenly, but no more than once
  /// a turn.
  void share(const Work& work) {
    double always = 0, behind = 0;
    std::vector<std::size_t> branches;
    for (const std::size_t i : work.lines) {
      const bool each = m_kernel.lines[i].always;
      (each ? always : behind) += done(i, work.kind) * (each ? turns(i) : 1);
      if (!each) branches.push_back(i);
    }
    for (const std::size_t i : work.lines)
      if (m_kernel.lines[i].always)
        timesOf(i, work.kind) = turns(i) * std::min(1.0, work.asked / std::max(always, 1.0));
    double left = std::max(0.0, work.asked - always);
    std::ranges::sort(branches, {}, [this](std::size_t i) { return turns(i); });
    for (const std::size_t i : branches) {
      const double each = std::min(left / behind, turns(i));
      timesOf(i, work.kind) = each;
      left -= each * done(i, work.kind);
      behind -= done(i, work.kind);
    }
  }

  const CompiledKernel& m_kernel;
  const LoopTurns& m_turns;
};

double timesOf(const CompiledLine& line, const CountedWork& counted, const LoopTurns& turns,
               const MemoryTimes& memory) {
  if (line.always) return turns.of(line.loop);
  std::optional<double> most;
  for (const auto& times : memory)
    if (times) most = std::max(most.value_or(0), *times);
  return most ? *most : std::min(turns.of(line.loop), counted.passesUpTo(line).value_or(turns.of(line.loop)));
}

double sumOf(const ExecutedInstructions& executed, InstructionKind kind,
             const std::function<double(const InstructionUse&)>& each) {
  double sum = 0;
  for (const auto& [use, count] : executed.uses)
    if (use.kind == kind) sum += count * each(use);
  return sum;
}

}  // namespace

double ExecutedInstructions::of(InstructionKind kind) const {
  return sumOf(*this, kind, [](const InstructionUse&) { return 1.0; });
}

double ExecutedInstructions::amount(InstructionKind kind) const {
  return sumOf(*this, kind, [](const InstructionUse& use) { return double(use.amount); });
}

ExecutedInstructions executedInstructions(const CompiledKernel& kernel, std::span<const LineExecutions> lines,
                                          std::uint64_t warps) {
  const CountedWork counted(kernel, lines);
  const LoopTurns turns(kernel, counted, warps);
  const MemoryExecutions memory(kernel, counted, turns);
  ExecutedInstructions all;
  for (int loop = 0; loop <= static_cast<int>(kernel.loops.size()); ++loop) all.turns.push_back(turns.of(loop));
  for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
    const CompiledLine& line = kernel.lines[i];
    all.times.push_back(timesOf(line, counted, turns, memory.times[i]));
    all.total += line.total * all.times[i];
    for (const auto& [use, count] : line.uses) {
      double times = all.times[i];
      for (const InstructionKind kind : kMemoryKinds)
        if (isOf(use, kind)) times = memory.times[i][static_cast<std::size_t>(kind)].value_or(times);
      all.uses[use] += times * count;
    }
  }
  return all;
}

}  // namespace strata::inline operation
