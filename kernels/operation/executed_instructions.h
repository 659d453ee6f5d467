#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/operation/line_instructions.h"

namespace strata::inline operation {

/// How often warps came by a line of a kernel's text, and what they asked memory for there. Kind: counted.
struct LineExecutions {
  std::string file;  ///< "kernels/matmul/tiled.cuh"
  int line = 0;
  std::uint64_t passes = 0;  ///< of the basic block there that warps came by most often; 0: no block begins there
  std::array<std::uint64_t, 4> laneBytes{};  ///< by InstructionKind GlobalLoad … SharedStore: bytes a lane, summed over
                                             ///< the warps' requests
  std::uint32_t fp32 = 0;    ///< results that the text computes for a lane at each pass; 0: not known
  std::uint32_t matrix = 0;  ///< multiply-adds that it has a matrix unit do for a warp at each pass
  bool moved = false;        ///< it uses a matrix unit and stores nothing: compilers move loads between such statements
};

/// The instructions that warps executed. Kind: counted, where a rule below does not have to judge.
struct ExecutedInstructions {
  double total = 0;
  std::map<InstructionUse, double> uses;
  std::vector<double> times;  ///< by CompiledKernel::lines: how often each of its instructions was executed
  std::vector<double> turns;  ///< by loop of CompiledKernel, from 1; 0: warps

  double of(InstructionKind kind) const;
  /// What these did (InstructionUse::amount), summed.
  double amount(InstructionKind kind) const;
};

/// How many instructions `warps` warps executed of a kernel as it was compiled, from counts of the text as it ran: each
/// static instruction times how often it ran. What ran together, by the compiled code's loops:
///
/// - What every turn of a loop comes by ran once a turn. A loop's turns are what its memory instructions were asked for
///   by what one turn of them moves, in bytes of a lane: that takes out unrolling, and that a compiler made one wide
///   access of neighbours. Of several kinds of access the one that says most turns counts: what is duplicated into both
///   sides of a condition is asked in one of them only.
/// - Where several loops do the same (unrolled more and less), the innermost, then the one that does most at once, then
///   the one around other loops did all of it; what is left at the end of a loop is not told apart.
/// - A loop without memory turned as often as its barriers say, or else the matrix unit's work in it, or fp32
///   arithmetic, or else as warps came by what stands in it alone.
/// - What stands behind a branch ran as often as its memory instructions were asked for, or else as warps came by the
///   statement, but at most once a turn. A statement that no block begins in came with the one before it.
///
/// Memory instructions were never executed more often than asked for.
ExecutedInstructions executedInstructions(const CompiledKernel& kernel, std::span<const LineExecutions> lines,
                                          std::uint64_t warps);

}  // namespace strata::inline operation
