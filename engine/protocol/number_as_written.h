#pragma once

#include <string>
#include <string_view>

namespace strata::inline protocol {

/// How to write what may be meant by a number that was typed with points or commas: "1000 or 1" for a whole "1.000",
/// "0.8" for "0,8". Empty: nothing better is known.
std::string numberAsWritten(std::string_view typed, bool whole);

}  // namespace strata::inline protocol
