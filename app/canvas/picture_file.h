#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/canvas/canvas.h"
#include "app/canvas/svg_canvas.h"
#include "engine/base/result.h"

namespace strata::inline canvas {

enum class PictureFormat { Svg, Pdf, Png };

/// What a picture is to be, besides what is on it.
struct PictureFrame {
  float width = 0, height = 0;  ///< logical pixels
  float scale = 1;              ///< pixels of the file for each; where it is printed each is 1/96 inch
  const Theme* theme = &darkTheme();
  Color Theme::*ground = &Theme::background;
  std::string title = {}, description = {};  ///< told to who does not see it, by SVG and PDF
  SvgText letters = SvgText::Fonts;          ///< of an SVG
};

struct PixelSize {
  int width = 0, height = 0;
};
/// "1920x1080". Usage for what is none, is less than `least`, or more than a picture can have; it says the range.
Result<PixelSize> pixelSize(std::string_view words, PixelSize least = {64, 64});

/// By name ("svg") or by a file's ending (".svg"), in any case of letters; else an Error of code Usage.
Result<PictureFormat> pictureFormat(std::string_view name);
Result<PictureFormat> pictureFormatOfFile(std::string_view path);

/// The bytes of such a picture. Errors: Usage for a size no picture can have, Unavailable without fonts or memory.
Result<std::string> pictureBytes(PictureFormat format, const PictureFrame& frame,
                                 const std::function<void(Canvas&, Rect)>& draw);

/// Draws into a canvas of that format and writes the file. Errors: Usage for a size no file can have, Unavailable
/// without fonts or memory, Io. A file that could not be written whole is not left behind.
Result<void> writePicture(const std::string& path, PictureFormat format, const PictureFrame& frame,
                          const std::function<void(Canvas&, Rect)>& draw);

}  // namespace strata::inline canvas
