#include <algorithm>
#include <cmath>
#include <utility>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"
#include "app/views/tokens/tokens_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

std::string headText(const TokenStory& story, const StoryToken& token) {
  const std::string layer = std::to_string(token.layer), head = std::to_string(token.head);
  if (story.layers == 0) return fillText(Msg::TokensAttentionHead, {layer, head});
  return fillText(Msg::TokensAttentionOf,
                  {layer, std::to_string(story.layers - 1), head, std::to_string(story.heads - 1)});
}

/// The newest token up to the chosen one that was watched, else the first one after it.
const StoryToken* watchedToken(const TokenStory& story, std::size_t chosen) {
  for (std::size_t i = chosen + 1; i-- > 0;)
    if (!story.tokens[i]->attention.empty()) return story.tokens[i].get();
  for (std::size_t i = chosen; i < story.tokens.size(); ++i)
    if (!story.tokens[i]->attention.empty()) return story.tokens[i].get();
  return nullptr;
}

/// A row for each token, a column for each it can look at; row-major. A row that was not watched has one flat colour.
std::vector<Color> mapPixels(const Canvas& canvas, const TokenStory& story, TokenWindow window) {
  const std::size_t side = window.size();
  std::vector<Color> pixels(side * side, withAlpha(canvas.theme().background, 0));
  for (std::size_t row = 0; row < side; ++row) {
    const AttentionColors colors(canvas, story.tokens[window.first + row]->attention, canvas.theme().meter);
    for (std::size_t column = 0; column <= row; ++column)
      pixels[row * side + column] = colors.at(story.tokens[window.first + column]->position);
  }
  return pixels;
}

/// The words of tokens along the left side, in the free triangle right of each row's end, up to `right`.
void drawRowWords(Canvas& canvas, Rect map, float right, const TokenStory& story, TokenWindow window,
                  std::size_t chosen) {
  const float cell = map.h / static_cast<float>(window.size());
  const bool all = cell >= 8.5f;
  for (std::size_t row = 0; row < window.size(); ++row) {
    const std::size_t index = window.first + row;
    if (!all && index != chosen) continue;
    TextStyle style = index == chosen ? TextStyle{11, Face::Bold, canvas.theme().textStrong} : look::dim(canvas);
    if (all) style.size = std::min(style.size, cell);
    const float x = map.x + static_cast<float>(row + 1) * cell + 4, height = std::max(cell, style.size * 1.27f);
    const float y =
        std::clamp(map.y + (static_cast<float>(row) + 0.5f) * cell - height / 2, map.y, map.bottom() - height);
    drawLine(canvas, {x, y, right - x, height}, tokenWord(tokenText(*story.tokens[index])), style);
  }
}

}  // namespace

AttentionColors::AttentionColors(const Canvas& canvas, const std::vector<float>& weights, Color unknown)
    : m_weights(weights), m_ground(canvas.theme().card), m_unknown(unknown) {
  for (const float weight : weights)
    if (std::isfinite(weight)) m_greatest = std::max(m_greatest, weight);
}

Color AttentionColors::at(std::int64_t position) const {
  if (!std::in_range<std::size_t>(position)) return m_unknown;
  const auto index = static_cast<std::size_t>(position);
  if (index >= m_weights.size() || !std::isfinite(m_weights[index])) return m_unknown;
  return mix(m_ground, storeyInfo(Storey::Model).color, std::clamp(m_weights[index] / m_greatest, 0.f, 1.f));
}

void drawAttention(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen) {
  const TokensPanel& panel = layout.attention;
  if (!panel.shown()) return;
  const TokenStory& story = *state.session.tokens;
  const StoryToken* watched = watchedToken(story, chosen);
  const Rect map = attentionMap(panel);
  drawPanelTitle(canvas, panel, watched ? headText(story, *watched) : text(Msg::TokensAttention),
                 watched ? std::optional(Provenance::Measured) : std::nullopt);
  if (!watched) return drawTeachingNote(canvas, panel.body, {}, {text(Msg::TokensNoAttention)});
  if (map.w <= 0) return;
  const TokenWindow window = attentionWindow(story, chosen);
  const auto side = static_cast<std::uint32_t>(window.size());
  canvas.image(map, side, side, mapPixels(canvas, story, window));
  const float cell = map.h / static_cast<float>(side);
  if (chosen >= window.first && chosen < window.end) {
    const auto row = static_cast<float>(chosen - window.first);
    const float height = std::max(cell, 3.f),
                y = std::min(map.y + row * cell - (height - cell) / 2, map.bottom() - height);
    canvas.stroke({map.x, std::max(map.y, y), (row + 1) * cell, height}, canvas.theme().white, 1);
  }
  drawRowWords(canvas, map, panel.body.right(), story, window, chosen);
  const Rect note{panel.body.x, map.bottom() + 2, panel.body.w, 15};
  const std::string_view how = text(Msg::TokensAttentionHow);
  drawLine(canvas, note, canvas.measure(how, look::dim(canvas)) <= note.w ? how : text(Msg::TokensAttentionHowShort),
           look::dim(canvas));
}

}  // namespace strata::inline views
