#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "layers/compiler/machine_code.h"

namespace strata::inline compiler {

// NVIDIA publishes the names of instructions, not how they are encoded: what is here was found by compiling PTX that
// does one known thing (tests/layers/sass_test.cpp does so again), and looking at the words.

/// Bytes of an instruction of NVIDIA's machine code, from sm_70 on.
constexpr std::size_t kSassBytes = 16;

/// What instruction `index` is called, without what its name's endings say: "LDG"; empty where it is not known here.
std::string_view sassName(std::string_view code, std::size_t index);

/// Reads instruction `index` of a function's code for "sm_75" … "sm_90a"; without its line.
MachineInstruction sassInstruction(std::string_view code, std::size_t index, std::string_view target);

}  // namespace strata::inline compiler
