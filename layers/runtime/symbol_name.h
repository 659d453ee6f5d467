#pragma once

#include <string>

namespace strata::inline runtime {

/// A kernel's symbol as people write it: demangled, without return type and parameters: "matmul_tiled<32>".
std::string readableSymbol(const char* symbol);

}  // namespace strata::inline runtime
