#pragma once

#include <cstdint>
#include <string>

#include "app/facts/view_state.h"
#include "app/views/view.h"

namespace strata::inline still {

/// Whether what the view shows stands beside its image, in words.
enum class ImageCaption : std::uint8_t { None, Beside };

/// What a view shows of a session, as an image in a page of HTML that needs no other file; empty: it has nothing to
/// show. The state becomes what the view draws best from. Who does not see it is told its main figures, and without a
/// caption what it shows.
std::string viewImage(const View& view, ViewState& state, float width, float height, ImageCaption caption);

}  // namespace strata::inline still
