#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strata::inline facts {

/// When the machine code that a vendor's library runs is made.
enum class BroughtCode : std::uint8_t {
  Compiled,   ///< by those who provide it; it only picks
  Generated,  ///< its inner loops at run time, for a shape and a processor
  Either,     ///< some of it by those who provide it, some at run time
  Unknown
};

/// Of who provided a call's routine: "oneDNN 3.6".
BroughtCode broughtCode(std::string_view provider);

/// "ahead of time"; empty where nobody knows.
std::string_view broughtWord(std::string_view provider);
/// In a sentence, where the machine code comes from.
std::string broughtText(std::string_view provider);

}  // namespace strata::inline facts
