#include "engine/trace/token_call.h"

#include <algorithm>

namespace strata::inline trace {

std::string_view withoutToken(std::string_view name) {
  constexpr std::string_view kToken = "token", kBetween = " ";
  if (!name.starts_with(kToken)) return name;
  std::string_view rest = name.substr(kToken.size());
  if (!rest.starts_with(kBetween)) return name;
  rest.remove_prefix(kBetween.size());
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const std::string_view text = rest.substr(digits);
  const bool quoted = text.size() >= 3 && text.starts_with(" '") && text.ends_with('\'');
  return digits > 0 && (text.empty() || quoted) ? kToken : name;
}

}  // namespace strata::inline trace
