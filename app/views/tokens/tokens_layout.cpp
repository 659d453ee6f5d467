#include "app/views/tokens/tokens_layout.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/paint.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline views {
namespace {

constexpr float kHeader = 18, kGap = 10, kTitle = 17;
constexpr float kChipHeight = 21, kPitch = 25, kChipPadding = 4, kWordGap = 5, kJoint = 1, kTagSize = 10;
constexpr std::size_t kMostChips = 600;                              ///< laid out around the chosen token
constexpr std::size_t kMostWindow = 256;                             ///< sides of the attention map
constexpr std::string_view kLineEnd = "↵", kLineEndByte = "<0x0A>";  ///< as it is shown, and as vocabularies call it
constexpr float kWide = 620;                                         ///< from here on panels stand beside each other

TokensPanel panelOf(Rect box) {
  if (box.w < 60 || box.h < kTitle + 12) return {};
  return {{box.x, box.y, box.w, kTitle}, {box.x, box.y + kTitle, box.w, box.h - kTitle}};
}

/// Chips in lines of a width, before it is known which lines are seen.
class ChipFlow {
 public:
  ChipFlow(const Canvas& canvas, float width) : m_canvas(canvas), m_width(width) {}

  void word(std::string_view words) {
    for (std::string& line :
         wrapText(m_canvas, words, {kTagSize, Face::Regular, {}}, m_width - tagWidth(m_canvas, {}))) {
      const float width = tagWidth(m_canvas, line, kTagSize);
      place(std::move(line), {}, width, kWordGap * 2);
    }
  }
  void token(const StoryToken& token, std::size_t index) {
    std::string label = tokenWord(token.text);
    const bool begins = token.text.starts_with(' '), endsLine = label.find(kLineEnd) != std::string::npos;
    const float width = m_canvas.measure(label, {13, Face::Regular, {}}) + 2 * kChipPadding;
    place(std::move(label), index, width, begins || m_chips.empty() || !m_chips.back().index ? kWordGap : kJoint);
    if (endsLine) m_x = m_width;
  }

  std::vector<TokenChip>& chips() { return m_chips; }
  int lines() const { return m_line + 1; }

 private:
  void place(std::string label, std::optional<std::size_t> index, float width, float gap) {
    width = std::min(std::max(width, 2 * kChipPadding + 3), m_width);
    if (m_x > 0) m_x += gap;
    if (m_x > 0 && m_x + width > m_width) {
      m_x = 0;
      ++m_line;
    }
    m_chips.push_back({{m_x, static_cast<float>(m_line) * kPitch, width, kChipHeight}, index, std::move(label)});
    m_x += width;
  }

  const Canvas& m_canvas;
  float m_width;
  float m_x = 0;
  int m_line = 0;
  std::vector<TokenChip> m_chips;
};

/// Why the text ended, as its run says it first of all; empty: it has not.
std::string endingOf(const ViewState& state) {
  for (const RunResult& result : state.session.results)
    if (field(*result.details, "ids")) return result.message.substr(0, result.message.find("; "));
  return {};
}

ChipFlow flowOf(const Canvas& canvas, const ViewState& state, std::size_t chosen, float width) {
  const TokenStory& story = *state.session.tokens;
  const std::size_t count = story.tokens.size();
  const std::size_t shown = std::min(count, kMostChips);
  const std::size_t first = std::min(chosen > kMostChips / 2 ? chosen - kMostChips / 2 : 0, count - shown);
  ChipFlow flow(canvas, width);
  for (std::size_t i = first; i < first + shown; ++i) {
    const bool begins = i == 0 || story.tokens[i - 1]->prompt != story.tokens[i]->prompt;
    if (begins) flow.word(text(story.tokens[i]->prompt ? Msg::TokensPrompt : Msg::TokensWritten));
    flow.token(*story.tokens[i], i);
  }
  const std::string ending = endingOf(state);
  if (!ending.empty() && first + shown == count) flow.word(fillText(Msg::TokensEnded, {ending}));
  return flow;
}

int lineOf(const TokenChip& chip) {
  return static_cast<int>(std::lround(chip.rect.y / kPitch));
}

/// Keeps the lines around the chosen token and moves them to where they are seen.
void showLines(TokensLayout& layout, ChipFlow& flow, const TokenStory& story, std::size_t chosen) {
  const Rect room = layout.text.body;
  const int fits = std::max(1, static_cast<int>((room.h + kPitch - kChipHeight) / kPitch)), all = flow.lines();
  int chosenLine = all - 1;
  for (const TokenChip& chip : flow.chips())
    if (chip.index == chosen) chosenLine = lineOf(chip);
  const int first = std::clamp(chosenLine - fits / 2, 0, std::max(0, all - fits));
  for (TokenChip& chip : flow.chips()) {
    const int line = lineOf(chip);
    if (line < first || line >= first + fits) continue;
    chip.rect.x += room.x;
    chip.rect.y += room.y - static_cast<float>(first) * kPitch;
    layout.chips.push_back(std::move(chip));
  }
  std::optional<std::size_t> begin, end;
  for (const TokenChip& chip : layout.chips) {
    if (!chip.index) continue;
    if (!begin) begin = chip.index;
    end = chip.index;
  }
  layout.hiddenBefore = begin.value_or(0);
  layout.hiddenAfter = end ? story.tokens.size() - 1 - *end : 0;
}

/// Panels below the text where they stand beside each other.
void splitWide(TokensLayout& layout, Rect room) {
  const float next = std::clamp(room.w * 0.29f, 180.f, 400.f), side = std::clamp(room.w * 0.25f, 160.f, 340.f);
  layout.next = panelOf({room.x, room.y, next, room.h});
  layout.attention = panelOf({room.x + next + 2 * kGap, room.y, room.w - next - side - 4 * kGap, room.h});
  const Rect right{room.right() - side, room.y, side, room.h};
  const float cache = 64;
  layout.norms = panelOf({right.x, right.y, right.w, std::min(220.f, right.h - cache - kGap)});
  const float used = layout.norms.shown() ? layout.norms.body.bottom() - right.y + kGap : 0;
  layout.cache = panelOf({right.x, right.y + used, right.w, std::min(cache, right.h - used)});
}

/// Panels below each other, as many as find room.
void splitNarrow(TokensLayout& layout, Rect room) {
  const float rest = room.h >= 320 ? room.h * 0.55f : room.h >= 150 ? 68 : 0;
  layout.next = panelOf({room.x, room.y, room.w, room.h - rest});
  if (rest <= 0) return;
  const Rect below{room.x, room.y + room.h - rest + kGap, room.w, rest - kGap};
  const bool map = rest >= 150;
  const float side = map ? (below.w >= 300 ? std::min(150.f, below.w * 0.4f) : 0) : below.w;
  if (map) layout.attention = panelOf({below.x, below.y, below.w - side - (side > 0 ? kGap : 0), below.h});
  const Rect right{below.right() - side, below.y, side, below.h};
  if (map) {
    layout.norms = panelOf({right.x, right.y, right.w, right.h - 60});
    layout.cache = panelOf({right.x, right.bottom() - 52, right.w, 52});
    return;
  }
  const float half = (right.w - kGap) / 2;
  layout.norms = panelOf({right.x, right.y, half, right.h});
  layout.cache = panelOf({right.x + half + kGap, right.y, half, right.h});
}

/// For what sampling did, where enough rows are left.
void takeLine(TokensLayout& layout) {
  constexpr float kLeastRows = 3;
  Rect& body = layout.next.body;
  if (body.h < (kLeastRows + 1) * TokensLayout::kLine) return;
  layout.before = {body.x, body.y, body.w, TokensLayout::kLine};
  body.y += TokensLayout::kLine, body.h -= TokensLayout::kLine;
}

}  // namespace

std::size_t chosenToken(const ViewState& state) {
  const TokenStory& story = *state.session.tokens;
  const auto chosen = state.sight.choices.token ? story.find(*state.sight.choices.token) : std::nullopt;
  const CallId call = state.sight.selection.call;
  const auto reads = [&](std::size_t i) { return call != CallId::None && story.callOf(*story.tokens[i]) == call; };
  if (chosen && (call == CallId::None || reads(*chosen))) return *chosen;
  for (std::size_t i = story.tokens.size(); i-- > 0;)
    if (reads(i)) return i;
  if (chosen) return *chosen;
  for (std::size_t i = story.tokens.size(); i-- > 0;)
    if (!story.tokens[i]->next.empty()) return i;
  return story.tokens.size() - 1;
}

TokensLayout layoutTokens(const Canvas& canvas, Rect outer, const ViewState& state) {
  const Rect area = viewMargins(outer);
  const TokenStory& story = *state.session.tokens;
  TokensLayout layout;
  if (area.w < 60 || area.h < 40) return layout;
  layout.header = {area.x, area.y, area.w, kHeader};
  const Rect room{area.x, area.y + kHeader + 4, area.w, area.h - kHeader - 4};
  const std::size_t chosen = chosenToken(state);
  ChipFlow flow = flowOf(canvas, state, chosen, area.w);
  const float wanted = static_cast<float>(flow.lines()) * kPitch + kTitle, share = room.h < 120 ? 1 : 0.37f;
  const float lines = std::max(1.f, std::floor((std::max(room.h * share, 70.f) - kTitle) / kPitch));
  layout.text = panelOf({room.x, room.y, room.w, std::min({wanted, lines * kPitch + kTitle, room.h})});
  if (!layout.text.shown()) return layout;
  showLines(layout, flow, story, chosen);
  const Rect title = layout.text.title;
  const float link = title.w >= 240 ? 80 : 0;
  const auto place = [&](std::size_t hidden, float right) {
    const float width = hidden > 0 ? link : 0;
    return Rect{right - width, title.y, width, title.h};
  };
  layout.later = place(layout.hiddenAfter, title.right());
  layout.earlier = place(layout.hiddenBefore, layout.later.x - (layout.later.w > 0 ? 4 : 0));
  const float top = layout.text.body.bottom() + kGap;
  const Rect below{room.x, top, room.w, std::max(0.f, room.bottom() - top)};
  below.w >= kWide ? splitWide(layout, below) : splitNarrow(layout, below);
  if (hasChances(*story.tokens[chosen]) && !beforeSampling(state).empty()) takeLine(layout);
  return layout;
}

TokenWindow attentionWindow(const TokenStory& story, std::size_t chosen) {
  const std::size_t count = std::min(story.tokens.size(), kMostWindow);
  const std::size_t last = std::max(chosen + 1, count);
  return {last - count, last};
}

Rect attentionMap(const TokensPanel& panel) {
  const float words = std::min(44.f, panel.body.w * 0.1f);  // of the last rows, right of the map
  const float side = std::min(panel.body.w - words, panel.body.h - TokensLayout::kLine);
  if (!panel.shown() || side < 40) return {};
  return {panel.body.x, panel.body.y, side, side};
}

AttentionHead shownHead(const ViewState& state) {
  if (state.sight.choices.head) return *state.sight.choices.head;
  for (const auto& token : state.session.tokens->tokens)
    if (!token->attention.empty()) return token->watched;
  return {};
}

std::vector<HeadStep> headSteps(const TokensPanel& panel, const TokenStory& story) {
  constexpr float kArrow = 16, kWords = 54, kName = 66, kBetween = 6;
  const float all = 4 * kArrow + 2 * kWords + kBetween;
  if (!panel.shown() || story.layers < 1 || story.heads < 1 || panel.title.w < all + kName) return {};
  std::vector<HeadStep> steps;
  float x = panel.title.right() - all;
  for (const bool layer : {true, false}) {
    steps.push_back({{x, panel.title.y, kArrow, 15}, layer, -1});
    steps.push_back({{x + kArrow + kWords, panel.title.y, kArrow, 15}, layer, 1});
    x += 2 * kArrow + kWords + kBetween;
  }
  return steps;
}

std::optional<AttentionHead> stepped(const TokenStory& story, AttentionHead head, const HeadStep& step) {
  (step.layer ? head.layer : head.head) += step.by;
  const bool there = head.layer >= 0 && head.layer < story.layers && head.head >= 0 && head.head < story.heads;
  return there ? std::optional(head) : std::nullopt;
}

const StoryToken* tokenAfter(const TokenStory& story, std::size_t index) {
  return index + 1 < story.tokens.size() ? story.tokens[index + 1].get() : nullptr;
}

std::vector<NextRow> nextRows(const TokensPanel& panel, const TokenStory& story, std::size_t chosen) {
  std::vector<NextRow> rows;
  const auto& next = story.tokens[chosen]->next;
  const auto fits = static_cast<std::size_t>(panel.body.h / TokensLayout::kLine);
  if (!panel.shown() || fits == 0 || !hasChances(*story.tokens[chosen])) return rows;
  const StoryToken* after = tokenAfter(story, chosen);
  const auto takenAt = after ? std::ranges::find(next, after->id, &StoryToken::Next::id) : next.end();
  const std::size_t taken = static_cast<std::size_t>(takenAt - next.begin());
  const std::size_t shown = std::min(next.size(), fits > 2 ? fits - 1 : fits);
  for (std::size_t i = 0; i < shown; ++i) {
    // The one that was taken stays in sight: last, where its rank would hide it.
    const bool last = i + 1 == shown && taken < next.size() && taken >= shown;
    const std::size_t index = last ? taken : i;
    rows.push_back({{}, index, index == taken});
  }
  if (fits > shown) rows.push_back({});
  const float height = std::min(panel.body.h / static_cast<float>(rows.size()), TokensLayout::kLine + 4);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].rect = {panel.body.x, panel.body.y + static_cast<float>(i) * height, panel.body.w, height};
  return rows;
}

std::vector<Rect> normBars(const TokensPanel& panel, const StoryToken& token) {
  std::vector<Rect> bars;
  if (!panel.shown() || token.norms.empty()) return bars;
  const float labels = panel.body.h >= 70 ? 14 : 0;
  const Rect room{panel.body.x, panel.body.y + labels, panel.body.w, panel.body.h - 2 * labels - 1};
  float greatest = 0;
  for (const float norm : token.norms)
    if (std::isfinite(norm)) greatest = std::max(greatest, norm);
  const float pitch = room.w / static_cast<float>(token.norms.size());
  for (std::size_t i = 0; i < token.norms.size(); ++i) {
    const float norm = std::isfinite(token.norms[i]) && greatest > 0 ? std::max(0.f, token.norms[i] / greatest) : 0;
    bars.push_back({room.x + static_cast<float>(i) * pitch, room.bottom() - room.h * norm,
                    std::max(0.5f, std::min(pitch * 0.8f, 40.f)), room.h * norm});
  }
  return bars;
}

std::string tokenWord(std::string_view text) {
  std::string word;
  while (!text.empty()) {
    const bool namesLineEnd = text.starts_with(kLineEndByte);
    const char c = text.front();
    if (namesLineEnd || c == '\n')
      word += kLineEnd;
    else if (c == ' ')
      word += "·";
    else if (static_cast<unsigned char>(c) >= 0x20)
      word += c;
    text.remove_prefix(namesLineEnd ? kLineEndByte.size() : 1);
  }
  return word.empty() ? "∅" : word;
}

std::string tokenQuote(std::string_view text) {
  return "“" + tokenWord(text) + "”";
}

}  // namespace strata::inline views
