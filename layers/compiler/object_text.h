#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// An instruction in what a disassembler printed.
struct PrintedInstruction {
  int line = 0;  ///< of the text, from 1
  std::uint64_t address = 0;
  std::string name;
};

/// Whether an instruction of this name only fills, where nothing but its like follows: "s_nop", "NOP", "nopw".
bool isPadding(std::string_view name);

/// Takes what fills up to the next function off the end: it is printed with a kernel, and is none of its code.
template <typename Instruction>
void dropPadding(std::vector<Instruction>& code) {
  while (!code.empty() && isPadding(code.back().name)) code.pop_back();
}

/// Of objdump's and llvm-objdump's lines: "  1130: mov %rsp,%rbp", "s_endpgm // 000000001654: BF810000". Without what
/// fills behind the last.
std::vector<PrintedInstruction> objdumpInstructions(std::string_view text);

/// Gives a disassembled text its instructions, with the lines that the debug information of its object file says.
void linkLines(BuildText& text, const std::string& objectFile);

}  // namespace strata::inline compiler
