#include <algorithm>
#include <string>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/empty_note.h"
#include "app/views/tokens/tokens_paint.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

std::string countText(const TokenStory& story) {
  const auto prompt =
      static_cast<std::uint64_t>(std::ranges::count_if(story.tokens, [](const auto& token) { return token->prompt; }));
  return fillText(Msg::TokensCount, {formatCount(prompt), formatCount(story.tokens.size() - prompt)});
}

/// Without a tokenizer a token's text is its number.
bool hasOnlyIds(const TokenStory& story) {
  return std::ranges::all_of(
      story.tokens, [](const auto& token) { return token->piece.empty() && token->text == std::to_string(token->id); });
}

const Figure* figureOf(const ViewState& state, std::string_view name) {
  for (const RunResult& result : state.session.results)
    if (const Figure* figure = result.figure(name)) return figure;
  return nullptr;
}

/// Of the newest tokens, while there is no result yet.
std::optional<double> speedSoFar(const TokenStory& story) {
  constexpr std::size_t kNewest = 64;
  double seconds = 0;
  std::size_t count = 0;
  for (std::size_t i = story.tokens.size(); i-- > 0 && count < kNewest;) {
    const StoryToken& token = *story.tokens[i];
    if (token.prompt || token.time.ns <= 0) continue;
    seconds += token.time.seconds();
    ++count;
  }
  return count > 0 ? std::optional(static_cast<double>(count) / seconds) : std::nullopt;
}

void addSpeed(std::vector<HeaderPiece>& pieces, const Canvas& canvas, Msg words, double speed, int rank) {
  pieces.push_back({fillText(words, {formatNumber(speed)}), look::soft(canvas), rank, true});
  pieces.push_back({std::string(provenanceKey(Provenance::Measured)), {10, Face::Regular, {}}, rank, true, true});
}

void drawHeaderLine(Canvas& canvas, Rect box, const ViewState& state) {
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::TokensTitle)), look::title(canvas)},
                                  {countText(*state.session.tokens), look::mono(canvas), 2}};
  if (hasOnlyIds(*state.session.tokens))
    pieces.push_back({std::string(text(Msg::TokensOnlyIds)), look::soft(canvas), 0});
  if (const Figure* prompt = figureOf(state, "prompt_tokens_per_s"))
    addSpeed(pieces, canvas, Msg::TokensPromptSpeed, prompt->value, 3);
  const Figure* writing = figureOf(state, "generation_tokens_per_s");
  if (const auto speed = writing ? std::optional(writing->value) : speedSoFar(*state.session.tokens))
    addSpeed(pieces, canvas, Msg::TokensWriteSpeed, *speed, 1);
  drawHeader(canvas, box, std::move(pieces));
}

void drawChip(Canvas& canvas, const TokenChip& chip, const StoryToken& token, Color ground, bool chosen) {
  // What was given has corners and a frame, what was written is round.
  const float radius = token.prompt ? 0 : 6;
  canvas.fill(chip.rect, ground, radius);
  if (token.prompt) canvas.stroke(chip.rect, canvas.theme().tagBorder, 1);
  if (chosen) canvas.stroke(chip.rect, canvas.theme().white, 2, radius);
  drawLine(canvas, chip.rect.inset(3, 0), chip.label, {13, Face::Regular, readableOn(ground, canvas.theme().text)},
           Align::Center);
}

}  // namespace

void drawPanelTitle(Canvas& canvas, const TokensPanel& panel, std::string_view title, std::optional<Provenance> kind) {
  std::vector<HeaderPiece> pieces{{std::string(title), {11, Face::Bold, canvas.theme().textSoft}}};
  if (kind) pieces.push_back({std::string(provenanceKey(*kind)), {9, Face::Regular, {}}, 1, false, true});
  drawHeader(canvas, {panel.title.x, panel.title.y, panel.title.w, 15}, std::move(pieces));
}

void drawTokenText(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen) {
  const TokenStory& story = *state.session.tokens;
  const StoryToken& about = *story.tokens[chosen];
  TokensPanel heading = layout.text;
  if (layout.hiddenBefore + layout.hiddenAfter > 0) heading.title.w = std::max(0.f, layout.earlier.x - heading.title.x);
  const std::vector<float>& looks = story.attention(about, shownHead(state));
  const bool heat = !looks.empty();
  drawPanelTitle(canvas, heading,
                 heat ? fillText(Msg::TokensTextHeat, {tokenQuote(about.text)}) : text(Msg::TokensText),
                 heat ? std::optional(Provenance::Measured) : std::nullopt);
  const TextStyle link{11, Face::Regular, canvas.theme().accent};
  if (layout.hiddenBefore > 0)
    drawLine(canvas, layout.earlier, fillText(Msg::TokensEarlier, {formatCount(layout.hiddenBefore)}), link,
             Align::Right);
  if (layout.hiddenAfter > 0)
    drawLine(canvas, layout.later, fillText(Msg::TokensLater, {formatCount(layout.hiddenAfter)}), link, Align::Right);
  const AttentionColors colors(canvas, looks, canvas.theme().card);
  for (const TokenChip& chip : layout.chips) {
    if (!chip.index) {
      drawTag(canvas, chip.rect, chip.label);
      continue;
    }
    const StoryToken& token = *story.tokens[*chip.index];
    drawChip(canvas, chip, token, colors.at(token.position), *chip.index == chosen);
  }
}

namespace {

void drawTokens(Canvas& canvas, Rect area, const ViewState& state) {
  if (!state.session.tokens || state.session.tokens->tokens.empty())
    return drawEmptyNote(canvas, area, state, Msg::TokensEmpty, {Msg::TokensEmptyHint, Msg::TokensEmptyClick});
  const TokensLayout layout = layoutTokens(canvas, area, state);
  if (layout.header.h <= 0) return;
  const std::size_t chosen = chosenToken(state);
  drawHeaderLine(canvas, layout.header, state);
  if (!layout.text.shown()) return;
  drawTokenText(canvas, layout, state, chosen);
  drawNextTokens(canvas, layout, state, chosen);
  drawAttention(canvas, layout, state, chosen);
  drawNorms(canvas, layout, state, chosen);
  drawCacheFill(canvas, layout, state, chosen);
}

bool hasTokens(const ViewState& state) {
  return state.session.tokens && !state.session.tokens->tokens.empty();
}

}  // namespace

const View& tokensView() {
  static const View kView{.name = "tokens",
                          .alias = "transformer",
                          .title = Msg::StudioTokens,
                          .shows = "a language model's text, token by token",
                          .absent = "it holds no text of a language model (strata run transformer)",
                          .order = 80,
                          .dock = ViewDock::Top,
                          .draw = drawTokens,
                          .hit = hitTokens,
                          .hasContent = hasTokens,
                          .stepped = steppedTokens};
  return kView;
}

}  // namespace strata::inline views
