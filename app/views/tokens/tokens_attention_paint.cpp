#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"
#include "app/views/tokens/tokens_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

/// Arrows to the layers and heads beside this one, and what is shown between them.
void drawHeadSteps(Canvas& canvas, const TokensPanel& panel, const TokenStory& story, AttentionHead head) {
  const std::array words{fillText(Msg::TokensLayer, {std::to_string(head.layer)}),
                         fillText(Msg::TokensHead, {std::to_string(head.head)})};
  const std::vector<HeadStep> steps = headSteps(panel, story);
  for (const HeadStep& step : steps)
    drawLine(canvas, step.rect, step.by < 0 ? "◂" : "▸",
             {12, Face::Regular, stepped(story, head, step) ? canvas.theme().accent : canvas.theme().divider},
             Align::Center);
  for (std::size_t i = 0; i + 1 < steps.size(); i += 2) {
    const float left = steps[i].rect.right();
    drawLine(canvas, {left, panel.title.y, steps[i + 1].rect.x - left, 15}, words[i / 2],
             {11, Face::Bold, canvas.theme().textSoft}, Align::Center);
  }
}

/// A row for each token, a column for each it can look at; row-major. A row that was not watched has one flat colour.
std::vector<Color> mapPixels(const Canvas& canvas, const TokenStory& story, AttentionHead head, TokenWindow window) {
  const std::size_t side = window.size();
  std::vector<Color> pixels(side * side, withAlpha(canvas.theme().background, 0));
  for (std::size_t row = 0; row < side; ++row) {
    const AttentionColors colors(canvas, story.attention(*story.tokens[window.first + row], head),
                                 canvas.theme().meter);
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
    drawLine(canvas, {x, y, right - x, height}, tokenWord(story.tokens[index]->text), style);
  }
}

/// Only tokens that were written and then read have any.
Msg whyNoAttention(const ViewState& state) {
  const auto readBack = [](const auto& token) { return !token->prompt && token->call != CallId::None; };
  if (std::ranges::none_of(state.session.tokens->tokens, readBack)) return Msg::TokensNoneReadBack;
  return state.sight.choices.head ? Msg::TokensHeadNotRead : Msg::TokensNoAttention;
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
  const AttentionHead head = shownHead(state);
  const bool known = story.knows(head);
  const Rect map = attentionMap(panel);
  TokensPanel title = panel;
  if (const auto steps = headSteps(panel, story); !steps.empty()) title.title.w = steps.front().rect.x - panel.title.x;
  drawPanelTitle(canvas, title, text(Msg::TokensAttention), known ? std::optional(Provenance::Measured) : std::nullopt);
  drawHeadSteps(canvas, panel, story, head);
  if (!known) return drawTeachingNote(canvas, panel.body, {}, {text(whyNoAttention(state))});
  if (map.w <= 0) return;
  const TokenWindow window = attentionWindow(story, chosen);
  const auto side = static_cast<std::uint32_t>(window.size());
  canvas.image(map, side, side, mapPixels(canvas, story, head, window));
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
