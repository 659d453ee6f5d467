#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/canvas/recording_canvas.h"
#include "app/views/empty_note.h"
#include "app/views/features/features_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline views {
namespace {

void drawStage(Canvas& canvas, const CnnCard& card) {
  const TensorPicture& picture = card.picture;
  drawLine(canvas, card.title, card.name, {11, Face::Bold, canvas.theme().textSoft});
  for (const CnnTile& tile : card.tiles) {
    canvas.image(tile.rect, static_cast<std::uint32_t>(tile.width), static_cast<std::uint32_t>(tile.height),
                 heatPixels(tileValues(picture, tile), picture.low, picture.high));
    canvas.stroke(tile.rect, canvas.theme().wellBorder, 1);
  }
  drawLine(canvas, card.note, card.noteText, look::dim(canvas));
}

/// A row for each digit: what a softmax makes of the last stage; the greatest is marked.
void drawDigits(Canvas& canvas, const FeaturesLayout& layout) {
  const auto greatest = std::ranges::max_element(layout.digits, {}, &CnnDigit::probability);
  for (const CnnDigit& digit : layout.digits) {
    const bool best = &digit == &*greatest;
    const Rect row = digit.rect;
    const TextStyle style{12, best ? Face::Bold : Face::Regular,
                          best ? canvas.theme().textStrong : canvas.theme().textSoft};
    drawLine(canvas, {row.x, row.y, 14, row.h}, digit.name, style);
    const float share = canvas.measure("100.0 %", {11, Face::Mono, {}}) + 2;
    const Rect room{row.x + 18, row.y + row.h * 0.25f, row.w - 24 - share, row.h * 0.5f};
    if (room.w > 4) {
      canvas.fill(room, canvas.theme().meter, 2);
      canvas.fill({room.x, room.y, std::max(1.f, room.w * static_cast<float>(digit.probability)), room.h},
                  best ? storeyInfo(Storey::Model).color : canvas.theme().deviceBox, 2);
    }
    drawLine(canvas, {row.right() - share, row.y, share, row.h}, formatShare(digit.probability),
             {11, Face::Mono, style.color}, Align::Right);
  }
}

/// What it reads; no more than its likeliest guess where that is less likely than all others together.
std::string digitWords(const RunResult& result) {
  const auto digit = integerField<int>(*result.details, "digit", -1);
  const std::string name = std::to_string(digit);
  const nlohmann::json* all = field(*result.details, "probabilities");
  const bool known = all && all->is_array() && digit >= 0 && static_cast<std::size_t>(digit) < all->size();
  const nlohmann::json* own = known ? &(*all)[static_cast<std::size_t>(digit)] : nullptr;
  if (own && own->is_number() && own->get<double>() < 0.5)
    return fillText(Msg::CnnUndecided, {name, formatShare(own->get<double>())});
  return fillText(digit == 8 ? Msg::CnnSaysAn : Msg::CnnSays, {name});
}

void drawFeatures(Canvas& canvas, Rect area, const ViewState& state) {
  const FeaturesLayout layout = layoutFeatures(canvas, area, state);
  if (layout.cards.empty()) return drawEmptyNote(canvas, area, state, Msg::CnnEmpty, {Msg::CnnEmptyHint});
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::CnnTitle)), look::title(canvas)}};
  if (const RunResult* result = cnnResult(state)) {
    pieces.push_back({digitWords(*result), look::strong(canvas), 0});
    pieces.push_back({result->variant, look::mono(canvas), 2});
    pieces.push_back({std::string(provenanceKey(Provenance::Modelled)), {10, Face::Regular, {}}, 3, true, true});
    pieces.push_back({std::string(text(Msg::CnnProbability)), look::dim(canvas), 3, true});
  }
  drawHeader(canvas, layout.header, std::move(pieces));
  for (const CnnCard& card : layout.cards) drawStage(canvas, card);
  drawDigits(canvas, layout);
}

std::optional<Hit> hitFeatures(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const FeaturesLayout layout = layoutFeatures(canvas, area, state);
  for (const CnnDigit& digit : layout.digits)
    if (digit.rect.contains(at))
      return Hit{state.sight.selection,
                 fillText(Msg::CnnTipDigit,
                          {digit.name, formatNumber(digit.logit, 4), provenanceKey(Provenance::Measured),
                           formatNumber(100 * digit.probability, 4) + " %", provenanceKey(Provenance::Modelled)})};
  for (const CnnCard& card : layout.cards)
    for (const CnnTile& tile : card.tiles) {
      if (!tile.rect.contains(at)) continue;
      const auto row = std::min(tile.height - 1, static_cast<std::int64_t>((at.y - tile.rect.y) / tile.rect.h *
                                                                           static_cast<float>(tile.height))),
                 col = std::min(tile.width - 1, static_cast<std::int64_t>((at.x - tile.rect.x) / tile.rect.w *
                                                                          static_cast<float>(tile.width)));
      const float value = card.picture.at(tile.row + row, tile.col + col);
      return Hit{state.sight.selection,
                 fillText(Msg::CnnTipCell,
                          {card.name, std::to_string(tile.channel), std::to_string(row), std::to_string(col),
                           formatNumber(static_cast<double>(value), 5), provenanceKey(Provenance::Measured)})};
    }
  return std::nullopt;
}

bool hasStages(const ViewState& state) {
  return !layoutFeatures(RecordingCanvas{}, {0, 0, 1280, 720}, state).cards.empty();
}

}  // namespace

const View& featuresView() {
  static const View kView{.name = "features",
                          .alias = "cnn",
                          .title = Msg::StudioFeatures,
                          .shows = "each stage of the digit reader as pictures",
                          .absent = "it holds no stages of the digit reader (strata run cnn)",
                          .order = 100,
                          .dock = ViewDock::Top,
                          .draw = drawFeatures,
                          .hit = hitFeatures,
                          .hasContent = hasStages};
  return kView;
}

}  // namespace strata::inline views
