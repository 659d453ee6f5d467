#include "layers/compiler/sass.h"

#include <array>
#include <charconv>
#include <cstring>
#include <optional>

namespace strata::inline compiler {
namespace {

using Flow = MachineInstruction::Flow;
using Kind = InstructionKind;

// The lowest 9 bits say what an instruction does; the 3 above them, where its operands come from.
constexpr std::uint64_t kOperationBits = 0x1ff;
constexpr unsigned kAlways = 7;  // the predicate that is always true

struct Word {
  std::uint64_t low = 0, high = 0;

  /// `count` bits from bit `first` of the 128; they do not cross the middle.
  unsigned bits(unsigned first, unsigned count) const {
    const std::uint64_t half = first < 64 ? low >> first : high >> (first - 64);
    return static_cast<unsigned>(half & ((std::uint64_t{1} << count) - 1));
  }
  std::uint64_t operation() const { return low & kOperationBits; }
};

/// Of a load or store: 8, 16, 32, 64 or 128 bits, the narrow ones with and without sign.
std::uint32_t memoryBytes(const Word& word) {
  constexpr std::array<std::uint32_t, 8> kBytes = {1, 1, 2, 2, 4, 8, 16, 16};
  return kBytes[word.bits(73, 3)];
}

/// Of an atomic update: 64 bits are kept as 2, all else that kernels here update has 32.
std::uint32_t atomicBytes(const Word& word) {
  return word.bits(73, 3) == 2 ? 8 : 4;
}

/// Of LDSM and STSM: one, two or four matrices, a lane holds 4 bytes of each.
std::uint32_t matrixBytes(const Word& word) {
  return 4u << word.bits(72, 2);
}

/// Of HMMA with 16-bit numbers m16n8k8 or k16, with tf32 k4 or k8; of IMMA m8n8k16, m16n8k16 or k32.
std::uint32_t multiplyAdds(const Word& word) {
  const unsigned deep = word.bits(75, 1);
  if (word.operation() == 0x03f) return 8 * 8 * 4;
  if (word.operation() == 0x037) return (8u * 8 * 16) << word.bits(86, 1) << deep;
  const bool tf32 = word.bits(83, 1) != 0;
  return tf32 ? (16u * 8 * 8) >> word.bits(78, 1) : (16u * 8 * 8) << deep;
}

std::optional<InstructionUse> useOf(const Word& word) {
  switch (word.operation()) {
    case 0x181:  // LDG
    case 0x180:  // LD
      return InstructionUse{Kind::GlobalLoad, memoryBytes(word)};
    case 0x186:  // STG
    case 0x185:  // ST
      return InstructionUse{Kind::GlobalStore, memoryBytes(word)};
    case 0x18a:  // ATOM
    case 0x18b:  // ATOM.CAS
    case 0x1a8:  // ATOMG
    case 0x1a9:  // ATOMG.CAS
    case 0x18e:  // RED
    case 0x1a6:  // REDG
      return InstructionUse{Kind::GlobalStore, atomicBytes(word)};
    case 0x184:  // LDS
      return InstructionUse{Kind::SharedLoad, memoryBytes(word)};
    case 0x03b:  // LDSM
      return InstructionUse{Kind::SharedLoad, matrixBytes(word)};
    case 0x188:  // STS
      return InstructionUse{Kind::SharedStore, memoryBytes(word)};
    case 0x18c:  // ATOMS
    case 0x18d:  // ATOMS.CAS
      return InstructionUse{Kind::SharedStore, atomicBytes(word)};
    case 0x044:  // STSM
      return InstructionUse{Kind::SharedStore, matrixBytes(word)};
    case 0x1ae:  // LDGSTS
      return InstructionUse{Kind::AsyncCopy, memoryBytes(word)};
    case 0x020:  // FMUL
    case 0x021:  // FADD
    case 0x023:  // FFMA
      return InstructionUse{Kind::Fp32, 1};
    case 0x108:  // MUFU
      return InstructionUse{Kind::Special, 0};
    case 0x037:  // IMMA
    case 0x03c:  // HMMA
    case 0x03f:  // DMMA
      return InstructionUse{Kind::Matrix, multiplyAdds(word)};
    case 0x11d:  // BAR
      return InstructionUse{Kind::Barrier, 0};
    default: return std::nullopt;
  }
}

Flow flowOf(const Word& word) {
  switch (word.operation()) {
    case 0x147:  // BRA
      return Flow::Branch;
    case 0x143:  // CALL.ABS
    case 0x144:  // CALL.REL
      return Flow::Call;
    case 0x150:  // RET
      return Flow::Return;
    case 0x14d:  // EXIT
      return Flow::End;
    default: return Flow::Next;
  }
}

/// A predicate before the instruction; of a branch also one behind it, or that it is only taken where lanes diverge.
bool isConditional(const Word& word) {
  const bool guarded = word.bits(12, 4) != kAlways;
  return guarded || (word.operation() == 0x147 && word.bits(87, 5) != kAlways);
}

/// Bytes from the end of the instruction: a multiple of 4 in bits 34 to 81; from sm_90 on its lowest 8 bits stand in
/// bits 16 to 23.
std::int64_t distance(const Word& word, std::string_view target) {
  std::uint64_t far = word.low >> 34 | word.high << 30;
  const auto signedFar = static_cast<std::int64_t>(far << 16) >> 16;
  int architecture = 0;
  if (target.size() > 3) std::from_chars(target.data() + 3, target.data() + target.size(), architecture);
  return architecture < 90 ? signedFar * 4 : (signedFar * 256 + word.bits(16, 8)) * 4;
}

}  // namespace

MachineInstruction sassInstruction(std::string_view code, std::size_t index, std::string_view target) {
  MachineInstruction instruction;
  Word word;
  if (code.size() / kSassBytes <= index) return instruction;
  std::memcpy(&word, code.data() + index * kSassBytes, sizeof(word));
  instruction.use = useOf(word);
  instruction.flow = flowOf(word);
  instruction.conditional = instruction.flow != Flow::Next && isConditional(word);
  const auto behind = static_cast<std::int64_t>((index + 1) * kSassBytes);
  const std::int64_t goesTo = behind + distance(word, target);
  instruction.target = goesTo < 0 ? code.size() : static_cast<std::size_t>(goesTo) / kSassBytes;
  return instruction;
}

}  // namespace strata::inline compiler
