#include "kernels/operation/executed_instructions.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

namespace strata::inline operation {
namespace {

constexpr std::array kMemory = {InstructionKind::GlobalLoad, InstructionKind::GlobalStore, InstructionKind::SharedLoad,
                                InstructionKind::SharedStore};

bool isMemory(InstructionKind kind, InstructionKind memory) {
  const bool copied = memory == InstructionKind::GlobalLoad || memory == InstructionKind::SharedStore;
  return kind == memory || (kind == InstructionKind::AsyncCopy && copied);
}

/// Bytes of a lane that one execution of a line's instructions moves.
double bytesOf(const CompiledLine& line, InstructionKind memory) {
  double bytes = 0;
  for (const auto& [use, count] : line.uses)
    if (isMemory(use.kind, memory)) bytes += double(use.bytes) * count;
  return bytes;
}

std::uint32_t barriersOf(const CompiledLine& line) {
  const auto found = line.uses.find({InstructionKind::Barrier, 0});
  return found == line.uses.end() ? 0 : found->second;
}

/// One kind of access of a statement: the compiled lines that do it, and what was asked for.
struct Accesses {
  InstructionKind memory = InstructionKind::GlobalLoad;
  std::vector<std::size_t> lines{};
  double asked = 0;
};

class Solver {
 public:
  Solver(const CompiledKernel& kernel, std::span<const LineExecutions> counted, std::uint64_t warps)
      : m_kernel(kernel), m_turns(kernel.loops.size() + 1) {
    m_turns[0] = double(warps);
    gather(counted);
    turnsByOwnMemory();
    while (turnsBySharedMemory()) {
    }
    for (std::size_t loop = m_turns.size(); loop-- > 1;)
      if (!m_turns[loop]) m_turns[loop] = turnsWithoutMemory(static_cast<int>(loop));
  }

  ExecutedInstructions executed() {
    const std::size_t count = m_kernel.lines.size();
    ExecutedInstructions all;
    all.times.resize(count);
    for (const auto& turns : m_turns) all.turns.push_back(turns.value_or(0));
    std::vector<std::array<std::optional<double>, kMemory.size()>> memory(count);
    for (const Accesses& accesses : m_accesses) timesOf(accesses, memory);
    for (std::size_t i = 0; i < count; ++i) {
      all.times[i] = timesOf(i, memory[i]);
      add(all, m_kernel.lines[i], all.times[i], memory[i]);
    }
    return all;
  }

 private:
  using Memory = std::array<std::optional<double>, kMemory.size()>;

  const CompiledLine& line(std::size_t i) const { return m_kernel.lines[i]; }
  double turns(const CompiledLine& line) const { return m_turns[static_cast<std::size_t>(line.loop)].value_or(0); }
  bool isKnown(const CompiledLine& line) const { return m_turns[static_cast<std::size_t>(line.loop)].has_value(); }

  /// Finds for each statement and kind of access the lines that do it. What was asked for where nothing was compiled
  /// for it belongs to the statement before: compilers join accesses of neighbours.
  void gather(std::span<const LineExecutions> counted) {
    std::map<std::tuple<std::string, int, InstructionKind>, Accesses> found;
    for (std::size_t i = 0; i < m_kernel.lines.size(); ++i)
      for (const InstructionKind memory : kMemory)
        if (bytesOf(line(i), memory) > 0) {
          Accesses& accesses = found[{line(i).file, line(i).firstLine, memory}];
          accesses.memory = memory;
          accesses.lines.push_back(i);
        }
    for (const LineExecutions& each : counted) {
      std::uint64_t& passes = m_passes[{each.file, each.line}];
      passes = std::max(passes, each.passes);
      for (const InstructionKind memory : kMemory) {
        Accesses* own = nullptr;
        for (auto& [key, accesses] : found)
          if (accesses.memory == memory && std::get<0>(key) == each.file && std::get<1>(key) <= each.line)
            own = &accesses;
        if (own && has(each)) own->asked += double(each.laneBytes[static_cast<std::size_t>(memory)]);
      }
    }
    for (auto& [key, accesses] : found) m_accesses.push_back(std::move(accesses));
  }

  /// Whether a line lies among those of this kernel.
  bool has(const LineExecutions& counted) const {
    int first = 0, last = 0;
    for (const CompiledLine& each : m_kernel.lines)
      if (each.file == counted.file) {
        first = first == 0 ? each.firstLine : std::min(first, each.firstLine);
        last = std::max(last, each.lastLine);
      }
    return first <= counted.line && counted.line <= last;
  }

  /// The loop that alone does these accesses, in every turn; 0: there is none.
  int ownLoop(const Accesses& accesses) const {
    const int loop = line(accesses.lines.front()).loop;
    for (const std::size_t i : accesses.lines)
      if (line(i).loop != loop || !line(i).always) return 0;
    return loop;
  }

  void turnsByOwnMemory() {
    std::map<std::pair<int, InstructionKind>, std::pair<double, double>> sums;  // asked, and moved in a turn
    for (const Accesses& accesses : m_accesses) {
      const int loop = ownLoop(accesses);
      if (loop == 0) continue;
      auto& [asked, moved] = sums[{loop, accesses.memory}];
      asked += accesses.asked;
      for (const std::size_t i : accesses.lines) moved += bytesOf(line(i), accesses.memory);
    }
    for (const auto& [key, sum] : sums) {
      auto& found = m_turns[static_cast<std::size_t>(key.first)];
      if (sum.first > 0) found = std::max(found.value_or(0), sum.first / sum.second);
    }
  }

  int depth(int loop) const {
    int deep = 0;
    for (; loop > 0; loop = m_kernel.loops[static_cast<std::size_t>(loop) - 1]) ++deep;
    return deep;
  }

  /// Of the loops that are still unknown, the deepest that moves most did all that is left to be done. False: there is
  /// none left with memory.
  bool turnsBySharedMemory() {
    std::tuple<int, double> best{0, 0};
    int chosen = 0;
    double found = 0;
    for (const Accesses& accesses : m_accesses) {
      double left = accesses.asked;
      std::map<int, double> moved;
      for (const std::size_t i : accesses.lines) {
        if (!line(i).always) continue;
        const double bytes = bytesOf(line(i), accesses.memory);
        if (isKnown(line(i)))
          left -= bytes * turns(line(i));
        else
          moved[line(i).loop] += bytes;
      }
      if (accesses.asked <= 0) continue;
      for (const auto& [loop, bytes] : moved)
        if (std::tuple(depth(loop), bytes) > best) {
          best = {depth(loop), bytes};
          chosen = loop;
          found = std::max(0.0, left) / bytes;
        }
    }
    if (chosen > 0) m_turns[static_cast<std::size_t>(chosen)] = found;
    return chosen > 0;
  }

  /// How often warps came by a statement; empty where no block begins in it.
  std::optional<double> passesOf(const CompiledLine& line) const {
    std::uint64_t most = 0;
    for (auto at = m_passes.lower_bound({line.file, line.firstLine});
         at != m_passes.end() && at->first <= std::pair(line.file, line.lastLine); ++at)
      most = std::max(most, at->second);
    return most > 0 ? std::optional(double(most)) : std::nullopt;
  }

  /// The same, or of the statement before.
  std::optional<double> passesUpTo(const CompiledLine& line) const {
    if (const auto own = passesOf(line)) return own;
    auto at = m_passes.lower_bound({line.file, line.firstLine});
    while (at != m_passes.begin() && (--at)->first.first == line.file)
      if (at->second > 0) return double(at->second);
    return std::nullopt;
  }

  bool isInLoopAlone(const CompiledLine& line) const {
    return std::ranges::all_of(m_kernel.lines, [&](const CompiledLine& other) {
      return other.file != line.file || other.firstLine != line.firstLine || other.loop == line.loop;
    });
  }

  double turnsWithoutMemory(int loop) const {
    std::optional<double> byBarriers, byPasses, inside;
    const auto lower = [](std::optional<double>& least, double value) {
      least = std::min(least.value_or(value), value);
    };
    for (const CompiledLine& each : m_kernel.lines) {
      if (each.loop != loop || !each.always) continue;
      const auto passes = passesOf(each);
      if (passes && barriersOf(each) > 0) lower(byBarriers, *passes / barriersOf(each));
      if (passes && isInLoopAlone(each)) lower(byPasses, *passes);
      if (const auto before = passesUpTo(each)) lower(inside, *before);
    }
    if (byBarriers) return *byBarriers;
    return byPasses ? *byPasses : inside.value_or(0);
  }

  /// What of these accesses stands behind branches did what the others leave, evenly, but no more than once a turn.
  void timesOf(const Accesses& accesses, std::vector<Memory>& memory) const {
    double left = accesses.asked, moved = 0;
    std::vector<std::size_t> branches;
    const auto at = static_cast<std::size_t>(accesses.memory);
    double always = 0;
    for (const std::size_t i : accesses.lines)
      if (line(i).always) always += turns(line(i)) * bytesOf(line(i), accesses.memory);
    for (const std::size_t i : accesses.lines) {
      if (!line(i).always) {
        branches.push_back(i);
        moved += bytesOf(line(i), accesses.memory);
      } else if (accesses.asked > 0) {
        memory[i][at] = turns(line(i)) * std::min(1.0, accesses.asked / std::max(always, 1.0));
        left -= *memory[i][at] * bytesOf(line(i), accesses.memory);
      }
    }
    if (accesses.asked <= 0 && passesOf(line(accesses.lines.front()))) return;  // done where nobody counts
    std::ranges::sort(branches, {}, [&](std::size_t i) { return turns(line(i)); });
    for (const std::size_t i : branches) {
      const double bytes = bytesOf(line(i), accesses.memory);
      memory[i][at] = std::min(std::max(0.0, left) / moved, turns(line(i)));
      left -= *memory[i][at] * bytes;
      moved -= bytes;
    }
  }

  double timesOf(std::size_t i, const Memory& memory) const {
    if (line(i).always) return turns(line(i));
    std::optional<double> most;
    for (const auto& times : memory)
      if (times) most = std::max(most.value_or(0), *times);
    if (most) return *most;
    return std::min(turns(line(i)), passesUpTo(line(i)).value_or(turns(line(i))));
  }

  static void add(ExecutedInstructions& all, const CompiledLine& line, double times, const Memory& memory) {
    all.total += line.total * times;
    for (const auto& [use, count] : line.uses) {
      double executed = times;
      for (const InstructionKind kind : kMemory)
        if (isMemory(use.kind, kind)) executed = memory[static_cast<std::size_t>(kind)].value_or(executed);
      all.uses[use] += executed * count;
    }
  }

  const CompiledKernel& m_kernel;
  std::vector<std::optional<double>> m_turns;  ///< by loop; 0: outside
  std::vector<Accesses> m_accesses;
  std::map<std::pair<std::string, int>, std::uint64_t> m_passes;
};

}  // namespace

double ExecutedInstructions::of(InstructionKind kind) const {
  double sum = 0;
  for (const auto& [use, count] : uses)
    if (use.kind == kind) sum += count;
  return sum;
}

double ExecutedInstructions::laneBytes(InstructionKind kind) const {
  double sum = 0;
  for (const auto& [use, count] : uses)
    if (use.kind == kind) sum += count * use.bytes;
  return sum;
}

ExecutedInstructions executedInstructions(const CompiledKernel& kernel, std::span<const LineExecutions> lines,
                                          std::uint64_t warps) {
  return Solver(kernel, lines, warps).executed();
}

}  // namespace strata::inline operation
