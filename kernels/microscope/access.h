#pragma once

#include <cstdint>

namespace strata::inline microscope {

/// One thing a GPU thread did in the instrumented build of a kernel, as the compiler's call-out told.
struct Access {
  enum class Kind : std::uint8_t {
    Load,
    Store,
    Block,    ///< a basic block began: how branches are seen
    Barrier,  ///< of the block: nobody is beyond it before all were there
  };
  std::uintptr_t pc = 0;       ///< where in the program
  std::uintptr_t address = 0;  ///< of a Load or Store
  std::uint16_t bytes = 0;
  std::uint16_t depth = 0;  ///< calls of functions it is inside
  Kind kind = Kind::Block;
  enum class Atomic : std::uint8_t { No, Updates, Replaces };
  Atomic atomic = Atomic::No;  ///< of a Store: whether what was there counts
  bool anyAddress = false;     ///< the compiler did not rely on an alignment
  bool shared = false;         ///< in a Microscope's log: the memory is the block's
};

}  // namespace strata::inline microscope
