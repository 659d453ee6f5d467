#pragma once

namespace strata {

inline constexpr int kElementwiseBlock = 256;  ///< threads of a block

}  // namespace strata
