#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels/operation/counted_work.h"

namespace strata::inline operation {

/// How often the loops of a compiled kernel turned, all warps together; the rules are in executed_instructions.h.
class LoopTurns {
 public:
  LoopTurns(const CompiledKernel& kernel, const CountedWork& counted, std::uint64_t warps);

  /// Of loop 0, outside of loops, the warps.
  double of(int loop) const { return m_turns[static_cast<std::size_t>(loop)].value_or(0); }

 private:
  const CompiledLine& line(std::size_t i) const { return m_kernel.lines[i]; }
  bool isKnown(int loop) const { return m_turns[static_cast<std::size_t>(loop)].has_value(); }
  void byOwn(std::span<const Work> works);
  void byShared(std::span<const Work> works);
  std::pair<std::map<int, double>, double> openLoops(const Work& work) const;
  int depth(int loop) const;
  double byPasses(int loop) const;
  bool isOnlyIn(const CompiledLine& line, bool oneLoop) const;

  const CompiledKernel& m_kernel;
  const CountedWork& m_counted;
  std::vector<std::optional<double>> m_turns;  ///< by loop
};

}  // namespace strata::inline operation
