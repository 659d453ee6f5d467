#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/operation/operation.h"

namespace strata::inline workloads {

/// What a kernel's parameter that is no pointer takes.
enum class ScalarType : std::uint8_t { Int32, Int64, Float, Double, Unknown };

/// Of "const unsigned int n", as written; Unknown for what a launch cannot give.
ScalarType scalarTypeOf(std::string_view parameter);
bool isWhole(ScalarType type);
/// The value in that type.
Argument scalarArgument(ScalarType type, double value);

}  // namespace strata::inline workloads
