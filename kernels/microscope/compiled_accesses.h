#pragma once

#include <functional>
#include <vector>

#include "kernels/microscope/access.h"
#include "kernels/operation/access_widths.h"

namespace strata::inline microscope {

/// How a GPU's compiler made the statement that an access belongs to; nullptr where nobody knows.
using FindCompiled = std::function<const CompiledAccess*(const Access&)>;

/// Whether neighbours become one access where the statement has instructions of both widths: PTX says of a statement
/// what it can do, machine code what it does.
enum class Joining : std::uint8_t { UnlessNarrowIsThere, WherePossible };

/// Makes loads and stores of what a lane did between two barriers as wide as the GPU's compiler made them: neighbours
/// that one statement touches become one access, where the first of them was, if there is an instruction of that width,
/// none of their own (see Joining), and their address suits it; what is wider than any instruction becomes several
/// accesses.
void widenAsCompiled(std::vector<Access>& log, const FindCompiled& find,
                     Joining joining = Joining::UnlessNarrowIsThere);

}  // namespace strata::inline microscope
