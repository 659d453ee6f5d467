#include "layers/compiler/sass.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <iterator>
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

/// Of a warp's share of HGMMA m64nNk16 with 16-bit numbers: N is kept as N / 8 - 1.
std::uint32_t warpgroupMultiplyAdds(const Word& word) {
  return 64 / 4 * 16 * 8 * (word.bits(53, 5) + 1);
}

std::uint32_t oneEach(const Word&) {
  return 1;
}
std::uint32_t noAmount(const Word&) {
  return 0;
}

/// What is known of an operation.
struct SassOperation {
  std::uint64_t bits;
  std::string_view name;
  std::optional<Kind> kind = {};
  std::uint32_t (*amount)(const Word& word) = noAmount;
};

constexpr SassOperation kSassOperations[] = {
    {0x181, "LDG", Kind::GlobalLoad, memoryBytes},
    {0x180, "LD", Kind::GlobalLoad, memoryBytes},
    {0x186, "STG", Kind::GlobalStore, memoryBytes},
    {0x185, "ST", Kind::GlobalStore, memoryBytes},
    {0x18a, "ATOM", Kind::GlobalStore, atomicBytes},
    {0x18b, "ATOM.CAS", Kind::GlobalStore, atomicBytes},
    {0x1a8, "ATOMG", Kind::GlobalStore, atomicBytes},
    {0x1a9, "ATOMG.CAS", Kind::GlobalStore, atomicBytes},
    {0x18e, "RED", Kind::GlobalStore, atomicBytes},
    {0x1a6, "REDG", Kind::GlobalStore, atomicBytes},
    {0x184, "LDS", Kind::SharedLoad, memoryBytes},
    {0x03b, "LDSM", Kind::SharedLoad, matrixBytes},
    {0x188, "STS", Kind::SharedStore, memoryBytes},
    {0x18c, "ATOMS", Kind::SharedStore, atomicBytes},
    {0x18d, "ATOMS.CAS", Kind::SharedStore, atomicBytes},
    {0x044, "STSM", Kind::SharedStore, matrixBytes},
    {0x1ae, "LDGSTS", Kind::AsyncCopy, memoryBytes},
    {0x020, "FMUL", Kind::Fp32, oneEach},
    {0x021, "FADD", Kind::Fp32, oneEach},
    {0x023, "FFMA", Kind::Fp32, oneEach},
    {0x108, "MUFU", Kind::Special},
    {0x037, "IMMA", Kind::Matrix, multiplyAdds},
    {0x03c, "HMMA", Kind::Matrix, multiplyAdds},
    {0x03f, "DMMA", Kind::Matrix, multiplyAdds},
    {0x1f0, "HGMMA", Kind::Matrix, warpgroupMultiplyAdds},
    {0x1b4, "UTMALDG"},
    {0x11d, "BAR", Kind::Barrier},
    {0x147, "BRA"},
    {0x143, "CALL.ABS"},
    {0x144, "CALL.REL"},
    {0x150, "RET"},
    {0x14d, "EXIT"},
    {0x002, "MOV"},
    {0x007, "SEL"},
    {0x009, "FMNMX"},
    {0x00b, "FSETP"},
    {0x00c, "ISETP"},
    {0x010, "IADD3"},
    {0x012, "LOP3"},
    {0x019, "SHF"},
    {0x024, "IMAD"},
    {0x025, "IMAD.WIDE"},
    {0x118, "NOP"},
    {0x119, "S2R"},
    {0x182, "LDC"},
    {0x189, "SHFL"},
};

const SassOperation* sassOperationOf(const Word& word) {
  const auto found = std::ranges::find(kSassOperations, word.operation(), &SassOperation::bits);
  return found == std::end(kSassOperations) ? nullptr : found;
}

std::optional<InstructionUse> useOf(const Word& word) {
  const SassOperation* operation = sassOperationOf(word);
  if (!operation || !operation->kind) return std::nullopt;
  return InstructionUse{*operation->kind, operation->amount(word)};
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

Word wordAt(std::string_view code, std::size_t index) {
  Word word;
  std::memcpy(&word, code.data() + index * kSassBytes, sizeof(word));
  return word;
}

}  // namespace

std::string_view sassName(std::string_view code, std::size_t index) {
  const SassOperation* operation = code.size() / kSassBytes > index ? sassOperationOf(wordAt(code, index)) : nullptr;
  return operation ? operation->name : std::string_view();
}

MachineInstruction sassInstruction(std::string_view code, std::size_t index, std::string_view target) {
  MachineInstruction instruction;
  if (code.size() / kSassBytes <= index) return instruction;
  const Word word = wordAt(code, index);
  instruction.use = useOf(word);
  instruction.flow = flowOf(word);
  instruction.conditional = instruction.flow != Flow::Next && isConditional(word);
  const auto behind = static_cast<std::int64_t>((index + 1) * kSassBytes);
  const std::int64_t goesTo = behind + distance(word, target);
  instruction.target = goesTo < 0 ? code.size() : static_cast<std::size_t>(goesTo) / kSassBytes;
  return instruction;
}

}  // namespace strata::inline compiler
