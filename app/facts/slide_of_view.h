#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// A session as a show names it.
struct ShownSession {
  std::string file;                ///< empty: none
  std::optional<std::size_t> run;  ///< its results are those of this run, by place; none: of the newest
};

/// The view as it stands, as a slide of a show (app/present/show_file.h): text that begins with "slide:". `beside`:
/// with what it is compared.
std::string slideOfView(std::string_view view, std::string_view title, const ViewState& state,
                        const ShownSession& session, const ShownSession& beside);

}  // namespace strata::inline facts
