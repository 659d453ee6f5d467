#include "layers/compiler/gcn.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>

namespace strata::inline compiler {
namespace {

using Flow = MachineInstruction::Flow;
using Kind = InstructionKind;

std::string_view takeUntil(std::string_view& rest, std::string_view ends) {
  const std::string_view part = rest.substr(0, rest.find_first_of(ends));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

bool beginsWithAny(std::string_view name, std::initializer_list<std::string_view> begins) {
  return std::ranges::any_of(begins, [&](std::string_view begin) { return name.starts_with(begin); });
}

/// 8 of "dwordx2", 4 of "b32", 2 of "ushort"; 0 of other words.
std::uint32_t widthOf(std::string_view word) {
  if (word.starts_with("dword")) return word.size() == 7 ? 4u * static_cast<std::uint32_t>(word[6] - '0') : 4;
  if (word.ends_with("byte")) return 1;
  if (word.ends_with("short")) return 2;
  std::uint32_t bits = 0;
  if (word.size() < 2 || std::string_view("buif").find(word[0]) == std::string_view::npos) return 0;
  const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), bits);
  return error == std::errc{} && end == word.data() + word.size() ? bits / 8 : 0;
}

/// Of "ds_read2_b32": two of 4 bytes. An update that does not say is of 4, or of 8 where its name ends in x2.
std::uint32_t memoryBytes(std::string_view name) {
  std::uint32_t bytes = 4, times = 1;
  while (!name.empty()) {
    const std::string_view word = takeUntil(name, "_");
    if (word == "x2" || word.starts_with("read2") || word.starts_with("write2") || word == "2addr") times = 2;
    if (const std::uint32_t width = widthOf(word); width > 0) bytes = width;
  }
  return bytes * times;
}

std::optional<InstructionUse> memoryUse(std::string_view name) {
  if (beginsWithAny(name, {"global_load_lds"})) return InstructionUse{Kind::AsyncCopy, memoryBytes(name)};
  if (beginsWithAny(name, {"global_load", "flat_load"})) return InstructionUse{Kind::GlobalLoad, memoryBytes(name)};
  if (beginsWithAny(name, {"global_store", "flat_store", "global_atomic", "flat_atomic"}))
    return InstructionUse{Kind::GlobalStore, memoryBytes(name)};
  if (beginsWithAny(name, {"ds_read", "ds_load"})) return InstructionUse{Kind::SharedLoad, memoryBytes(name)};
  if (beginsWithAny(name, {"ds_bpermute", "ds_permute", "ds_swizzle", "ds_nop", "ds_gws"})) return std::nullopt;
  if (name.starts_with("ds_")) return InstructionUse{Kind::SharedStore, memoryBytes(name)};
  return std::nullopt;
}

bool isFp32(std::string_view name) {
  if (name.find("_f32") == std::string_view::npos) return false;
  return beginsWithAny(name, {"fma", "mac_", "mad_", "madak", "madmk", "add_", "sub_", "subrev_", "mul_"});
}

/// "v_fma_f32", or the two halves "v_dual_fmac_f32 … :: v_dual_mul_f32 …".
std::uint32_t fp32Of(std::string_view text) {
  std::uint32_t results = 0;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    std::string_view name = text.substr(at);
    name = name.substr(0, name.find(' '));
    const bool packed = name.starts_with("v_pk_");
    for (const std::string_view begin : {"v_dual_", "v_pk_", "v_"})
      if (name.starts_with(begin)) {
        name.remove_prefix(begin.size());
        break;
      }
    if (isFp32(name)) results += packed ? 2 : 1;
    at = text.find(":: ", at);
    if (at != std::string_view::npos) at += 3;
  }
  return results;
}

/// 4096 of "v_mfma_f32_16x16x16f16".
std::uint32_t multiplyAdds(std::string_view name) {
  std::uint32_t product = 1, size = 0;
  const std::size_t sizes = name.find_first_of("0123456789", name.find('x') - 2);
  if (name.find('x') == std::string_view::npos || sizes == std::string_view::npos) return 0;
  name.remove_prefix(sizes);
  for (const char end : {'x', 'x', '\0'}) {
    const auto [at, error] = std::from_chars(name.data(), name.data() + name.size(), size);
    if (error != std::errc{}) return 0;
    product *= size;
    name.remove_prefix(std::min(name.size(), static_cast<std::size_t>(at - name.data()) + (end == 'x' ? 1 : 0)));
  }
  return product;
}

std::optional<InstructionUse> useOf(std::string_view name, std::string_view text) {
  if (name == "s_barrier") return InstructionUse{Kind::Barrier, 0};
  if (!name.starts_with("v_")) return memoryUse(name);
  if (beginsWithAny(name, {"v_mfma_", "v_wmma_", "v_smfmac_"})) return InstructionUse{Kind::Matrix, multiplyAdds(name)};
  if (beginsWithAny(name, {"v_exp_", "v_log_", "v_rcp_", "v_rsq_", "v_sqrt_", "v_sin_", "v_cos_"}))
    return InstructionUse{Kind::Special, 0};
  if (const std::uint32_t results = fp32Of(text); results > 0) return InstructionUse{Kind::Fp32, results};
  return std::nullopt;
}

}  // namespace

MachineInstruction gcnInstruction(std::string_view text) {
  MachineInstruction instruction;
  const std::string_view name = text.substr(0, text.find_first_of(" \t"));
  instruction.use = useOf(name, text);
  instruction.free = beginsWithAny(name, {"s_nop", "s_wait", "s_delay_alu", "s_clause", "s_inst_prefetch", "s_setprio",
                                          "s_set_inst_prefetch", "s_sleep", "s_code_end"});
  if (name.starts_with("s_") && !instruction.use && !instruction.free) instruction.use = {Kind::Scalar, 0};
  if (name == "s_branch" || name.starts_with("s_cbranch")) instruction.flow = Flow::Branch;
  if (name.starts_with("s_endpgm")) instruction.flow = Flow::End;
  if (name.starts_with("s_setpc")) instruction.flow = Flow::Return;
  instruction.conditional = name.starts_with("s_cbranch");
  return instruction;
}

std::string_view gcnTarget(std::string_view text) {
  if (gcnInstruction(text).flow != Flow::Branch) return {};
  takeUntil(text, " \t");
  return takeUntil(text, " \t;");
}

}  // namespace strata::inline compiler
