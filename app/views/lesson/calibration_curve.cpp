#include "app/views/lesson/calibration_curve.h"

#include <algorithm>
#include <vector>

#include "app/canvas/format.h"
#include "app/canvas/log_axis.h"
#include "app/canvas/paint.h"
#include "app/canvas/svg_canvas.h"
#include "app/words/messages.h"
#include "engine/base/median.h"

namespace strata::inline views {
namespace {

constexpr double kMostOff = 100;  // the axis ends there, and so does patience
constexpr float kTick = 44;       // of a label: the last one ends at the edge

/// Steps up at each factor.
void drawSteps(Canvas& canvas, const LogAxis& axis, Rect plot, const std::vector<double>& factors, Color color,
               float width) {
  std::vector<Point> line{{plot.x, plot.bottom()}};
  const auto count = static_cast<float>(factors.size());
  for (std::size_t i = 0; i < factors.size() && factors[i] <= kMostOff; ++i) {
    const float x = axis.at(std::max(1., factors[i]));
    line.push_back({x, line.back().y});
    line.push_back({x, plot.bottom() - plot.h * static_cast<float>(i + 1) / count});
  }
  line.push_back({plot.right(), line.back().y});
  canvas.polyline(line, color, width);
}

/// Of a few no median is told: it would be the luck of one.
std::string howExact(const std::vector<double>& factors, std::string_view language) {
  constexpr std::size_t kFew = 4;
  const std::string count = std::to_string(factors.size());
  if (factors.size() < kFew)
    return fillText(Msg::LessonCalibrationFew,
                    {count, std::to_string(std::ranges::count_if(factors, [](double off) { return off <= 2; }))},
                    language);
  return fillText(Msg::LessonCalibration,
                  {count, asWrittenIn(language, formatNumber(factors[medianPlace(factors.size())], 2))}, language);
}

}  // namespace

void drawCalibration(Canvas& canvas, Rect box, const Calibration& calibration, std::string_view language, float scale) {
  const std::vector<double>& factors = calibration.factors;
  if (factors.empty() || box.h < 80 * scale || box.w < 160 * scale) return;
  const Theme& theme = canvas.theme();
  const float s = scale, line = 15 * s;
  const TextStyle dim = look::dim(canvas, s);
  drawLine(canvas, {box.x, box.y + 2 * s, box.w, line}, howExact(factors, language), look::small(canvas, s));
  if (calibration.others > 0)
    drawLine(canvas, {box.x, box.y + 2 * s + line, box.w, line},
             fillText(Msg::LessonOthersRight, {std::to_string(calibration.right), std::to_string(calibration.others)},
                      language),
             dim);
  const float left = 40 * s;
  const Rect plot{box.x + left, box.y + 2 * line + 6 * s, box.w - left - 6 * s, box.h - 4 * line - 10 * s};
  const LogAxis axis{1, kMostOff, plot.x, plot.right()};
  for (const double share : {0., 0.5, 1.}) {
    const float y = plot.bottom() - plot.h * static_cast<float>(share);
    canvas.line({plot.x, y}, {plot.right(), y}, theme.boxBorder, 1);
    drawLine(canvas, {box.x, y - line / 2, left - 6 * s, line}, formatPercent(share), dim, Align::Right);
  }
  for (const AxisTick& tick : logTicks(axis, kTick * s)) {
    canvas.line({tick.at, plot.bottom()}, {tick.at, plot.bottom() + 3 * s}, theme.textDim, 1);
    if (!tick.label.empty())
      drawLine(canvas, {std::min(tick.at - 20 * s, box.right() - 40 * s), plot.bottom() + 3 * s, 40 * s, line},
               "× " + tick.label, dim, Align::Center);
  }
  const Rect foot{plot.x, plot.bottom() + 3 * s + line, plot.w, line};
  drawLine(canvas, foot, text(Msg::LessonOffBy, language), dim);
  if (!calibration.earlier.empty()) {
    drawLine(canvas, foot, text(Msg::LessonEarlier, language), dim, Align::Right);
    drawSteps(canvas, axis, plot, calibration.earlier, theme.textDim, 1);
  }
  drawSteps(canvas, axis, plot, factors, theme.accent, 2);
}

std::string calibrationSvg(const Calibration& calibration, const std::string& language) {
  if (calibration.factors.empty()) return {};
  SvgCanvas canvas(480, 180, lightTheme());
  drawCalibration(canvas, {0, 0, 480, 180}, calibration, language, 1.2f);
  return canvas.document();
}

}  // namespace strata::inline views
