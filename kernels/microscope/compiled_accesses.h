#pragma once

#include <functional>
#include <span>
#include <vector>

#include "kernels/microscope/access.h"
#include "kernels/operation/access_widths.h"

namespace strata::inline microscope {

/// How a GPU's compiler made the statement that an access belongs to; nullptr where nobody knows.
using FindCompiled = std::function<const CompiledAccess*(const Access&)>;

/// Makes loads and stores of what the lanes of a warp did between two barriers as wide as the GPU's compiler made them:
/// neighbours that one statement touches become one access, where the first of them was, if there is an instruction of
/// that width and their address suits it; what is wider than any instruction becomes several accesses. Where a
/// statement has instructions of several widths and its text asks for each of them, nothing is joined: 2-byte weights
/// beside 4-byte values. Nor is, where it has several, what lanes begin at different parts of a wider one, which would
/// suit the address of some of them only: rows of 129 floats, one a lane.
void widenAsCompiled(std::span<std::vector<Access>> lanes, const FindCompiled& find);

}  // namespace strata::inline microscope
