#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"
#include "layers/compiler/elf_file.h"

namespace strata::inline compiler {

/// From an address within a function on, up to the next: the line of a kernel's text (*.cuh), then those that call what
/// is inlined there. What was inlined from other files counts for the line that calls it; never empty.
struct AddressLine {
  std::uint64_t address = 0;
  std::vector<TextPlace> from;
};

/// The entry of the table that says where the instruction at an address comes from; nullptr: none does.
const AddressLine* lineAt(const std::vector<AddressLine>& lines, std::uint64_t address);

/// Reads `.debug_line` of a cubin (nvcc -cubin -lineinfo), by symbol of the function, in ascending order. It is DWARF,
/// version 2 to 4, with two things of NVIDIA's: addresses are relative to the function's own section, as a relocation
/// says; and an instruction of the line program (0x90) names the row of the table that calls what is inlined, counted
/// from 1 in each function.
std::map<std::string, std::vector<AddressLine>> cubinLines(const ElfFile& cubin);

}  // namespace strata::inline compiler
