#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/views/color_math.h"
#include "app/views/format.h"
#include "app/views/paint.h"
#include "app/views/views.h"
#include "engine/base/messages.h"

namespace strata {
namespace {

constexpr Color kNotFinite{0xFF, 0xFF, 0xFF};
constexpr float kTitle = 18, kScale = 16;

struct Preview {
  std::string name, shape;
  std::uint32_t rows = 0, cols = 0;
  std::span<const float> values;
  float low = 0, high = 0;
  std::size_t notFinite = 0;
};

std::string shapeOf(const nlohmann::json& json, const Preview& preview) {
  std::string shape;
  if (const auto found = json.find("shape"); found != json.end() && found->is_array())
    for (const auto& side : *found)
      if (side.is_number_integer()) shape += (shape.empty() ? "" : "×") + std::to_string(side.get<std::int64_t>());
  return shape.empty() ? fmt::format("{}×{}", preview.rows, preview.cols) : shape;
}

std::uint32_t sideOf(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint32_t>() : 0;
}

void findRange(Preview& preview) {
  bool first = true;
  for (const float value : preview.values) {
    if (!std::isfinite(value)) {
      ++preview.notFinite;
      continue;
    }
    preview.low = first ? value : std::min(preview.low, value);
    preview.high = first ? value : std::max(preview.high, value);
    first = false;
  }
}

std::optional<Preview> readPreview(const SessionMessage& tensor) {
  const nlohmann::json json = nlohmann::json::parse(tensor.json, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  Preview preview;
  if (const auto name = json.find("name"); name != json.end() && name->is_string())
    preview.name = name->get<std::string>();
  preview.rows = sideOf(json, "rows");
  preview.cols = sideOf(json, "cols");
  const std::uint64_t cells = std::uint64_t{preview.rows} * preview.cols;
  if (cells == 0 || cells > tensor.blob.size()) return std::nullopt;
  preview.values = std::span(tensor.blob).first(cells);
  preview.shape = shapeOf(json, preview);
  findRange(preview);
  return preview;
}

Rect gridRect(Rect area, const Preview& preview) {
  const float title = area.h >= 70 ? kTitle : 0, scale = area.h >= 50 ? kScale + 4 : 0;
  const Rect room{area.x, area.y + title, area.w, std::max(0.f, area.h - title - scale)};
  const float cell = std::min(room.w / static_cast<float>(preview.cols), room.h / static_cast<float>(preview.rows));
  // Square cells, unless that would leave a thin strip of a very long tensor.
  const float w = std::max(cell * static_cast<float>(preview.cols), room.w / 3);
  const float h = std::max(cell * static_cast<float>(preview.rows), room.h / 3);
  return {room.x, room.y, w, h};
}

std::vector<Color> colorsOf(const Preview& preview) {
  std::vector<Color> pixels;
  pixels.reserve(preview.values.size());
  const double span = std::max(1e-300, static_cast<double>(preview.high) - preview.low);
  for (const float value : preview.values)
    pixels.push_back(std::isfinite(value) ? heatColor((static_cast<double>(value) - preview.low) / span) : kNotFinite);
  return pixels;
}

void drawScale(Canvas& canvas, Rect row, const Preview& preview) {
  const std::string low = formatNumber(preview.low), high = formatNumber(preview.high);
  const TextStyle style{10, Face::Mono, canvas.theme().textSoft};
  const float lowWidth = canvas.measure(low, style), highWidth = canvas.measure(high, style);
  const float left = lowWidth + 6, right = highWidth + 6;
  if (row.w - left - right < 24) return;
  drawLine(canvas, {row.x, row.y, lowWidth + 1, row.h}, low, style);
  drawLine(canvas, {row.right() - highWidth - 1, row.y, highWidth + 1, row.h}, high, style, Align::Right);
  std::vector<Color> ramp;
  for (int i = 0; i < 64; ++i) ramp.push_back(heatColor(i / 63.0));
  canvas.image({row.x + left, row.y + 3, row.w - left - right, row.h - 6}, 64, 1, ramp);
}

void drawNote(Canvas& canvas, Rect area, Msg message) {
  drawTeachingNote(canvas, area.inset(area.w / 20, 0), {}, {text(message)});
}

}  // namespace

void drawTensor(Canvas& canvas, Rect area, const ViewState& state) {
  if (!state.tensor) return drawNote(canvas, area, Msg::TensorEmpty);
  const std::optional<Preview> preview = readPreview(*state.tensor);
  if (!preview) return drawNote(canvas, area, Msg::TensorBroken);
  const Rect grid = gridRect(area, *preview);
  if (grid.w < 1 || grid.h < 1) return;
  if (grid.y > area.y) {
    std::vector<HeaderPiece> pieces{{preview->name, look::title(canvas)}, {preview->shape, look::mono(canvas), 1}};
    if (preview->notFinite > 0)
      pieces.push_back({fillText(Msg::TensorNotFinite, {formatCount(preview->notFinite)}),
                        {11, Face::Regular, canvas.theme().warning},
                        0,
                        true});
    drawHeader(canvas, {area.x, area.y, area.w, kTitle}, std::move(pieces));
  }
  canvas.image(grid, preview->cols, preview->rows, colorsOf(*preview));
  canvas.stroke(grid, canvas.theme().wellBorder, 1);
  if (grid.bottom() + 3 + kScale <= area.bottom() + 1.5f)
    drawScale(canvas, {area.x, grid.bottom() + 3, std::max(grid.w, std::min(area.w, 160.f)), kScale}, *preview);
}

std::optional<Hit> hitTensor(const Canvas&, Rect area, const ViewState& state, Point at) {
  const std::optional<Preview> preview = state.tensor ? readPreview(*state.tensor) : std::nullopt;
  if (!preview) return std::nullopt;
  const Rect grid = gridRect(area, *preview);
  if (!grid.contains(at)) return std::nullopt;
  const auto index = [](float share, std::uint32_t count) {
    return std::min(count - 1, static_cast<std::uint32_t>(share * static_cast<float>(count)));
  };
  const std::uint32_t row = index((at.y - grid.y) / grid.h, preview->rows),
                      col = index((at.x - grid.x) / grid.w, preview->cols);
  const float value = preview->values[std::size_t{row} * preview->cols + col];
  ViewChoices choices = state.choices;
  choices.cell = {row, col};
  return Hit{state.selection,
             fillText(Msg::TensorCell, {std::to_string(row), std::to_string(col), formatNumber(value, 6)}), choices};
}

}  // namespace strata
