#include "app/words/messages.h"

#include <array>
#include <cstddef>

#include "app/words/message_list_german.h"

namespace strata::inline words {

std::string_view text(Msg id) {
  static constexpr std::array kTexts{
#define STRATA_MESSAGE_TEXT(id, text) std::string_view{text},
      STRATA_MESSAGES(STRATA_MESSAGE_TEXT)
#undef STRATA_MESSAGE_TEXT
  };
  return kTexts[static_cast<std::size_t>(id)];
}

std::string_view text(Msg id, std::string_view language) {
  if (language != "de") return text(id);
  switch (id) {
#define STRATA_GERMAN_TEXT(id, german) \
  case Msg::id: return german;
    STRATA_GERMAN_MESSAGES(STRATA_GERMAN_TEXT)
#undef STRATA_GERMAN_TEXT
    default: return text(id);
  }
}

std::string fillText(Msg id, std::initializer_list<std::string_view> values, std::string_view language) {
  const std::string_view form = text(id, language);
  std::string filled;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool place = i + 2 < form.size() && form[i] == '{' && form[i + 2] == '}';
    const std::size_t index = place ? static_cast<std::size_t>(form[i + 1] - '0') : values.size();
    if (index < values.size()) {
      filled += values.begin()[index];
      i += 2;
    } else {
      filled += form[i];
    }
  }
  return filled;
}

}  // namespace strata::inline words
