#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/facts/view_state.h"
#include "app/lessons/stack_map.h"

namespace strata::inline facts {

/// What something on the screen is, for a person who asks.
struct WhatIs {
  std::string title;
  std::string text;   ///< one or two sentences
  std::string other;  ///< what others call it, or what to read on; empty: nothing
};

/// Of a term of the glossary, in the words of the vocabulary.
WhatIs whatIsTerm(const GlossaryTerm& term, Vocabulary vocabulary);

/// Of the term of the glossary, or the system of the map, that is called just so. No value: neither is.
std::optional<WhatIs> whatIsNamed(std::string_view name, Vocabulary vocabulary);

/// Of words as they stand on the screen: the longest term of the glossary or system of the map among them, in the words
/// of the vocabulary. No value: none of them is known.
std::optional<WhatIs> whatIsWord(std::string_view words, Vocabulary vocabulary);

/// Of an event: its call, the system it tells of, a term in its name, or else what happens on its storey.
WhatIs whatIsEvent(const ViewState& state, const TraceEvent& event);

}  // namespace strata::inline facts
