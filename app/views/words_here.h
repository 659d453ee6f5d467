#pragma once

#include <string>

#include "app/views/view.h"

namespace strata::inline views {

/// What a view says at a place, for a person who takes it elsewhere.
struct WordsHere {
  std::string value;  ///< the text that stands there, else what is told of what is there; empty: nothing
  std::string row;    ///< all that stands on its line, with tabs between
};

WordsHere wordsHere(const View& view, Rect area, const ViewState& state, Point at);

/// All that a drawing says, line by line.
std::string wordsOf(decltype(View::draw) draw, Rect area, const ViewState& state);

}  // namespace strata::inline views
