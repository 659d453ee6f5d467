#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/protocol/kernel_build.h"

// What a compiler's line table says of a text and its instructions, both ways.

namespace strata::inline facts {

/// A line of a compiler's text as a person reads it: without the addresses, bytes and remarks for debuggers that stand
/// on each line of its language.
std::string readableCode(std::string_view language, std::string_view line);

/// Whether the line says nothing of what is executed, but where it comes from (".loc 1 7 0", an empty line).
bool isQuiet(std::string_view line);

/// By line of a kernel's text, which instructions (counted from 0) were made of it, or of what it calls there.
std::map<TextPlace, std::vector<std::size_t>> instructionsByPlace(const BuildText& text);

/// By line of a kernel's text, how many instructions were made of it; what is inlined counts where it is written. Kind:
/// counted.
std::map<TextPlace, std::size_t> instructionCounts(const BuildText& text);

/// How many instructions of a name two texts have.
struct NameCounts {
  std::string name;
  std::size_t first = 0, second = 0;
  friend bool operator==(const NameCounts&, const NameCounts&) = default;
};

/// The greatest difference first, then the most frequent. Instructions whose name nobody knows are left out.
std::vector<NameCounts> nameDifferences(const BuildText& first, const BuildText& second);

/// "matmul/tiled.cuh:23" of "kernels/matmul/tiled.cuh".
std::string placeWords(const TextPlace& place);

}  // namespace strata::inline facts
