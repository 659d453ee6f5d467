#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/counter_line.h"
#include "app/views/tokens/tokens_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

void drawPanelNote(Canvas& canvas, const TokensPanel& panel, Msg words) {
  Rect line{panel.body.x, panel.body.y, panel.body.w, 15};
  for (const std::string& part : wrapText(canvas, text(words), look::dim(canvas), panel.body.w)) {
    if (line.bottom() > panel.body.bottom()) return;
    drawLine(canvas, line, part, look::dim(canvas));
    line.y += 15;
  }
}

Msg whyNoNext(const ViewState& state, std::size_t chosen) {
  const StoryToken& token = *state.session.tokens->tokens[chosen];
  if (!token.next.empty()) return Msg::TokensNextNotFinite;
  if (token.prompt) return Msg::TokensNoNextPrompt;
  return token.call == CallId::None ? Msg::TokensNoNextLast : Msg::TokensNoNext;
}

struct NextColumns {
  float label = 0, tag = 0, share = 0;
};

NextColumns nextColumns(const Canvas& canvas, const std::vector<NextRow>& rows, const StoryToken& token, float width) {
  NextColumns columns;
  const TextStyle style{12, Face::Bold, {}};
  for (const NextRow& row : rows)
    columns.label = std::max(columns.label, canvas.measure(row.index ? tokenWord(token.next[*row.index].text)
                                                                     : std::string(text(Msg::TokensOthers)),
                                                           style));
  columns.share = canvas.measure("100.0 %", {12, Face::Mono, {}}) + 2;
  columns.label = std::max(0.f, std::min({columns.label + 2, width * 0.38f, width - columns.share - 6}));
  columns.tag = width >= 200 ? tagWidth(canvas, text(Msg::TokensTaken), 9) + 6 : 0;
  return columns;
}

void drawNextRow(Canvas& canvas, const NextRow& row, const StoryToken& token, const NextColumns& columns,
                 double othersShare) {
  const double share = row.index ? token.next[*row.index].probability : othersShare;
  const double greatest = std::max({token.next.front().probability, othersShare, 1e-12});
  const Rect line = row.rect;
  const TextStyle style{12, row.taken ? Face::Bold : Face::Regular,
                        row.taken ? canvas.theme().textStrong : canvas.theme().textSoft};
  drawLine(canvas, {line.x, line.y, columns.label, line.h},
           row.index ? tokenWord(token.next[*row.index].text) : text(Msg::TokensOthers),
           row.index ? style : look::dim(canvas));
  const Rect room{line.x + columns.label + 6, line.y + line.h * 0.22f,
                  line.w - columns.label - columns.tag - columns.share - 12, line.h * 0.56f};
  if (room.w > 4) {
    const Rect bar{room.x, room.y, std::max(1.f, room.w * static_cast<float>(share / greatest)), room.h};
    if (row.index)
      canvas.fill(bar, row.taken ? storeyInfo(Storey::Model).color : canvas.theme().deviceBox, 2);
    else
      drawHatch(canvas, bar, canvas.theme().textDim, 5);
    if (row.taken && columns.tag > 0)
      drawTag(canvas, {room.right() + 4, line.y, columns.tag, line.h}, text(Msg::TokensTaken), 9);
  }
  drawLine(canvas, {line.right() - columns.share, line.y, columns.share, line.h}, formatShare(share),
           {12, Face::Mono, style.color}, Align::Right);
}

}  // namespace

void drawNextTokens(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen) {
  if (!layout.next.shown()) return;
  const StoryToken& token = *state.session.tokens->tokens[chosen];
  const std::vector<NextRow> rows = nextRows(layout.next, *state.session.tokens, chosen);
  drawPanelTitle(canvas, layout.next, fillText(Msg::TokensNext, {tokenQuote(token.text)}),
                 rows.empty() ? std::nullopt : std::optional(Provenance::Modelled));
  if (rows.empty()) return drawPanelNote(canvas, layout.next, whyNoNext(state, chosen));
  if (layout.before.h > 0) drawLine(canvas, layout.before, beforeSampling(state), look::dim(canvas));
  const NextColumns columns = nextColumns(canvas, rows, token, layout.next.body.w);
  double shown = 0;
  for (const NextRow& row : rows)
    if (row.index) shown += token.next[*row.index].probability;
  for (const NextRow& row : rows) drawNextRow(canvas, row, token, columns, std::max(0.0, 1 - shown));
}

void drawNorms(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen) {
  const TokensPanel& panel = layout.norms;
  if (!panel.shown()) return;
  const StoryToken& token = *state.session.tokens->tokens[chosen];
  const std::vector<Rect> bars = normBars(panel, token);
  drawPanelTitle(canvas, panel, text(Msg::TokensNorms),
                 bars.empty() ? std::nullopt : std::optional(Provenance::Measured));
  if (bars.empty()) return drawPanelNote(canvas, panel, Msg::TokensNoNorms);
  canvas.fill({panel.body.x, bars.front().bottom(), panel.body.w, 1}, canvas.theme().grid);
  const float pitch = panel.body.w / static_cast<float>(bars.size());
  const TextStyle style{10, Face::Mono, canvas.theme().textSoft};
  for (std::size_t i = 0; i < bars.size(); ++i) {
    canvas.fill(bars[i], canvas.theme().accent, 1);
    if (panel.body.h < 70) continue;
    const std::string value = formatNumber(static_cast<double>(token.norms[i]));
    if (canvas.measure(value, style) < pitch - 2)
      drawLine(canvas, {bars[i].x - 1, bars[i].y - 14, pitch, 14}, value, style);
    const std::string name = i == 0 ? std::string(text(Msg::TokensEmbedding)) : std::to_string(i - 1);
    if (canvas.measure(name, style) < pitch - 2)
      drawLine(canvas, {bars[i].x, bars[i].bottom() + 1, pitch, 13}, name, look::dim(canvas));
  }
}

/// Bytes of the cache at a time. Each agent of a session counts on a track of its own; the newest of them tells.
std::optional<double> cacheBytes(const TraceSnapshot& snapshot, HostTime time) {
  const TraceEvent* newest = nullptr;
  const auto tracks = snapshot.tracks();
  for (std::uint32_t track = 0; track < tracks.size(); ++track) {
    if (tracks[track].kind != TrackKind::Counter || tracks[track].name != "KV cache in use") continue;
    if (snapshot.rowCount(track) == 0 || tracks[track].goneAt(time)) continue;
    const RowView& row = snapshot.row(track, 0);
    const auto at = counterAt(row, time);
    if (at && (!newest || row[*at].begin > newest->begin)) newest = &row[*at];
  }
  return newest ? std::optional(newest->value()) : std::nullopt;
}

std::string cacheFillText(const ViewState& state, std::size_t chosen) {
  const TokenStory& story = *state.session.tokens;
  const auto held = static_cast<std::uint64_t>(story.tokens[chosen]->position) + 1;
  std::string words =
      story.context > 0
          ? fillText(Msg::TokensCacheFill, {formatCount(held), formatCount(static_cast<std::uint64_t>(story.context))})
          : fillText(Msg::TokensCacheTokens, {formatCount(held)});
  const auto call =
      state.session.snapshot ? state.session.snapshot->call(story.callOf(*story.tokens[chosen])) : std::nullopt;
  if (!call || story.tokens[chosen]->prompt) return words;
  const auto bytes = cacheBytes(*state.session.snapshot, state.session.snapshot->event(call->top).end());
  return bytes ? words + " · " + formatBytes(*bytes) : words;
}

void drawCacheFill(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen) {
  const TokensPanel& panel = layout.cache;
  if (!panel.shown()) return;
  const TokenStory& story = *state.session.tokens;
  drawPanelTitle(canvas, panel, text(Msg::TokensCache), Provenance::Counted);
  float y = panel.body.y + 2;
  if (story.context > 0) {
    const Rect bar{panel.body.x, y, panel.body.w, 9};
    const auto held = static_cast<float>(story.tokens[chosen]->position + 1);
    canvas.fill(bar, canvas.theme().meter, 4.5f);
    canvas.fill({bar.x, bar.y, std::max(1.f, bar.w * std::min(1.f, held / static_cast<float>(story.context))), bar.h},
                canvas.theme().deviceBox, 4.5f);
    y += 12;
  }
  if (y + 15 <= panel.body.bottom() + 1)
    drawLine(canvas, {panel.body.x, y, panel.body.w, 16}, cacheFillText(state, chosen), look::small(canvas));
}

}  // namespace strata::inline views
