#pragma once

#include <string_view>

#include "layers/compiler/machine_code.h"

namespace strata::inline compiler {

/// An instruction of AMD's assembly ("global_load_dwordx4 v[4:7], v[14:15], off"), without its line and target. Free is
/// what waits or gives hints: the sequencer takes it without a turn of a unit (s_nop, s_waitcnt, s_delay_alu and the
/// like). Scalar is what remains of s_…: arithmetic, branches, and loads that a wave does as one, of what is the same
/// for all its lanes. Registers of other lanes (ds_bpermute and the like) are no shared memory, the stack is no global
/// memory.
MachineInstruction gcnInstruction(std::string_view text);

/// The label that it goes to; empty if it goes to none.
std::string_view gcnTarget(std::string_view text);

}  // namespace strata::inline compiler
