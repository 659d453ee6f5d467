#include "app/canvas/color_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::inline canvas {
namespace {

std::uint8_t toByte(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// The channel, 0 … 255, of that much light, 0 … 1.
double encoded(double light) {
  const double c = std::clamp(light, 0.0, 1.0);
  return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
}

double luminance(Color color) {
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

// CIE L*a*b* (D65) to sRGB: the map is a straight climb in lightness while the hue turns.
Color fromLab(double lightness, double a, double b) {
  const auto inverse = [](double t) { return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29); };
  const double l = (lightness + 16) / 116;
  const double x = 0.95047 * inverse(l + a / 500), y = inverse(l), z = 1.08883 * inverse(l - b / 200);
  return {toByte(encoded(3.2406 * x - 1.5372 * y - 0.4986 * z)), toByte(encoded(-0.9689 * x + 1.8758 * y + 0.0415 * z)),
          toByte(encoded(0.0557 * x - 0.2040 * y + 1.0570 * z))};
}

std::array<Color, 256> makeHeatTable() {
  std::array<Color, 256> table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double t = static_cast<double>(i) / 255;
    const double lightness = 13 + 77 * t;
    const double hue = (310 - 210 * t) * 3.14159265358979 / 180;
    const double chroma = 34 + 50 * t * t;
    table[i] = fromLab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
  }
  return table;
}

/// `color`, moved towards the ink of the ground until it has that contrast.
Color movedFrom(Color ground, Color color, double least) {
  const Color ink = inkOn(ground);
  Color moved = color;
  for (float share = 0; contrast(ground, moved) < least && share < 1; share += 0.05f) moved = mix(color, ink, share);
  return moved;
}

}  // namespace

Color mix(Color under, Color over, float share) {
  const auto channel = [&](std::uint8_t u, std::uint8_t o) { return toByte(u + (double{0} + o - u) * share); };
  return {channel(under.r, over.r), channel(under.g, over.g), channel(under.b, over.b)};
}

double contrast(Color a, Color b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

Color inkOn(Color ground) {
  constexpr Color kDark{0x0D, 0x0F, 0x13}, kLight{0xEE, 0xF0, 0xF4};
  return contrast(ground, kDark) >= contrast(ground, kLight) ? kDark : kLight;
}

Color readableOn(Color ground, Color color) {
  return movedFrom(ground, color, 4.5);
}

Color visibleOn(Color ground, Color color) {
  return movedFrom(ground, color, 1.8);
}

Color markOn(Color ground, Color color) {
  return movedFrom(ground, color, 3);
}

Color shadeOn(Color ground, Color color, double least) {
  if (contrast(ground, color) >= least) return color;
  const double share = ((luminance(ground) + 0.05) / least - 0.05) / luminance(color);
  // Down, so that rounding takes nothing of the contrast.
  const auto channel = [&](std::uint8_t c) { return toByte(std::floor(encoded(linear(c) * share))); };
  return {channel(color.r), channel(color.g), channel(color.b)};
}

Color quietOn(Color ground, Color color) {
  constexpr double kTold = 3, kKept = 0.8;  // of what the contrast exceeds 1
  constexpr float kLeastShare = 0.36f, kStep = 0.02f;
  const double whole = contrast(ground, color), least = whole >= kTold ? kTold : 1 + kKept * (whole - 1);
  for (float share = kLeastShare; share < 1; share += kStep)
    if (const Color quiet = mix(ground, color, share); contrast(ground, quiet) >= least) return quiet;
  return color;
}

Color heatColor(double t) {
  static const std::array<Color, 256> kTable = makeHeatTable();
  return kTable[toByte(255 * t)];
}

}  // namespace strata::inline canvas
