#pragma once

#include <string>

#include "app/present/show_file.h"

namespace strata::inline present {

struct ShowOptions {
  std::string pictures;  ///< folder; empty: a person watches
  std::string size;      ///< "1920x1080"; empty: the screen's
  bool window = false;
};

/// Gives the show until its window is closed; with `pictures`, until each slide is written. An Error of code
/// Unavailable where there is no screen or no OpenGL 3.2.
Result<void> giveShow(Show show, const std::string& folder, const std::string& agent, const ShowOptions& options);

}  // namespace strata::inline present
