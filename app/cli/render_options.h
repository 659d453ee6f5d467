#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/canvas/picture_file.h"
#include "app/facts/view_state.h"
#include "app/views/view.h"
#include "engine/base/result.h"

namespace strata::inline cli {

/// What `strata render` was asked for, word by word.
struct RenderOptions {
  std::string file, view, format, size = "1280x720", theme = "dark", letters = "fonts", compare, out;
  double scale = 1;
  std::string select, from, to;                             ///< what is in sight
  std::string words = "cuda", level = "op", variant, cell;  ///< what a person chooses in the window
  std::string speeds = "measured", whatIf, lens;
  std::string target, against;  ///< what the view of compiled texts compiles for
  bool intermediate = false;
  int line = 0;
  std::vector<std::string> given;  ///< which options, as "--line"
  std::optional<std::int64_t> token;
};

/// "1280x720" pixels of the file, `scale` of them for one logical pixel.
Result<PictureFrame> frameOf(const RenderOptions& options);

/// --format, else what the file's ending says.
Result<PictureFormat> formatOf(const RenderOptions& options);

/// --text, of a picture of that format.
Result<SvgText> lettersOf(const RenderOptions& options, PictureFormat format);

/// "1.5ms": a number and ns, us, µs, ms or s.
Result<Duration> parseDuration(std::string_view words);

/// An error for an option that is of another view, which would change nothing here.
Result<void> allOfView(const RenderOptions& options, const View& view);

/// Selection, time in sight and choices, put into a session at rest.
Result<void> chooseSight(const RenderOptions& options, ViewState& state);

}  // namespace strata::inline cli
