#include "app/canvas/picture_file.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "app/canvas/font_metrics.h"
#include "app/canvas/pdf_canvas.h"
#include "app/canvas/png.h"
#include "app/canvas/raster_canvas.h"
#include "engine/base/new_file.h"
#include "engine/base/text_parts.h"

namespace strata::inline canvas {
namespace {

constexpr int kMostPixels = 16384;  // of a side

using Draw = std::function<void(Canvas&, Rect)>;

void paint(Canvas& canvas, const PictureFrame& frame, const Draw& draw) {
  const Rect area{0, 0, frame.width, frame.height};
  canvas.fill(area, canvas.theme().*frame.ground);
  draw(canvas, area);
}

Result<void> haveFonts(std::string_view what) {
  if (!FontMetrics::shared().fontFile(Face::Regular).empty()) return {};
  return Error{ErrorCode::Unavailable,
               fmt::format("{} cannot be drawn: this machine has none of the fonts. Install them: apt install "
                           "fonts-inter fonts-jetbrains-mono, or fonts-dejavu-core.",
                           what)};
}

Error noMemory() {
  return {ErrorCode::Unavailable, "There is not enough memory for a picture of this size."};
}

Result<std::string> svgOf(const PictureFrame& frame, const Draw& draw) {
  if (frame.letters == SvgText::Outlines) STRATA_TRY(haveFonts("An SVG with outlines for letters"));
  SvgCanvas canvas(frame.width, frame.height, *frame.theme, frame.scale, frame.letters);
  canvas.describe(frame.title, frame.description);
  paint(canvas, frame, draw);
  return canvas.document();
}

Result<std::string> pdfOf(const PictureFrame& frame, const Draw& draw) {
  STRATA_TRY(haveFonts("A PDF"));
  PdfCanvas canvas(frame.width, frame.height, *frame.theme, frame.scale);
  canvas.describe(frame.title, frame.description);
  paint(canvas, frame, draw);
  std::string document = canvas.document();
  if (document.empty()) return noMemory();
  return document;
}

Result<std::string> pngOf(const PictureFrame& frame, const Draw& draw) {
  constexpr double kUnitsPerInch = 96;  // as the web has them
  STRATA_TRY(haveFonts("A PNG"));
  RasterCanvas canvas(frame.width, frame.height, frame.scale, *frame.theme);
  paint(canvas, frame, draw);
  if (!canvas.ok()) return noMemory();
  return encodePng(canvas.pixelWidth(), canvas.pixelHeight(), canvas.pixels(), kUnitsPerInch * double{frame.scale});
}

}  // namespace

Result<PixelSize> pixelSize(std::string_view words, PixelSize least) {
  PixelSize size;
  const char* end = words.data() + words.size();
  const char* between = std::from_chars(words.data(), end, size.width).ptr;
  const bool whole = between != end && *between == 'x' && std::from_chars(between + 1, end, size.height).ptr == end;
  const auto fits = [](int side, int fewest) { return side >= fewest && side <= kMostPixels; };
  if (whole && fits(size.width, least.width) && fits(size.height, least.height)) return size;
  return Error{ErrorCode::Usage, fmt::format("'{}' is not a size; give width x height in pixels, such as 1920x1080, "
                                             "from {}x{} to {}x{}.",
                                             words, least.width, least.height, kMostPixels, kMostPixels)};
}

Result<PictureFormat> pictureFormat(std::string_view name) {
  const std::string lower = lowered(name);
  if (lower == "svg") return PictureFormat::Svg;
  if (lower == "pdf") return PictureFormat::Pdf;
  if (lower == "png") return PictureFormat::Png;
  return Error{ErrorCode::Usage, fmt::format("A picture is svg, pdf or png, not '{}'.", name)};
}

Result<PictureFormat> pictureFormatOfFile(std::string_view path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending.empty())
    return Error{ErrorCode::Usage,
                 fmt::format("'{}' does not say what it is to be: end it in .svg, .pdf or .png.", path)};
  return pictureFormat(std::string_view(ending).substr(1));
}

Result<std::string> pictureBytes(PictureFormat format, const PictureFrame& frame, const Draw& draw) {
  const float width = frame.width * frame.scale, height = frame.height * frame.scale;
  if (!(width >= 1 && height >= 1 && width <= float{kMostPixels} && height <= float{kMostPixels}))
    return Error{ErrorCode::Usage, fmt::format("A picture is 1 to {} pixels wide and high.", kMostPixels)};
  switch (format) {
    case PictureFormat::Svg: return svgOf(frame, draw);
    case PictureFormat::Pdf: return pdfOf(frame, draw);
    case PictureFormat::Png: break;
  }
  return pngOf(frame, draw);
}

Result<void> writePicture(const std::string& path, PictureFormat format, const PictureFrame& frame, const Draw& draw) {
  STRATA_ASSIGN(const std::string bytes, pictureBytes(format, frame, draw));
  return writeWholeFile(path, bytes);
}

}  // namespace strata::inline canvas
