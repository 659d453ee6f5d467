#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/operation/data_type.h"

namespace strata::inline operation {

/// The nearest value the type can hold (ties to even), as float.
float roundTo(DataType type, float value);

/// Writes values in a type's form to `to`, which holds values.size() · bytesOf(type) bytes.
void encodeValues(DataType type, std::span<const float> values, void* to);

/// The values of `count` elements of a type.
std::vector<float> decodeValues(DataType type, const void* from, std::size_t count);

}  // namespace strata::inline operation
