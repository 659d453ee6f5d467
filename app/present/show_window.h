#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/present/slides.h"

namespace strata::inline present {

struct ShowOptions {
  std::string pictures;               ///< folder; empty: a person watches
  std::string size;                   ///< "1920x1080"; empty: the screen's, of pictures a projector's
  std::optional<std::size_t> screen;  ///< that shows the slides, from 1; none: screenOfSlides says
  bool window = false;
  bool light = false;  ///< ground; else black
};

/// Gives slides until the window is closed; with `pictures`, opens none and writes each. Errors: Usage for a size
/// or screen that is none, Unavailable where there is no screen or no OpenGL 3.2, or for pictures no font.
Result<void> giveSlides(const MakeSlides& make, const std::string& title, const ShowOptions& options);

}  // namespace strata::inline present
