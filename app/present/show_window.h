#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/present/slides.h"

namespace strata::inline present {

struct ShowOptions {
  std::string pictures;  ///< folder; empty: a person watches
  std::string size;      ///< "1920x1080"; empty: the screen's
  bool window = false;
  bool light = false;  ///< ground; else black
};

/// Makes what is given. `changed` may be called from any thread when there may be something new to draw.
using MakeSlides = std::function<std::unique_ptr<Slides>(std::function<void()> changed)>;

/// Gives slides until the window is closed; with `pictures`, until each is written. Errors: Usage for a size that is
/// none, Unavailable where there is no screen or no OpenGL 3.2.
Result<void> giveSlides(const MakeSlides& make, const std::string& title, const ShowOptions& options);

}  // namespace strata::inline present
