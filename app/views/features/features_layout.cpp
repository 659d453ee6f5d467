#include "app/views/features/features_layout.h"
#include "app/canvas/paint.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/canvas/format.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline views {
namespace {

constexpr float kHeader = 20, kLine = 15, kGap = 12, kLeastCard = 70;
constexpr std::size_t kFewDigits = 3;  ///< the likeliest, where there is no room for all

/// "conv1 · Conv" and its time, as the result tells them; a name alone for the picture that goes in.
void nameCard(CnnCard& card, const RunResult* result) {
  card.name = card.picture.name;
  const nlohmann::json* stages = result ? field(*result->details, "stages") : nullptr;
  if (!stages || !stages->is_array()) return;
  for (const nlohmann::json& stage : *stages) {
    if (textField(stage, "tensor") != card.picture.name) continue;
    card.name = fillText(Msg::CnnStage, {textField(stage, "name"), textField(stage, "op")});
    if (const auto seconds = numberField(stage, "seconds"); seconds && *seconds >= 0 && *seconds < 1e6)
      card.time = fillText(Msg::TipDuration, {formatDuration(Duration{std::llround(*seconds * 1e9)}),
                                              provenanceKey(Provenance::Measured)});
  }
}

/// Where there is no room for all, the time goes before the shape, of which the count of pictures goes first.
std::string noteThatFits(const Canvas& canvas, const CnnCard& card, float width) {
  const std::string& shape = card.picture.shape;
  if (card.time.empty()) return shape;
  const std::string one = "1×", each = shape.starts_with(one) ? shape.substr(one.size()) : shape;
  for (const std::string& words : {shape, each}) {
    std::string note = words + " · " + card.time;
    if (canvas.measure(note, look::dim(canvas)) <= width) return note;
  }
  return card.time;
}

std::vector<CnnCard> cardsOf(const ViewState& state, const RunResult* result) {
  std::vector<CnnCard> cards;
  for (const auto& preview : state.session.previews) {
    auto picture = preview ? readTensor(*preview) : std::nullopt;
    if (!picture || !picture->sheet) continue;
    CnnCard card;
    card.picture = std::move(*picture);
    nameCard(card, result);
    cards.push_back(std::move(card));
  }
  return cards;
}

/// As many channels as fit, in rows that fill the box best.
void placeTiles(CnnCard& card, Rect box) {
  const TensorSheet& sheet = *card.picture.sheet;
  if (box.w < 8 || box.h < 8) return;
  const float shape = static_cast<float>(sheet.width) / static_cast<float>(sheet.height);
  std::int64_t best = 1;
  float height = 0;
  for (std::int64_t perRow = 1; perRow <= std::min<std::int64_t>(sheet.channels, 32); ++perRow) {
    const std::int64_t whole = (sheet.channels + perRow - 1) / perRow;
    const auto rows = static_cast<float>(whole), columns = static_cast<float>(perRow);
    const float h = std::min((box.h - 2 * (rows - 1)) / rows, (box.w - 2 * (columns - 1)) / columns / shape);
    if (h > height) best = perRow, height = h;
  }
  if (height < 3) return;
  for (std::int64_t c = 0; c < sheet.channels; ++c) {
    const std::int64_t row = c / best, column = c % best;
    card.tiles.push_back({{box.x + static_cast<float>(column) * (height * shape + 2),
                           box.y + static_cast<float>(row) * (height + 2), height * shape, height},
                          c,
                          c / sheet.perRow * sheet.height,
                          c % sheet.perRow * sheet.width,
                          sheet.height,
                          sheet.width});
  }
}

/// Cards of one size in rows; the count of columns that makes them largest.
void placeCards(const Canvas& canvas, std::vector<CnnCard>& cards, Rect room) {
  const auto count = static_cast<int>(cards.size());
  int columns = 1;
  float best = 0;
  for (int n = 1; n <= count; ++n) {
    const int whole = (count + n - 1) / n;
    const auto rows = static_cast<float>(whole);
    const float w = (room.w - kGap * static_cast<float>(n - 1)) / static_cast<float>(n),
                h = (room.h - kGap * (rows - 1)) / rows - 2 * kLine;
    if (std::min(w, h) > best) best = std::min(w, h), columns = n;
  }
  const int rows = (count + columns - 1) / columns;
  const float w = (room.w - kGap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
              h = (room.h - kGap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
  if (w < 12 || h < 2 * kLine + 8) return;
  for (int i = 0; i < count; ++i) {
    const int row = i / columns, column = i % columns;
    const Rect box{room.x + static_cast<float>(column) * (w + kGap), room.y + static_cast<float>(row) * (h + kGap), w,
                   h};
    CnnCard& card = cards[static_cast<std::size_t>(i)];
    const bool words = w >= kLeastCard;
    card.title = {box.x, box.y, words ? w : 0, kLine};
    card.note = {box.x, box.bottom() - kLine, words ? w : 0, kLine};
    card.noteText = noteThatFits(canvas, card, w);
    placeTiles(card, {box.x, box.y + kLine + 1, w, h - 2 * kLine - 2});
    if (!card.tiles.empty()) card.note.y = card.tiles.back().rect.bottom() + 1;
  }
}

std::vector<CnnDigit> digitsOf(const RunResult* result) {
  std::vector<CnnDigit> digits;
  const nlohmann::json* logits = result ? field(*result->details, "logits") : nullptr;
  const nlohmann::json* probabilities = result ? field(*result->details, "probabilities") : nullptr;
  if (!logits || !probabilities || !logits->is_array() || !probabilities->is_array()) return digits;
  constexpr std::size_t kMost = 10;
  for (std::size_t i = 0; i < std::min({logits->size(), probabilities->size(), kMost}); ++i) {
    const nlohmann::json &logit = (*logits)[i], &probability = (*probabilities)[i];
    digits.push_back({{},
                      std::to_string(i),
                      logit.is_number() ? logit.get<double>() : 0,
                      probability.is_number() ? std::clamp(probability.get<double>(), 0.0, 1.0) : 0});
  }
  return digits;
}

}  // namespace

const RunResult* cnnResult(const ViewState& state) {
  for (auto result = state.session.results.rbegin(); result != state.session.results.rend(); ++result)
    if (field(*result->details, "stages") && field(*result->details, "digit")) return &*result;
  return nullptr;
}

FeaturesLayout layoutFeatures(const Canvas& canvas, Rect outer, const ViewState& state) {
  const Rect area = viewMargins(outer);
  FeaturesLayout layout;
  const RunResult* result = cnnResult(state);
  if (!result) return layout;
  layout.cards = cardsOf(state, result);
  if (layout.cards.empty()) return layout;
  layout.header = {area.x, area.y, area.w, std::min(kHeader, area.h)};
  Rect room{area.x, area.y + kHeader, area.w, std::max(0.f, area.h - kHeader)};
  std::vector<CnnDigit> digits = digitsOf(result);
  const bool beside = room.w >= 480 && room.h >= 110;
  if (!beside && room.h < 400 && digits.size() > kFewDigits) {
    std::ranges::stable_sort(digits, std::greater{}, &CnnDigit::probability);
    digits.resize(kFewDigits);
  }
  const float height =
      std::min(19.f, room.h * (beside ? 1.f : 0.5f) / static_cast<float>(std::max<std::size_t>(1, digits.size())));
  if (!digits.empty() && height >= 13 && room.w >= 100) {
    const float w = beside ? std::clamp(room.w * 0.2f, 150.f, 300.f) : room.w,
                all = height * static_cast<float>(digits.size());
    const Rect box = beside ? Rect{room.right() - w, room.y, w, all} : Rect{room.x, room.bottom() - all, w, all};
    for (std::size_t i = 0; i < digits.size(); ++i)
      digits[i].rect = {box.x, box.y + static_cast<float>(i) * height, box.w, height};
    layout.digits = std::move(digits);
    beside ? room.w -= w + 2 * kGap : room.h -= all + kGap;
  }
  placeCards(canvas, layout.cards, room);
  return layout;
}

std::vector<float> tileValues(const TensorPicture& picture, const CnnTile& tile) {
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(tile.height * tile.width));
  for (std::int64_t i = 0; i < tile.height; ++i)
    for (std::int64_t j = 0; j < tile.width; ++j) values.push_back(picture.at(tile.row + i, tile.col + j));
  return values;
}

}  // namespace strata::inline views
