#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/operation/executed_instructions.h"
#include "kernels/operation/line_instructions.h"

namespace strata::inline operation {

constexpr std::array kMemoryKinds = {InstructionKind::GlobalLoad, InstructionKind::GlobalStore,
                                     InstructionKind::SharedLoad, InstructionKind::SharedStore};

/// Whether an instruction does a kind of work: an asynchronous copy loads and stores.
bool isOf(const InstructionUse& use, InstructionKind work);

/// What one execution of a line's instructions does of a kind: InstructionUse::amount, and barriers as they are.
double workOf(const CompiledLine& line, InstructionKind work);

/// One kind of work of a statement: the compiled lines that do it, and how much of it there was to do.
struct Work {
  InstructionKind kind = InstructionKind::GlobalLoad;
  std::vector<std::size_t> lines{};  ///< of CompiledKernel
  double asked = 0;                  ///< in the units of InstructionUse::amount
  bool moved = false;                ///< other statements do some of it, or it some of theirs
};

/// The loop that alone does this work, in every turn (0: all that is in no loop); none if there is none such.
std::optional<int> ownLoop(const CompiledKernel& kernel, const Work& work);

/// What was counted of a text as it ran, for the statements of a kernel that was compiled of it.
class CountedWork {
 public:
  CountedWork(const CompiledKernel& kernel, std::span<const LineExecutions> counted);

  /// How often warps came by a statement; none where no block begins in it.
  std::optional<double> passes(const CompiledLine& line) const;
  /// The same; where no block begins, of the statement before.
  std::optional<double> passesUpTo(const CompiledLine& line) const;
  /// By statement. Memory that was asked for where no instruction for it was compiled belongs to the statement before:
  /// compilers join accesses of neighbours. Other work is only known where text and passes say.
  std::vector<Work> works(InstructionKind kind) const;

 private:
  using Place = std::pair<std::string, int>;  ///< a file, and a line of it

  std::map<Place, Work> compiled(InstructionKind kind) const;
  void askMemory(std::map<Place, Work>& works, InstructionKind kind) const;
  double atEachPass(const CompiledLine& line, InstructionKind kind) const;
  template <class Value>
  Value most(const CompiledLine& line, Value LineExecutions::*value) const;
  bool isOfKernel(const LineExecutions& counted) const;

  const CompiledKernel& m_kernel;
  std::map<Place, LineExecutions> m_counted;
};

}  // namespace strata::inline operation
