#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/trace/session_message.h"

namespace strata::inline protocol {

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
  int layer = 0, head = 0;       ///< whose attention it is
};

/// One text of a language model, from the first token of its prompt on. Copies share the tokens.
struct TokenStory {
  std::vector<std::shared_ptr<const StoryToken>> tokens;  ///< positions rise
  std::int64_t layers = 0, heads = 0;                     ///< of the model; 0: not told
  std::int64_t context = 0;                               ///< tokens its cache has room for; 0: not told
  std::uint32_t callsBefore = 0;                          ///< calls that the session numbers before its agent's first

  /// As the session numbers calls.
  CallId callOf(const StoryToken& token) const;
  /// Index in `tokens`.
  std::optional<std::size_t> find(std::int64_t position) const;
};

/// Adds what a Token message tells. A position that is not behind the last one begins another text. Entries that cannot
/// be understood are left out.
void addTokens(TokenStory& story, const SessionMessage& message);

}  // namespace strata::inline protocol
