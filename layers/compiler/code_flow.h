#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "layers/compiler/machine_code.h"

namespace strata::inline compiler {

/// Basic blocks and loops of a function of machine code, without subroutines: compilers put there what is rarely
/// needed, such as a division by a number that is not normal.
class CodeFlow {
 public:
  explicit CodeFlow(std::span<const MachineInstruction> code);

  /// What is the same for the instructions of a basic block.
  struct Place {
    int loop = 0;            ///< the innermost it is in, from 1; 0: none
    bool always = true;      ///< every turn of that loop comes by; outside of loops every thread
    bool reachable = false;  ///< from the first instruction, without calls
  };
  const Place& at(std::size_t instruction) const { return m_places[m_blockOf[instruction]]; }
  /// Of loop i + 1, the loop around it; 0: none.
  const std::vector<int>& loops() const { return m_around; }

 private:
  using Blocks = std::vector<std::size_t>;
  struct Loop {
    std::size_t header = 0;
    Blocks latches{};         ///< from which it goes back to the header
    std::vector<bool> holds;  ///< by block
    std::size_t size = 0;
  };

  void findBlocks(std::span<const MachineInstruction> code);
  void link(std::span<const MachineInstruction> code);
  void order();
  void findDominators();
  bool dominates(std::size_t block, std::size_t other) const;
  std::vector<Loop> findLoops() const;
  void fill(Loop& loop) const;
  void place(const std::vector<Loop>& loops);

  std::vector<std::size_t> m_blockOf;  ///< by instruction
  Blocks m_ends{};                     ///< blocks at whose end threads end
  std::vector<Blocks> m_next, m_before;
  Blocks m_order;                ///< reachable blocks in reverse postorder
  std::vector<int> m_rank;       ///< by block: where in that order; −1: cannot be reached
  std::vector<int> m_dominator;  ///< by rank, the rank of the nearest block that all paths to it come by
  std::vector<int> m_around;
  std::vector<Place> m_places;  ///< by block
};

}  // namespace strata::inline compiler
