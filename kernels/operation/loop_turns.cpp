#include "kernels/operation/loop_turns.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace strata::inline operation {

LoopTurns::LoopTurns(const CompiledKernel& kernel, const CountedWork& counted, std::uint64_t warps)
    : m_kernel(kernel), m_counted(counted), m_turns(kernel.loops.size() + 1) {
  m_turns[0] = double(warps);
  std::vector<Work> memory;
  for (const InstructionKind kind : kMemoryKinds)
    for (Work& work : counted.works(kind))
      if (!work.moved) memory.push_back(std::move(work));
  byOwn(memory);
  byShared(memory);
  for (const InstructionKind kind : {InstructionKind::Barrier, InstructionKind::Matrix, InstructionKind::Fp32})
    byShared(counted.works(kind));
  for (std::size_t loop = m_turns.size(); loop-- > 1;)
    if (!m_turns[loop]) m_turns[loop] = byPasses(static_cast<int>(loop));
}

void LoopTurns::byOwn(std::span<const Work> works) {
  std::map<std::pair<int, InstructionKind>, std::pair<double, double>> sums;  // asked for, and done in a turn
  for (const Work& work : works) {
    const auto loop = ownLoop(m_kernel, work);
    if (!loop || loop == 0) continue;
    auto& [asked, done] = sums[{*loop, work.kind}];
    asked += work.asked;
    for (const std::size_t i : work.lines) done += workOf(line(i), work.kind);
  }
  for (const auto& [key, sum] : sums) {
    auto& found = m_turns[static_cast<std::size_t>(key.first)];
    found = std::max(found.value_or(0), sum.first / sum.second);
  }
}

/// Of the loops that are still unknown, the deepest that does most in a turn did all that is left; then the next. Of
/// equals the one around others: its double is for when those have nothing to do.
void LoopTurns::byShared(std::span<const Work> works) {
  for (int chosen = 1; chosen > 0;) {
    std::tuple<bool, int, double, bool> best{};  // asked for anything, how deep, how much in a turn, others inside
    chosen = 0;
    double found = 0;
    for (const Work& work : works) {
      const auto [loops, left] = openLoops(work);
      for (const auto& [loop, done] : loops)
        if (const std::tuple rank(work.asked > 0, depth(loop), done, std::ranges::count(m_kernel.loops, loop) > 0);
            rank > best) {
          best = rank;
          chosen = loop;
          found = left / done;
        }
    }
    if (chosen > 0) m_turns[static_cast<std::size_t>(chosen)] = found;
  }
}

/// What loops that are still unknown do of a work in a turn, and how much of it the others leave.
std::pair<std::map<int, double>, double> LoopTurns::openLoops(const Work& work) const {
  std::map<int, double> loops;
  double left = work.asked;
  for (const std::size_t i : work.lines) {
    if (!line(i).always) continue;
    const double done = workOf(line(i), work.kind);
    if (isKnown(line(i).loop))
      left -= done * of(line(i).loop);
    else
      loops[line(i).loop] += done;
  }
  return {loops, std::max(0.0, left)};
}

int LoopTurns::depth(int loop) const {
  int deep = 0;
  for (; loop > 0; loop = m_kernel.loops[static_cast<std::size_t>(loop) - 1]) ++deep;
  return deep;
}

/// The least often that warps came by a statement of the loop: others may be in loops of the text that the compiled
/// code has not. What also stands elsewhere says less, as compilers move instructions into loops.
double LoopTurns::byPasses(int loop) const {
  std::array<std::optional<double>, 3> least;  // of what is in this loop alone, in loops alone, of all
  for (const CompiledLine& each : m_kernel.lines) {
    if (each.loop != loop || !each.always) continue;
    const bool begins = m_counted.passes(each).has_value();
    const std::array isOf{begins && isOnlyIn(each, true), begins && isOnlyIn(each, false), true};
    const double passes = m_counted.passesUpTo(each).value_or(0);
    for (std::size_t i = 0; i < isOf.size(); ++i)
      if (isOf[i]) least[i] = std::min(least[i].value_or(passes), passes);
  }
  for (const auto& found : least)
    if (found) return *found;
  return 0;
}

/// Whether a statement has instructions in one loop only, or at least in loops only.
bool LoopTurns::isOnlyIn(const CompiledLine& line, bool oneLoop) const {
  return std::ranges::all_of(m_kernel.lines, [&](const CompiledLine& other) {
    if (other.file != line.file || other.firstLine != line.firstLine) return true;
    return oneLoop ? other.loop == line.loop : other.loop != 0;
  });
}

}  // namespace strata::inline operation
