#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline operation {

/// What an instruction of a GPU's machine code does, as far as a model of its time tells them apart.
enum class InstructionKind : std::uint8_t {
  GlobalLoad,   ///< also from an address that may lie in any memory
  GlobalStore,  ///< and atomic updates
  SharedLoad,   ///< and of a matrix unit's fragments (ldmatrix)
  SharedStore,
  AsyncCopy,  ///< from global to shared memory, past the registers
  Fp32,       ///< multiply-adds, additions and multiplications in fp32
  Special,    ///< of the special function unit: exponential, logarithm, reciprocal, roots, sine, tanh
  Matrix,     ///< of the matrix unit
  Barrier,    ///< of the block
  Scalar,     ///< of AMD's scalar unit and branches, issued beside other waves' vector instructions
};
constexpr std::size_t kInstructionKinds = 10;

/// A kind of instruction, and how much one of them does; 0 for special functions, barriers, scalars.
struct InstructionUse {
  InstructionKind kind = InstructionKind::GlobalLoad;
  std::uint32_t amount = 0;  ///< of a lane: bytes that move, fp32 results; of a warp: a matrix unit's multiply-adds

  friend auto operator<=>(const InstructionUse&, const InstructionUse&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The machine instructions of one statement of a kernel's text that run equally often.
struct CompiledLine {
  std::string file;  ///< "kernels/matmul/vectorised.cuh"
  int firstLine = 0, lastLine = 0;
  int loop = 0;             ///< the innermost that they are in, from 1: CompiledKernel::loops; 0: in none
  bool always = true;       ///< once in every turn of that loop; else behind a branch
  std::uint32_t total = 0;  ///< instructions
  std::map<InstructionUse, std::uint32_t> uses{};  ///< of these, those of a kind

  bool covers(std::string_view inFile, int line) const {
    return file == inFile && firstLine <= line && line <= lastLine;
  }
  friend bool operator==(const CompiledLine&, const CompiledLine&) = default;
};

/// A kernel as a GPU's compiler made it for one architecture. Kind: counted.
struct CompiledKernel {
  std::uint32_t registers = 0;        ///< a thread; AMD: vector registers
  std::uint64_t sharedBytes = 0;      ///< static, a block
  std::uint64_t spillBytes = 0;       ///< a thread: registers that did not fit
  std::uint64_t stackBytes = 0;       ///< a thread: spills and arrays in memory
  std::vector<int> loops{};           ///< of loop i + 1, the loop around it; 0: none
  std::vector<CompiledLine> lines{};  ///< by file, first line, loop, those that always run first

  friend bool operator==(const CompiledKernel&, const CompiledKernel&) = default;
};

/// How many machine instructions GPUs' compilers made of each line of kernels, by architecture.
class LineInstructions {
 public:
  static Result<LineInstructions> parse(std::string_view text);
  /// Architectures for which a kernel is the same share an entry.
  std::string text() const;

  /// nullptr where nothing is known of it. A target is an architecture as compilers name it: "sm_90", "gfx90a".
  const CompiledKernel* find(std::string_view kernel, std::string_view target) const;
  /// Whose code a target's instructions are of, where not its own alone: "gfx940" for gfx942, "gfx1100 with the device
  /// library of gfx1030"; else empty.
  std::string standIn(std::string_view target) const;
  void add(const std::string& kernel, const std::string& target, CompiledKernel compiled);
  void add(const LineInstructions& others);
  /// Forgets the kernels that a file's text is part of.
  void forget(std::string_view file);
  void eraseIf(const std::function<bool(const CompiledKernel&)>& condition);

  using Targets = std::map<std::string, CompiledKernel, std::less<>>;
  const std::map<std::string, Targets, std::less<>>& kernels() const { return m_kernels; }

  std::set<std::string> compilers;           ///< "nvcc 13.0", "hipcc 5.2"
  std::map<std::string, std::string> texts;  ///< by file: the fingerprint of the text that was compiled
  /// By target that its compiler had no device library of: the architecture whose library was taken.
  std::map<std::string, std::string, std::less<>> libraries;

 private:
  std::map<std::string, Targets, std::less<>> m_kernels;  ///< by name: "matmul_tiled<32>"
};

/// The text of line_instructions.txt, which `./dev widths` writes.
std::string_view lineInstructionsText();

}  // namespace strata::inline operation
