#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strata::test {

/// A kernel's text with a mistake or a few in it, as hands make them: words lost or swapped, lines twice or missing,
/// other numbers, indices and types, loops without end, brackets that nothing closes, arrays beyond all memory, code
/// that does harm. The same one for the same `seed`.
std::string damagedKernel(std::string_view text, std::uint64_t seed);

}  // namespace strata::test
