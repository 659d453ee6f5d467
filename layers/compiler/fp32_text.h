#pragma once

#include <cstdint>
#include <string_view>

namespace strata::inline compiler {

/// How many results of fp32 arithmetic the text of a statement computes each time its body is run: multiplications, or
/// additions where those are more, as a multiply-add is one. For statements that a compiler was seen to make fp32
/// arithmetic of. Indices, what heads a loop and the arguments of calls are left out. 0 where calls compute as well, so
/// that the text does not say.
std::uint32_t fp32Results(std::string_view statement);

}  // namespace strata::inline compiler
