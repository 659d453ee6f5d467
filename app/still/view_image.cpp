#include "app/still/view_image.h"

#include <fmt/core.h>

#include <string_view>

#include "app/canvas/escape_xml.h"
#include "app/canvas/svg_canvas.h"
#include "app/canvas/theme.h"

namespace strata::inline still {
namespace {

/// For an attribute in double quotes.
std::string dataUri(std::string_view svg) {
  std::string uri = "data:image/svg+xml,";
  for (const char c : svg) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7f || std::string_view("%#\"<>&'").find(c) != std::string_view::npos)
      uri += fmt::format("%{:02X}", byte);
    else
      uri += c;
  }
  return uri;
}

/// Empty: all that can be said stands beside it.
std::string insteadOf(const View& view, const ViewState& state, ImageCaption caption) {
  if (caption != ImageCaption::Beside) return toldOf(view, state);
  return view.figures ? view.figures(state) : std::string();
}

}  // namespace

std::string viewImage(const View& view, ViewState& state, float width, float height, ImageCaption caption) {
  completeFor(view, state);
  if (!view.hasContent(state)) return {};
  SvgCanvas canvas(width, height, lightTheme());
  canvas.fill({0, 0, width, height}, lightTheme().background);
  view.draw(canvas, {0, 0, width, height}, state);
  return fmt::format("<img alt=\"{}\" src=\"{}\">", escapeXml(insteadOf(view, state, caption)),
                     dataUri(canvas.document()));
}

}  // namespace strata::inline still
