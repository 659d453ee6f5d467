#pragma once

#include <cstddef>

namespace strata::test {

/// How often the calling thread has called operator new.
std::size_t allocationsOfThisThread();

}  // namespace strata::test
