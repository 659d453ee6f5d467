#pragma once

#include <string_view>

#include "layers/compiler/machine_code.h"

namespace strata::inline compiler {

/// An instruction of AMD's assembly ("global_load_dwordx4 v[4:7], v[14:15], off"), without its line and target. Free is
/// what is issued beside other waves' vector instructions: scalar ones, branches, waits and hints (s_…), all but the
/// block's barrier. Loads that a wave does as one, of what is the same for all its lanes (s_load), have no use: they
/// are no loads of lanes. Registers of other lanes (ds_bpermute and the like) are no shared memory, the stack is no
/// global memory.
MachineInstruction gcnInstruction(std::string_view text);

/// The label that it goes to; empty if it goes to none.
std::string_view gcnTarget(std::string_view text);

}  // namespace strata::inline compiler
