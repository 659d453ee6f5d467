#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// A token as it stands in the text; or, without an index, a word: whose tokens follow, or why the text ended.
struct TokenChip {
  Rect rect;
  std::optional<std::size_t> index;  ///< in the story
  std::string label;
};

/// A panel: its title line and what is below.
struct TokensPanel {
  Rect title, body;
  bool shown() const { return body.w > 0 && body.h > 0; }
};

/// Where everything in the tokens' view stands; drawn and hit by the same numbers. What has no room has no size.
struct TokensLayout {
  static constexpr float kLine = 17;

  Rect header;
  TokensPanel text, next, attention, norms, cache;
  Rect before;                   ///< the line above what may come next that says what sampling did to it afterwards
  std::vector<TokenChip> chips;  ///< the lines that are seen
  Rect earlier, later;           ///< what leads to the lines that are not
  std::size_t hiddenBefore = 0, hiddenAfter = 0;
};

/// The token that everything else in the view is about: the chosen one, the one the selected call read, or the newest
/// of which there is something to show.
std::size_t chosenToken(const ViewState& state);

/// For a story with tokens.
TokensLayout layoutTokens(const Canvas& canvas, Rect area, const ViewState& state);

/// The tokens that the attention map shows, first … end − 1; bounded, so that a long text costs no more than a short.
struct TokenWindow {
  std::size_t first = 0, end = 0;
  std::size_t size() const { return end - first; }
};
TokenWindow attentionWindow(const TokenStory& story, std::size_t chosen);
/// The square of the map inside the panel; no size where it would be too small to read.
Rect attentionMap(const TokensPanel& panel);

/// The layer and head whose attention is shown: the chosen one, else the one that the run watched.
AttentionHead shownHead(const ViewState& state);
/// An arrow in the attention panel's title: to another layer, or to another head of the same.
struct HeadStep {
  Rect rect;
  bool layer = false;
  int by = 0;
};
/// Those of the layer, then those of the head; none where the model's shape is not told or there is no room.
std::vector<HeadStep> headSteps(const TokensPanel& panel, const TokenStory& story);
/// The head that a step leads to; none beyond the model's last.
std::optional<AttentionHead> stepped(const TokenStory& story, AttentionHead head, const HeadStep& step);

/// The rows of the next-token panel: an index into `next` of the chosen token, or all others together.
struct NextRow {
  Rect rect;
  std::optional<std::size_t> index;
  bool taken = false;
};
std::vector<NextRow> nextRows(const TokensPanel& panel, const TokenStory& story, std::size_t chosen);
/// Whether what may come next is numbers at all: a model whose logits are not finite gives none.
bool hasChances(const StoryToken& token);
/// "before temperature 1.5, top k 3": what the run chose by that the probabilities shown are without; empty: nothing.
std::string beforeSampling(const ViewState& state);
/// The token written behind this one; nullptr: there is none yet.
const StoryToken* tokenAfter(const TokenStory& story, std::size_t index);

/// A bar for each length of the residual stream.
std::vector<Rect> normBars(const TokensPanel& panel, const StoryToken& token);

/// What a token is called wherever it is shown, by its entry of the vocabulary: a space as a dot, a line end as an
/// arrow, a byte as its code, so that it is not taken for the letter.
std::string tokenWord(std::string_view text);
/// The same in a sentence: in quotation marks.
std::string tokenQuote(std::string_view text);

/// What is under a point of the tokens view; a click on a token chooses it and selects the call that read it.
std::optional<Hit> hitTokens(const Canvas& canvas, Rect area, const ViewState& state, Point at);
/// On the attention panel: the next head, then the next layer's first.
std::optional<ViewChoices> steppedTokens(const Canvas& canvas, Rect area, const ViewState& state, Point at, int steps);

}  // namespace strata::inline views
