#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/modelfile/stored_tensor.h"

namespace strata::inline modelfile {

/// The type of a tensor that GGUF has under this number, if its elements can be read.
std::optional<StoredType> storedTypeOfGguf(std::uint32_t number);

/// "is Q3_K; F32, … can be read. …": for a number that storedTypeOfGguf does not know.
std::string refusalOfGgufType(std::uint32_t number);

}  // namespace strata::inline modelfile
