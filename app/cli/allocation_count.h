#pragma once

#include <cstdint>

namespace strata::inline cli {

/// How often this thread has allocated with operator new since it began.
std::uint64_t allocationCount();

}  // namespace strata::inline cli
