#pragma once

#include <cstdint>
#include <string_view>

namespace strata::inline lens {

/// Whose source it is.
enum class Dialect : std::uint8_t { Cuda, Hip };

constexpr Dialect otherDialect(Dialect dialect) {
  return dialect == Dialect::Cuda ? Dialect::Hip : Dialect::Cuda;
}
constexpr std::string_view dialectName(Dialect dialect) {
  return dialect == Dialect::Cuda ? "CUDA" : "HIP";
}

}  // namespace strata::inline lens
