#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/empty_note.h"
#include "app/views/tensor/tensor_paint.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

void drawScale(Canvas& canvas, Rect row, const TensorPicture& picture) {
  if (row.h <= 0) return;
  const std::string low = formatNumber(static_cast<double>(picture.low)),
                    high = formatNumber(static_cast<double>(picture.high));
  const TextStyle style{10, Face::Mono, canvas.theme().textSoft};
  const float lowWidth = canvas.measure(low, style), highWidth = canvas.measure(high, style);
  constexpr float kScaleGap = 6;
  const float left = lowWidth + kScaleGap, right = highWidth + kScaleGap;
  if (row.w - left - right < 24) return;
  drawLine(canvas, {row.x, row.y, lowWidth + 1, row.h}, low, style);
  drawLine(canvas, {row.right() - highWidth - 1, row.y, highWidth + 1, row.h}, high, style, Align::Right);
  std::vector<Color> ramp;
  ramp.reserve(64);
  for (int i = 0; i < 64; ++i) ramp.push_back(heatColor(i / 63.0));
  canvas.image({row.x + left, row.y + 3, row.w - left - right, row.h - 6}, 64, 1, ramp);
}

/// What of the tensor is in the picture; empty if all.
std::string samplingText(const TensorPicture& picture) {
  if (picture.values.size() >= picture.elements()) return {};
  if (picture.sheet)
    return fillText(Msg::TensorSheet, {formatCount(static_cast<std::uint64_t>(picture.sheet->channels)),
                                       std::to_string(picture.sheet->height), std::to_string(picture.sheet->width)});
  return fillText(Msg::TensorSampled,
                  {formatCount(picture.rows), formatCount(static_cast<std::uint64_t>(picture.allRows)),
                   formatCount(picture.cols), formatCount(static_cast<std::uint64_t>(picture.allCols))});
}

void drawHeaderLine(Canvas& canvas, Rect box, const TensorPicture& picture) {
  if (box.h <= 0) return;
  std::vector<HeaderPiece> pieces{
      {picture.name, look::title(canvas)},
      {picture.shape, look::mono(canvas), 0},
      {std::string(provenanceKey(Provenance::Measured)), {10, Face::Regular, {}}, 1, false, true}};
  const std::string sampling = samplingText(picture);
  pieces.push_back({sampling, look::dim(canvas), 2});
  if (picture.notFinite > 0)
    pieces.push_back({fillText(Msg::TensorNotFinite, {formatCount(picture.notFinite)}),
                      {11, Face::Regular, canvas.theme().warning},
                      0,
                      true});
  drawHeader(canvas, box, std::move(pieces));
}

/// The token of a language model that the selected call read; none: it read none.
std::optional<std::int64_t> selectedToken(const ViewState& state, std::int64_t shown) {
  const CallId call = state.sight.selection.call;
  if (!state.session.tokens || call == CallId::None) return std::nullopt;
  std::optional<std::int64_t> selected;
  for (const auto& token : state.session.tokens->tokens)
    if (state.session.tokens->callOf(*token) == call && selected != shown) selected = token->position;
  return selected;
}

/// Whose numbers they are: of a model's token, which need not be the one that was selected.
void drawToken(Canvas& canvas, Rect line, const ViewState& state, const TensorPicture& picture) {
  if (!picture.token || line.h <= 0) return;
  const auto selected = selectedToken(state, *picture.token);
  const std::string shown = std::to_string(*picture.token);
  if (!selected || *selected == *picture.token)
    drawLine(canvas, line, fillText(Msg::TensorOfToken, {shown}), look::dim(canvas));
  else
    drawLine(canvas, line, fillText(Msg::TensorOfOtherToken, {shown, std::to_string(*selected)}),
             {11, Face::Regular, canvas.theme().warning});
}

/// Where one channel's picture ends and the next begins.
void drawSeams(Canvas& canvas, Rect grid, const TensorPicture& picture) {
  if (!picture.sheet) return;
  const std::int64_t down = picture.rows / picture.sheet->height;
  const float w = grid.w / static_cast<float>(picture.sheet->perRow), h = grid.h / static_cast<float>(down);
  for (std::int64_t i = 1; i < picture.sheet->perRow && w >= 6; ++i)
    canvas.fill({grid.x + static_cast<float>(i) * w - 1, grid.y, 2, grid.h}, canvas.theme().background);
  for (std::int64_t i = 1; i < down && h >= 6; ++i)
    canvas.fill({grid.x, grid.y + static_cast<float>(i) * h - 1, grid.w, 2}, canvas.theme().background);
}

void drawOperands(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture) {
  if (layout.left.w <= 0) return;
  const auto& operands = picture.workings.operands;
  constexpr std::int64_t kMost = 128;
  drawPlaneOf(canvas, layout.left, operands[0], 0, kMost);
  drawPlaneOf(canvas, layout.top, operands[1], 0, kMost);
  const TextStyle style{12, Face::Bold, canvas.theme().textSoft};
  drawLine(canvas, {layout.left.x, layout.left.y - 18, layout.left.w, 16}, operands[0].name, style, Align::Right);
  drawLine(canvas, {layout.left.x, layout.top.y, layout.left.w, 16}, operands[1].name, style, Align::Right);
}

/// Of a convolution, with the names of both pictures.
void drawInput(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture) {
  if (layout.input.w <= 0) return;
  constexpr std::int64_t kMost = 128;
  drawPlaneOf(canvas, layout.input, picture.workings.operands[0], 0, kMost);
  const auto name = [&](Rect below, std::string_view words) {
    drawLine(canvas, {below.x, below.y - 15, below.w, 14}, words, look::dim(canvas));
  };
  name(layout.input, fillText(Msg::TensorInput, {picture.workings.operands[0].name}));
  name(layout.grid, picture.name);
}

void drawTensor(Canvas& canvas, Rect area, const ViewState& state) {
  const Rect noteArea = area.inset(area.w / 20, 0);
  if (!state.session.tensor && !state.session.results.empty() && !state.sight.running)
    return drawEmptyNote(canvas, area, state, Msg::TensorNone, {Msg::TensorNoneHint});
  if (!state.session.tensor)
    return drawEmptyNote(canvas, area, state, Msg::TensorEmpty, {Msg::TensorEmptyHint}, FilledBy::AnyRun);
  const std::optional<TensorPicture> picture = readTensor(*state.session.tensor);
  if (!picture) return drawTeachingNote(canvas, noteArea, {}, {text(Msg::TensorBroken)});
  const std::optional<TensorCell> cell = shownCell(state, area, *picture);
  const TensorLayout layout = layoutTensor(area, *picture, cell.has_value());
  if (layout.grid.w < 1 || layout.grid.h < 1) return;
  drawHeaderLine(canvas, layout.header, *picture);
  drawToken(canvas, layout.token, state, *picture);
  drawOperands(canvas, layout, *picture);
  drawInput(canvas, layout, *picture);
  canvas.image(layout.grid, picture->cols, picture->rows, heatPixels(picture->values, picture->low, picture->high));
  drawSeams(canvas, layout.grid, *picture);
  canvas.stroke(layout.grid, canvas.theme().wellBorder, 1);
  drawScale(canvas, layout.scale, *picture);
  if (cell) drawCrosshair(canvas, layout, *picture, *cell);
  drawHistogram(canvas, layout, *picture);
  drawTensorFacts(canvas, layout, *picture);
  if (cell || state.sight.takesClicks()) drawWorkings(canvas, layout.workings, *picture, cell);
}

std::optional<ViewChoices> withCell(const ViewState& state, std::optional<TensorCell> cell) {
  if (!cell) return std::nullopt;
  ViewChoices choices = state.sight.choices;
  choices.cell = cell;
  return choices;
}

std::optional<Hit> hitTensor(const Canvas&, Rect area, const ViewState& state, Point at) {
  const std::optional<TensorPicture> picture = state.session.tensor ? readTensor(*state.session.tensor) : std::nullopt;
  if (!picture) return std::nullopt;
  const TensorLayout layout = layoutTensor(area, *picture, shownCell(state, area, *picture).has_value());
  const TensorCell near = chosenCell(state, *picture).value_or(TensorCell{});
  if (const auto cell = cellUnder(layout, *picture, near, at)) {
    return Hit{state.sight.selection, cellText(*picture, *cell), withCell(state, cell)};
  }
  if (!layout.histogram.contains(at)) return std::nullopt;
  const std::size_t bins = histogramBins(layout);
  const auto bin = std::min(
      bins - 1, static_cast<std::size_t>((at.x - layout.histogram.x) / layout.histogram.w * static_cast<float>(bins)));
  const double low = static_cast<double>(picture->low),
               width = (static_cast<double>(picture->high) - low) / static_cast<double>(bins);
  return Hit{state.sight.selection, fillText(Msg::TensorBins, {formatNumber(low + width * static_cast<double>(bin)),
                                                               formatNumber(low + width * static_cast<double>(bin + 1)),
                                                               formatCount(histogramOf(*picture, bins)[bin])})};
}

/// The filter follows the mouse that holds it.
std::optional<ViewChoices> drawnTensor(const Canvas&, Rect area, const ViewState& state, Point, Point to) {
  const std::optional<TensorPicture> picture = state.session.tensor ? readTensor(*state.session.tensor) : std::nullopt;
  if (!picture) return std::nullopt;
  const auto chosen = chosenCell(state, *picture);
  return withCell(
      state, cellUnder(layoutTensor(area, *picture, chosen.has_value()), *picture, chosen.value_or(TensorCell{}), to));
}

/// Cell by cell along the rows; of a sheet, within the plane.
std::optional<ViewChoices> steppedTensor(const Canvas&, Rect area, const ViewState& state, Point at, int steps) {
  const std::optional<TensorPicture> picture = state.session.tensor ? readTensor(*state.session.tensor) : std::nullopt;
  const auto chosen = picture ? chosenCell(state, *picture) : std::nullopt;
  if (!chosen) return std::nullopt;
  const TensorLayout layout = layoutTensor(area, *picture, true);
  if (!layout.grid.contains(at) && !layout.input.contains(at)) return std::nullopt;
  const std::int64_t height = picture->sheet ? picture->sheet->height : picture->rows,
                     width = picture->sheet ? picture->sheet->width : picture->cols;
  const auto [row, col] = *chosen;
  const std::int64_t place =
      std::clamp<std::int64_t>(row % height * width + col % width + steps, 0, height * width - 1);
  return withCell(state, TensorCell{row / height * height + place / width, col / width * width + place % width});
}

bool hasTensor(const ViewState& state) {
  return state.session.tensor && readTensor(*state.session.tensor);
}

}  // namespace

const View& tensorView() {
  static const View kView{.name = "tensor",
                          .title = Msg::StudioTensor,
                          .shows = "a tensor as picture and histogram",
                          .absent = "it holds no picture of a tensor",
                          .order = 90,
                          .dock = ViewDock::Right,
                          .drawsTitle = false,
                          .draw = drawTensor,
                          .hit = hitTensor,
                          .hasContent = hasTensor,
                          .drawn = drawnTensor,
                          .stepped = steppedTensor};
  return kView;
}

}  // namespace strata::inline views
