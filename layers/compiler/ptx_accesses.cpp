#include "layers/compiler/ptx_accesses.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "layers/compiler/ptx_lines.h"

namespace strata::inline compiler {
namespace {

std::string_view takePart(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('.'));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

/// 4 of "f32"; 0 of what is no type.
std::uint32_t bytesOfType(std::string_view type) {
  const std::size_t digits = type.find_first_of("0123456789");
  if (type.empty() || digits == std::string_view::npos ||
      std::string_view("busf").find(type[0]) == std::string_view::npos)
    return 0;
  std::uint32_t bits = 0;
  std::from_chars(type.data() + digits, type.data() + type.size(), bits);
  return bits / 8 * (type.ends_with("x2") ? 2 : 1);
}

/// Of "ld.global.nc.v4.f32"; none of other instructions, of a thread's own memory and of parameters.
std::optional<PtxAccess> accessOf(std::string_view instruction) {
  const std::string_view what = takePart(instruction);
  if (what != "ld" && what != "ldu" && what != "st" && what != "atom" && what != "red") return std::nullopt;
  PtxAccess access;
  access.store = !what.starts_with("ld");
  std::uint32_t count = 1;
  while (!instruction.empty()) {
    const std::string_view part = takePart(instruction);
    if (part == "param" || part == "local" || part == "const") return std::nullopt;
    if (part.starts_with("global")) access.space = PtxAccess::Space::Global;
    if (part.starts_with("shared")) access.space = PtxAccess::Space::Shared;
    if (part == "v2" || part == "v4" || part == "v8") count = static_cast<std::uint32_t>(part[1] - '0');
    if (const std::uint32_t bytes = bytesOfType(part); bytes > 0) access.bytes = bytes;
  }
  access.bytes *= count;
  return access.bytes > 0 ? std::optional(access) : std::nullopt;
}

std::string_view between(std::string_view text, std::string_view begin, std::string_view ends) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find_first_of(ends));
}

}  // namespace

std::vector<PtxAccess> ptxAccesses(std::string_view ptx) {
  std::vector<PtxAccess> accesses;
  for (const PtxInstruction& instruction : ptxInstructions(ptx, ptxFiles(ptx))) {
    auto access = accessOf(instruction.text.substr(0, instruction.text.find_first_of(" \t;")));
    if (!access || instruction.from.empty()) continue;
    access->symbol = instruction.symbol;
    access->file = instruction.from.front().file;
    access->line = instruction.from.front().line;
    accesses.push_back(std::move(*access));
  }
  return accesses;
}

std::string ptxOrigin(std::string_view ptx) {
  return std::string("nvcc ")
      .append(between(ptx, "release ", ",\n"))
      .append(", ")
      .append(between(ptx, ".target ", " ,\n"));
}

}  // namespace strata::inline compiler
