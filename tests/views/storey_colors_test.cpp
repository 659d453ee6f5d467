#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/canvas/color_math.h"
#include "app/canvas/theme.h"

// Whether the colours of the storeys, and that of copies, are told apart without one of the three kinds of cones.
// Dichromacy: Machado, Oliveira and Fernandes 2009, severity 1.0, on linear sRGB. Distance: CIE 1976 ΔE*ab (D65).

namespace strata::storey_colors_test {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr std::array<std::pair<const char*, Matrix>, 4> kEyes{
    {{"three kinds of cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
     {"protanopia",
      {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
     {"deuteranopia",
      {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
     {"tritanopia",
      {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}}};
/// Of linear sRGB, X, Y and Z of a white that is 1, 1, 1.
constexpr Matrix kRelativeXyz{
    {{0.4339499, 0.3762098, 0.1898403}, {0.2126729, 0.7151522, 0.0721750}, {0.0177566, 0.1094680, 0.8727755}}};

Triple times(const Matrix& matrix, const Triple& of) {
  Triple product{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t i = 0; i < 3; ++i) product[row] += matrix[row][i] * of[i];
  return product;
}

/// L*, a*, b* of a colour as such eyes see it.
Triple labOf(Color color, const Matrix& eyes) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  Triple seen = times(eyes, {linear(color.r), linear(color.g), linear(color.b)});
  for (double& channel : seen) channel = std::clamp(channel, 0.0, 1.0);
  Triple f = times(kRelativeXyz, seen);
  for (double& t : f) t = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(Color a, Color b, const Matrix& eyes) {
  const Triple x = labOf(a, eyes), y = labOf(b, eyes);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

struct ClosestPair {
  double distance = 1e9;
  std::string names;
};

using Named = std::vector<std::pair<std::string, Color>>;

/// The colours as they are, or as hairs of them are drawn on a ground.
Named allColors(const Color* ground) {
  const auto drawn = [ground](Color color) { return ground ? visibleOn(*ground, color) : color; };
  Named all{{"copy", drawn(kCopyColor)}};
  for (const StoreyInfo& info : storeys()) all.emplace_back(info.key, drawn(info.color));
  return all;
}

/// Of those pairs that hold a name; empty: of all.
ClosestPair closestPair(const Named& all, const std::string& of) {
  ClosestPair closest;
  for (const auto& [eyes, matrix] : kEyes)
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        const auto& [one, oneColor] = all[i];
        const auto& [other, otherColor] = all[j];
        if (!of.empty() && one != of && other != of) continue;
        if (const double apart = distance(oneColor, otherColor, matrix); apart < closest.distance)
          closest = {apart, one + " and " + other + ", " + eyes};
      }
  return closest;
}

TEST(StoreyColors, AreToldApartByAllEyes) {
  const ClosestPair any = closestPair(allColors(nullptr), {});
  EXPECT_NEAR(any.distance, 12.3, 0.1) << any.names;  // runtime and driver, deuteranopia
  const ClosestPair compiler = closestPair(allColors(nullptr), "compiler");
  EXPECT_NEAR(compiler.distance, 19.7, 0.1) << compiler.names;  // and driver, deuteranopia
}

TEST(StoreyColors, AreToldApartWhereHairsOfThemAreMadeVisible) {
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()})
    for (const Color ground : {theme->row, theme->well}) {
      const Named all = allColors(&ground);
      EXPECT_GE(closestPair(all, {}).distance, 6) << closestPair(all, {}).names;  // model and library on light grounds
      EXPECT_GE(closestPair(all, "compiler").distance, 18) << closestPair(all, "compiler").names;
    }
}

TEST(StoreyColors, TheCompilersIsSeenOnEveryGround) {
  const Color compiler = storeyInfo(Storey::Compiler).color;
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()})
    for (const Color ground :
         {theme->background, theme->bar, theme->dock, theme->row, theme->card, theme->well, theme->meter})
      EXPECT_GE(contrast(ground, compiler), 3) << int(ground.r) << " " << int(ground.g) << " " << int(ground.b);
}

}  // namespace
}  // namespace strata::storey_colors_test
