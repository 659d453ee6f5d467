#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/operation/line_instructions.h"

namespace strata::inline compiler {

/// An instruction of a GPU's machine code, as far as counts by line need it.
struct MachineInstruction {
  enum class Flow : std::uint8_t {
    Next,    ///< goes on with the instruction behind it
    Branch,  ///< with `target`
    Call,    ///< with `target`, and then with the one behind it
    Return,  ///< from a call
    End,     ///< of the thread
  };
  std::string file{};  ///< "kernels/matmul/tiled.cuh"
  int line = 0;        ///< 0: the compiler says none
  std::optional<InstructionUse> use{};
  Flow flow = Flow::Next;
  bool conditional = false;  ///< the flow may also go on with the instruction behind it
  std::size_t target = 0;    ///< where in the function
  bool free = false;         ///< takes no turn of a unit: not counted
};

/// The instructions of a function by statement of the text, with its loops. Only what can be reached is counted: no
/// padding, and no subroutines (CodeFlow). What the compiler names no line for belongs to the line before it.
CompiledKernel countedByLine(std::span<const MachineInstruction> code);

}  // namespace strata::inline compiler
