#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "app/words/message_list.h"

namespace strata::inline words {

/// Names one text of the catalogue.
enum class Msg : std::uint16_t {
#define STRATA_MESSAGE_ID(id, text) id,
  STRATA_MESSAGES(STRATA_MESSAGE_ID)
#undef STRATA_MESSAGE_ID
};

/// The text in the language of the window; lives for ever.
std::string_view text(Msg id);

/// As the lessons of that language ("de") have it; where they have none, as text(id).
std::string_view text(Msg id, std::string_view language);

/// The text with {0}, {1} … replaced by `values`; a place without a value stays as it is.
std::string fillText(Msg id, std::initializer_list<std::string_view> values, std::string_view language = {});

}  // namespace strata::inline words
