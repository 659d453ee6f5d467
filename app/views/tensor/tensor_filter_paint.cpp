#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/tensor/tensor_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kSign = 16;                       ///< between two tiles, with the sign that stands there
constexpr float kRest = 60;                       ///< right of the tiles, for a channel's number and part
constexpr float kHeadLine = 15, kHeadPitch = 17;  ///< the titles above the tiles

/// One channel of a convolution: the picture with the window on it, the window, the filter, their products.
struct ChannelRow {
  std::int64_t channel = 0;
  std::size_t first = 0, taps = 0;  ///< its products in the sum
  float tile = 0;
};

/// A few numbers as a square picture; with the numbers in it where they can be read.
void drawTile(Canvas& canvas, Rect box, const TensorOperand& filter, const std::vector<double>& values) {
  std::vector<float> floats(values.begin(), values.end());
  const float greatest =
      std::max(1e-30f, std::fabs(*std::ranges::max_element(floats, {}, [](float value) { return std::fabs(value); })));
  // Zero lies in the middle, so that signs can be told apart.
  const std::vector<Color> pixels = heatPixels(floats, -greatest, greatest);
  canvas.image(box, static_cast<std::uint32_t>(filter.width), static_cast<std::uint32_t>(filter.height), pixels);
  canvas.stroke(box, canvas.theme().wellBorder, 1);
  const float w = box.w / static_cast<float>(filter.width), h = box.h / static_cast<float>(filter.height);
  if (w < 26 || h < 14) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto column = static_cast<float>(i % static_cast<std::size_t>(filter.width)),
               row = static_cast<float>(i / static_cast<std::size_t>(filter.width));
    drawLine(canvas, {box.x + column * w + 1, box.y + row * h, w - 2, h}, formatNumber(values[i], 2),
             {9, Face::Mono, inkOn(pixels[i])}, Align::Center);
  }
}

/// The plane of the picture that came along, and the window on it.
void drawPlane(Canvas& canvas, Rect box, const TensorPicture& picture, TensorCell cell, std::int64_t channel) {
  constexpr std::int64_t kMost = 64;
  drawPlaneOf(canvas, box, picture.workings.operands[0], channel, kMost);
  canvas.stroke(windowIn(box, picture, cell), canvas.theme().white, 1.5f);
}

void drawChannelRow(Canvas& canvas, Rect box, const TensorPicture& picture, TensorCell cell, const CellSum& sum,
                    const ChannelRow& row) {
  const TensorOperand& filter = picture.workings.operands[1];
  std::vector<double> window, weights, products;
  double part = 0;
  for (std::size_t i = row.first; i < row.first + row.taps; ++i) {
    window.push_back(sum.left[i]);
    weights.push_back(sum.right[i]);
    products.push_back(sum.product(i));
    part += sum.product(i);
  }
  const TextStyle sign{12, Face::Bold, canvas.theme().textSoft};
  float x = box.x;
  drawPlane(canvas, {x, box.y, row.tile, row.tile}, picture, cell, row.channel);
  x += row.tile + kSign;
  drawTile(canvas, {x, box.y, row.tile, row.tile}, filter, window);
  drawLine(canvas, {x + row.tile, box.y, kSign, row.tile}, "×", sign, Align::Center);
  x += row.tile + kSign;
  drawTile(canvas, {x, box.y, row.tile, row.tile}, filter, weights);
  drawLine(canvas, {x + row.tile, box.y, kSign, row.tile}, "=", sign, Align::Center);
  x += row.tile + kSign;
  drawTile(canvas, {x, box.y, row.tile, row.tile}, filter, products);
  const float rest = box.right() - x - row.tile - 6;
  if (rest < kRest / 2) return;
  const float middle = box.y + row.tile / 2;
  drawLine(canvas, {x + row.tile + 6, middle - 15, rest, 15},
           fillText(Msg::TensorChannel, {std::to_string(row.channel)}), look::dim(canvas));
  drawLine(canvas, {x + row.tile + 6, middle, rest, 15}, formatNumber(part, 4), {11, Face::Mono, canvas.theme().text});
}

}  // namespace

Rect windowIn(Rect box, const TensorPicture& picture, TensorCell cell) {
  const TensorOperand &x = picture.workings.operands[0], &filter = picture.workings.operands[1];
  const auto [top, left] = windowOf(picture, cell);
  const float w = box.w / static_cast<float>(x.width), h = box.h / static_cast<float>(x.height);
  const auto reach = [&](std::int64_t taps) { return static_cast<float>(picture.workings.dilation * (taps - 1) + 1); };
  const float x0 = box.x + static_cast<float>(left - x.col) * w, y0 = box.y + static_cast<float>(top - x.row) * h;
  const float x1 = std::clamp(x0 + reach(filter.width) * w, box.x, box.right()),
              y1 = std::clamp(y0 + reach(filter.height) * h, box.y, box.bottom());
  const float inX = std::clamp(x0, box.x, box.right()), inY = std::clamp(y0, box.y, box.bottom());
  return {inX, inY, x1 - inX, y1 - inY};
}

void drawFilterTiles(Canvas& canvas, Rect box, const TensorPicture& picture, TensorCell cell, const CellSum& sum) {
  const TensorOperand &x = picture.workings.operands[0], &filter = picture.workings.operands[1];
  const float tile = std::clamp((box.w - 3 * kSign - kRest) / 4, 0.f, 96.f);
  if (tile < 24 || box.h < tile + kHeadPitch + 1) return;
  const std::string filterName = fillText(Msg::TensorFilter, {std::to_string(picture.channel(cell[0], cell[1]))});
  const std::array<std::string_view, 4> titles{"X", text(Msg::TensorWindow), filterName, text(Msg::TensorProducts)};
  for (std::size_t i = 0; i < titles.size(); ++i)
    drawLine(canvas, {box.x + static_cast<float>(i) * (tile + kSign), box.y, tile + kSign - 4, kHeadLine}, titles[i],
             look::dim(canvas));
  float y = box.y + kHeadPitch;
  const auto taps = static_cast<std::size_t>(filter.height * filter.width);
  for (std::int64_t channel = 0; channel < x.channels; ++channel) {
    const bool last = channel + 1 == x.channels;
    if (y + tile + (last ? 0 : 18) > box.bottom()) {
      if (y + 15 <= box.bottom() + 1)
        drawLine(canvas, {box.x, y, box.w, 15},
                 fillText(Msg::TensorChannelsMore, {formatCount(static_cast<std::uint64_t>(x.channels - channel))}),
                 look::dim(canvas));
      return;
    }
    drawChannelRow(canvas, {box.x, y, box.w, tile}, picture, cell, sum,
                   {channel, static_cast<std::size_t>(channel) * taps, taps, tile});
    y += tile + 8;
  }
}

}  // namespace strata::inline views
