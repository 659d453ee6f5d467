#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/trace/session_message.h"

namespace strata::inline protocol {

/// A head of a layer of a language model, both from 0.
struct AttentionHead {
  int layer = 0, head = 0;
  friend auto operator<=>(const AttentionHead&, const AttentionHead&) = default;
};

/// What `fetch` brings a head's attention by: "layers.2.attention.head.3".
std::string attentionName(AttentionHead head);
std::optional<AttentionHead> attentionNamed(std::string_view name);

/// A Token message of one head: how much tokens that follow each other, from position `first` on, looked at each one up
/// to themselves; a row is as long as its position and one.
SessionMessage attentionMessage(AttentionHead head, std::int64_t first, const std::vector<std::vector<float>>& rows);

/// One token that a language model read or wrote, as an entry of a Token message tells it.
struct StoryToken {
  struct Next {
    int id = 0;
    std::string text;
    double probability = 0;
  };
  std::int64_t position = 0;
  int id = 0;
  std::string text;   ///< its entry of the vocabulary
  std::string piece;  ///< what it adds to the text; may be empty
  bool prompt = false;
  Duration time;                 ///< that reading it took; 0 where it was not measured alone
  CallId call = CallId::None;    ///< that read it, as its agent numbers calls
  std::vector<Next> next;        ///< the likeliest tokens after it, best first; empty: not watched
  std::vector<float> norms;      ///< lengths of the residual stream: after the embedding, after each layer
  std::vector<float> attention;  ///< of the watched head to each position up to its own; empty: not watched
  AttentionHead watched;         ///< whose attention it is
};

/// One text of a language model, from the first token of its prompt on. Copies share the tokens.
struct TokenStory {
  std::vector<std::shared_ptr<const StoryToken>> tokens;  ///< positions rise
  std::int64_t layers = 0, heads = 0;                     ///< of the model; 0: not told
  std::int64_t context = 0;                               ///< tokens its cache has room for; 0: not told
  std::uint32_t callsBefore = 0;                          ///< calls that the session numbers before its agent's first

  /// Of heads that were looked at after the run, by position.
  std::map<AttentionHead, std::shared_ptr<const std::map<std::int64_t, std::vector<float>>>> looks;

  /// How much a token looked at each one up to itself; empty: not known of this head.
  const std::vector<float>& attention(const StoryToken& token, AttentionHead head) const;
  bool knows(AttentionHead head) const;  ///< of any token
  /// As the session numbers calls.
  CallId callOf(const StoryToken& token) const;
  /// Index in `tokens`.
  std::optional<std::size_t> find(std::int64_t position) const;
};

/// Adds what a Token message tells. A position that is not behind the last one begins another text. Entries that cannot
/// be understood are left out.
void addTokens(TokenStory& story, const SessionMessage& message);

}  // namespace strata::inline protocol
