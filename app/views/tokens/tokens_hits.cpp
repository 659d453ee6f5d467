#include <fmt/format.h>

#include <algorithm>

#include "app/canvas/format.h"
#include "app/views/tokens/tokens_paint.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline views {
namespace {

std::string_view word(Provenance kind) {
  return provenanceKey(kind);
}

/// What a click on a token makes: it is chosen, and the call that read it is selected.
Hit choiceOf(const ViewState& state, std::size_t index, std::string tooltip) {
  const StoryToken& token = *state.session.tokens->tokens[index];
  Hit hit{state.sight.selection, std::move(tooltip), state.sight.choices};
  hit.choices->token = token.position;
  const CallId id = state.session.tokens->callOf(token);
  const auto call = state.session.snapshot ? state.session.snapshot->call(id) : std::nullopt;
  hit.selection = call ? Selection{call->top, id} : Selection{};
  return hit;
}

std::string tokenTooltip(const ViewState& state, std::size_t index, std::size_t chosen) {
  const StoryToken& token = *state.session.tokens->tokens[index];
  const StoryToken& about = *state.session.tokens->tokens[chosen];
  std::string lines =
      fillText(Msg::TokensTipToken, {tokenQuote(token.text), std::to_string(token.position), std::to_string(token.id)});
  lines += "\n";
  if (token.prompt)
    lines += text(Msg::TokensTipPrompt);
  else if (token.call == CallId::None)
    lines += text(Msg::TokensTipUnread);
  else
    lines += fillText(Msg::TokensTipRead, {formatDuration(token.time), word(Provenance::Measured)});
  const std::vector<float>& looks = state.session.tokens->attention(about, shownHead(state));
  if (const auto at = static_cast<std::size_t>(token.position); at < looks.size())
    lines.append("\n").append(
        fillText(Msg::TokensTipLooked,
                 {tokenQuote(about.text), formatShare(static_cast<double>(looks[at])), word(Provenance::Measured)}));
  if (token.call != CallId::None) lines.append("\n").append(text(Msg::TokensTipClick));
  return lines;
}

/// What of the model lies on the device, in which types.
std::optional<Hit> hitHeader(const TokensLayout& layout, const ViewState& state, std::size_t, Point at) {
  if (!layout.header.contains(at)) return std::nullopt;
  for (const RunResult& result : state.session.results) {
    const nlohmann::json* const parts = field(*result.details, "kept");
    if (!parts || !parts->is_array() || parts->empty()) continue;
    std::string lines = fillText(Msg::TokensTipKept, {word(Provenance::Counted)});
    for (const nlohmann::json& part : *parts)
      lines += fmt::format("\n{}: {}, {}", textField(part, "part"), textField(part, "type"),
                           formatBytes(numberField(part, "bytes").value_or(0)));
    return Hit{state.sight.selection, lines};
  }
  return std::nullopt;
}

std::optional<Hit> hitText(const TokensLayout& layout, const ViewState& state, std::size_t chosen, Point at) {
  for (const TokenChip& chip : layout.chips)
    if (chip.index && chip.rect.contains(at))
      return choiceOf(state, *chip.index, tokenTooltip(state, *chip.index, chosen));
  std::optional<std::size_t> beyond;
  if (layout.hiddenBefore > 0 && layout.earlier.contains(at)) beyond = layout.hiddenBefore - 1;
  if (layout.hiddenAfter > 0 && layout.later.contains(at))
    beyond = state.session.tokens->tokens.size() - layout.hiddenAfter;
  if (!beyond) return std::nullopt;
  return choiceOf(state, *beyond, tokenTooltip(state, *beyond, chosen));
}

std::optional<Hit> hitNext(const TokensLayout& layout, const ViewState& state, std::size_t chosen, Point at) {
  const StoryToken& token = *state.session.tokens->tokens[chosen];
  const std::vector<NextRow> rows = nextRows(layout.next, *state.session.tokens, chosen);
  const std::string before = beforeSampling(state);
  if (layout.before.contains(at)) return Hit{state.sight.selection, before};
  double others = 1;
  for (const NextRow& row : rows)
    if (row.index) others -= token.next[*row.index].probability;
  for (const NextRow& row : rows) {
    if (!row.rect.contains(at)) continue;
    if (!row.index)
      return Hit{state.sight.selection,
                 fillText(Msg::TokensTipOthers, {formatShare(std::max(0.0, others)), word(Provenance::Modelled)})};
    const StoryToken::Next& next = token.next[*row.index];
    std::string lines = fillText(Msg::TokensTipNext, {tokenQuote(next.text), formatShare(next.probability),
                                                      tokenQuote(token.text), word(Provenance::Modelled)});
    if (!before.empty()) lines.append(", ").append(before);
    if (!row.taken) return Hit{state.sight.selection, lines};
    return choiceOf(state, chosen + 1, lines.append("\n").append(text(Msg::TokensTipTaken)));
  }
  return std::nullopt;
}

std::optional<Hit> hitHeadSteps(const TokensLayout& layout, const ViewState& state, std::size_t, Point at) {
  const TokenStory& story = *state.session.tokens;
  for (const HeadStep& step : headSteps(layout.attention, story)) {
    const auto head = step.rect.contains(at) ? stepped(story, shownHead(state), step) : std::nullopt;
    if (!head) continue;
    Hit hit{state.sight.selection,
            fillText(Msg::TokensTipHead, {std::to_string(head->layer), std::to_string(story.layers - 1),
                                          std::to_string(head->head), std::to_string(story.heads - 1)}),
            state.sight.choices};
    hit.choices->head = head;
    return hit;
  }
  return std::nullopt;
}

std::optional<Hit> hitAttention(const TokensLayout& layout, const ViewState& state, std::size_t chosen, Point at) {
  const Rect map = attentionMap(layout.attention);
  if (!map.contains(at)) return std::nullopt;
  const TokenStory& story = *state.session.tokens;
  const TokenWindow window = attentionWindow(story, chosen);
  const auto index = [&](float share) {
    return window.first +
           std::min(window.size() - 1, static_cast<std::size_t>(share * static_cast<float>(window.size())));
  };
  const std::size_t row = index((at.y - map.y) / map.h), column = index((at.x - map.x) / map.w);
  if (column > row) return std::nullopt;
  const StoryToken &from = *story.tokens[row], &to = *story.tokens[column];
  const auto position = static_cast<std::size_t>(to.position);
  const std::vector<float>& looks = story.attention(from, shownHead(state));
  if (position >= looks.size()) {
    const Msg why = from.prompt                 ? Msg::TokensTipNoCell
                    : from.call == CallId::None ? Msg::TokensNoNextLast
                                                : Msg::TokensNoNext;
    return choiceOf(state, row, fillText(why, {tokenQuote(from.text)}));
  }
  return choiceOf(
      state, row,
      fillText(Msg::TokensTipCell,
               {tokenQuote(from.text), std::to_string(from.position), tokenQuote(to.text), std::to_string(to.position),
                formatShare(static_cast<double>(looks[position])), word(Provenance::Measured)}));
}

std::optional<Hit> hitSide(const TokensLayout& layout, const ViewState& state, std::size_t chosen, Point at) {
  const StoryToken& token = *state.session.tokens->tokens[chosen];
  if (layout.cache.body.contains(at))
    return Hit{state.sight.selection,
               fillText(Msg::TokensTipCache, {cacheFillText(state, chosen), word(Provenance::Counted)})};
  if (!layout.norms.body.contains(at) || token.norms.empty()) return std::nullopt;
  const Rect body = layout.norms.body;
  const auto bar = std::min(token.norms.size() - 1, static_cast<std::size_t>((at.x - body.x) / body.w *
                                                                             static_cast<float>(token.norms.size())));
  const std::string length = formatNumber(static_cast<double>(token.norms[bar]), 4);
  if (bar == 0)
    return Hit{state.sight.selection, fillText(Msg::TokensTipEmbedding, {length, word(Provenance::Measured)})};
  return Hit{state.sight.selection,
             fillText(Msg::TokensTipNorm, {std::to_string(bar - 1), length, word(Provenance::Measured)})};
}

}  // namespace

std::optional<Hit> hitTokens(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  if (!state.session.tokens || state.session.tokens->tokens.empty()) return std::nullopt;
  const TokensLayout layout = layoutTokens(canvas, area, state);
  if (!layout.text.shown()) return std::nullopt;
  const std::size_t chosen = chosenToken(state);
  for (const auto hit : {hitHeader, hitText, hitNext, hitHeadSteps, hitAttention, hitSide})
    if (auto found = hit(layout, state, chosen, at)) return found;
  return std::nullopt;
}

std::optional<ViewChoices> steppedTokens(const Canvas& canvas, Rect area, const ViewState& state, Point at, int steps) {
  if (!state.session.tokens || state.session.tokens->tokens.empty()) return std::nullopt;
  const TokenStory& story = *state.session.tokens;
  const TokensPanel panel = layoutTokens(canvas, area, state).attention;
  const bool onTitle = panel.title.contains(at);
  if (story.layers < 1 || story.heads < 1 || (!onTitle && !attentionMap(panel).contains(at))) return std::nullopt;
  const AttentionHead head = shownHead(state);
  const std::int64_t place =
      std::clamp<std::int64_t>(head.layer * story.heads + head.head + steps, 0, story.layers * story.heads - 1);
  ViewChoices choices = state.sight.choices;
  choices.head = AttentionHead{static_cast<int>(place / story.heads), static_cast<int>(place % story.heads)};
  return choices;
}

}  // namespace strata::inline views
