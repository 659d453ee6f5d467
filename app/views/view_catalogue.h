#pragma once

#include <span>
#include <string_view>

#include "app/views/canvas.h"
#include "app/views/view_state.h"

namespace strata {

/// A view by the name that commands, shows and files give it.
struct NamedView {
  std::string_view name;    ///< "tokens"
  std::string_view alias;   ///< a second name; empty: none
  std::string_view shows;   ///< in a few words
  std::string_view absent;  ///< why there may be nothing to show: "it holds no text of a language model"
  void (*draw)(Canvas&, Rect, const ViewState&);
  bool (*hasContent)(const ViewState&);  ///< else the view only draws what would fill it
};

std::span<const NamedView> namedViews();

/// nullptr: there is no such view.
const NamedView* findView(std::string_view name);

}  // namespace strata
