#include "kernels/colourmap/colours.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/colourmap/colourmap_scale.h"

namespace strata::inline kernels {
namespace {

constexpr double kDarkest = 0.2, kLightest = 0.95;       ///< lightness
constexpr double kFirstHue = 265, kLastHue = 265 + 210;  ///< degrees
constexpr double kChroma = 0.13;

/// A part of linear light, 0 … 1, as a byte of sRGB.
std::uint8_t byteOf(double light) {
  const double value = std::clamp(light, 0.0, 1.0);
  const double curve = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * curve));
}

double cube(double value) {
  return value * value * value;
}

// B. Ottosson, "A perceptual color space for image processing", 2020.
Colour ofOklab(double lightness, double a, double b) {
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 255};
}

}  // namespace

Colour colourOf(int index) {
  const double along = static_cast<double>(index) / (kColours - 1);
  const double hue = std::lerp(kFirstHue, kLastHue, along) * std::numbers::pi / 180;
  return ofOklab(std::lerp(kDarkest, kLightest, along), kChroma * std::cos(hue), kChroma * std::sin(hue));
}

}  // namespace strata::inline kernels
