#include "kernels/conv2d/conv2d_pictures.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace strata::inline kernels {
namespace {

struct Box {
  double left, right, top, bottom;
  bool holds(double x, double y) const { return x >= left && x < right && y >= top && y < bottom; }
};

/// Grey of a picture from (0, 0) upper left to (1, 1).
double house(double x, double y) {
  constexpr Box kWall{0.22, 0.68, 0.5, 0.86}, kDoor{0.3, 0.42, 0.64, 0.86}, kWindow{0.5, 0.6, 0.58, 0.7};
  constexpr double kRoofTop = 0.2, kRoofFoot = 0.5, kRoofMiddle = 0.45, kEaves = 0.32;
  constexpr double kSunX = 0.82, kSunY = 0.19, kSunRadius = 0.11, kHorizon = 0.8;
  if (kDoor.holds(x, y) || kWindow.holds(x, y)) return 0.125;
  if (kWall.holds(x, y)) return 0.875;
  if (y < kRoofFoot && y - kRoofTop > std::abs(x - kRoofMiddle) * (kRoofFoot - kRoofTop) / kEaves) return 0.25;
  if (std::hypot(x - kSunX, y - kSunY) < kSunRadius) return 1;
  if (y > kHorizon) return 0.375;
  return std::floor(160 + 32 * y) / 256;  // the sky, brighter towards the horizon
}

/// A row of Pascal's triangle that adds up to 1.
std::vector<double> smooth(std::int64_t taps) {
  std::vector<double> row{1};
  while (std::ssize(row) < taps) {
    row.push_back(0);
    for (std::size_t i = row.size() - 1; i > 0; --i) row[i] = (row[i] + row[i - 1]) / 2;
    row[0] /= 2;
  }
  return row;
}

/// The difference of two smoothed halves; what counts positive adds up to 1.
std::vector<double> difference(std::int64_t taps) {
  std::vector<double> row(static_cast<std::size_t>(taps));
  const std::vector<double> shorter = smooth(taps - 1);
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    row[i] -= shorter[i];
    row[i + 1] += shorter[i];
  }
  double positive = 0;
  for (const double value : row) positive += std::max(value, 0.0);
  for (double& value : row) value /= positive;
  return row;
}

std::vector<double> product(const std::vector<double>& down, const std::vector<double>& across) {
  std::vector<double> taps;
  for (const double a : down)
    for (const double b : across) taps.push_back(a * b);
  return taps;
}

/// In the order of kConv2dWeights.
enum class Kind : std::uint8_t { Random, Identity, Blur, Sharpen, Edges, Mixed };

std::vector<double> identity(const Conv2dShape& s) {
  std::vector<double> taps(static_cast<std::size_t>(s.r * s.s));
  taps[static_cast<std::size_t>(s.r / 2 * s.s + s.s / 2)] = 1;
  return taps;
}

std::vector<double> sharpen(const Conv2dShape& s) {
  std::vector<double> taps = identity(s);
  const std::vector<double> blur = product(smooth(s.r), smooth(s.s));
  for (std::size_t i = 0; i < taps.size(); ++i) taps[i] = 2 * taps[i] - blur[i];
  return taps;
}

/// Filters that are taken in turn.
std::vector<std::vector<double>> filtersOf(const Conv2dShape& s, Kind kind) {
  const auto blur = [&] { return product(smooth(s.r), smooth(s.s)); };
  const auto across = [&] { return product(smooth(s.r), difference(s.s)); };
  const auto down = [&] { return product(difference(s.r), smooth(s.s)); };
  switch (kind) {
    case Kind::Random: return {};
    case Kind::Identity: return {identity(s)};
    case Kind::Blur: return {blur()};
    case Kind::Sharpen: return {sharpen(s)};
    case Kind::Edges: return {across(), down()};
    case Kind::Mixed: break;
  }
  return {identity(s), blur(), sharpen(s), across(), down()};
}

}  // namespace

Conv2dFormula conv2dImage(const Conv2dShape& shape, std::int64_t image) {
  if (image == 0) return {};
  return [h = shape.h, w = shape.w](std::int64_t i) {
    const double x = (static_cast<double>(i % w) + 0.5) / static_cast<double>(w),
                 y = (static_cast<double>(i / w % h) + 0.5) / static_cast<double>(h);
    return static_cast<float>(house(x, y));
  };
}

Conv2dFormula conv2dWeights(const Conv2dShape& shape, std::int64_t weights) {
  auto filters = filtersOf(shape, static_cast<Kind>(weights));
  if (filters.empty()) return {};
  return [filters = std::move(filters), channels = shape.channels(), taps = shape.r * shape.s](std::int64_t i) {
    const auto& filter = filters[static_cast<std::size_t>(i / (channels * taps)) % filters.size()];
    return static_cast<float>(filter[static_cast<std::size_t>(i % taps)] / static_cast<double>(channels));
  };
}

std::string_view conv2dWeightsMisfit(const Conv2dShape& shape, std::int64_t weights) {
  const auto kind = static_cast<Kind>(weights);
  const bool edges = kind == Kind::Edges || kind == Kind::Mixed;
  return edges && (shape.r < 2 || shape.s < 2) ? "edges need filters of at least 2×2" : "";
}

}  // namespace strata::inline kernels
