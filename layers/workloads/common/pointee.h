#pragma once

#include <string_view>

#include "kernels/operation/data_type.h"

namespace strata::inline workloads {

/// Whether a kernel's parameter, "const double* y" or "float y[]", is a pointer.
bool isPointer(std::string_view parameter);
/// Whether a kernel's parameter, "const double* y" as its text has it, can point to elements of a tensor: not where it
/// points to numbers of another size, with which a thread would go beyond the tensor's end, or see halves of elements.
/// Bytes may be taken for anything, and anything for bytes; a type whose name says nothing is believed.
bool mayPointTo(std::string_view parameter, DataType type);

}  // namespace strata::inline workloads
