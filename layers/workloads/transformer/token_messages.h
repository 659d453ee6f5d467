#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/modelfile/tokenizer.h"
#include "engine/protocol/token_story.h"
#include "engine/trace/session_message.h"

namespace strata::inline workloads {

/// What is shown of one token: an entry of a Token message.
struct TokenRecord {
  int position = 0, id = 0;
  bool prompt = false;
  struct Next {
    int id = 0;
    float probability = 0;
  };
  std::vector<Next> next;        ///< the likeliest tokens after it, best first; empty where they were not asked for
  std::vector<float> norms;      ///< lengths of the residual stream: after the embedding, after each layer
  std::vector<float> attention;  ///< how much the watched head looked at each token up to this one; sums to 1
  Duration time;                 ///< from being given to the model to its logits; 0 for tokens of a prompt
  CallId call = CallId::None;    ///< of the trace, that read it; none for the last one, which nobody read
};

/// What a token's figures are parts of; 0 where it is not known.
struct TokenModel {
  std::int64_t layers = 0, heads = 0;
  std::int64_t context = 0;  ///< tokens the cache has room for
};

inline constexpr std::size_t kShownNext = 20;  ///< of a watched token
/// The `count` likeliest tokens by softmax of the logits, best first.
std::vector<TokenRecord::Next> likeliest(std::span<const float> logits, std::size_t count);

/// A token as a person reads it: the tokenizer's entry, beyond the last one "<|id 511|>", without a tokenizer "511".
std::string tokenText(const Tokenizer* tokenizer, int id);

/// Gathers what is shown of tokens and sends it on a few times a second, so that a fast model is not slowed down by
/// being looked at. One thread.
class TokenMessages {
 public:
  using Post = std::function<void(SessionMessage)>;
  /// `tokenizer` may be nullptr.
  TokenMessages(Post post, const Tokenizer* tokenizer, AttentionHead watched, TokenModel model = {})
      : m_post(std::move(post)), m_tokenizer(tokenizer), m_watched(watched), m_model(model) {}

  void add(TokenRecord record);
  /// Whether it is time to send.
  bool due() const;
  /// Sends what waits.
  void send();

  /// All text so far: prompt and what was written; bytes, perhaps not whole UTF-8 characters.
  const std::string& text() const { return m_text; }

 private:
  Post m_post;
  const Tokenizer* m_tokenizer;
  AttentionHead m_watched;
  TokenModel m_model;
  int m_previous = -1;
  std::string m_text;
  std::vector<TokenRecord> m_waiting;
  std::vector<std::string> m_pieces;  ///< of those that wait
  HostTime m_sent;
};

}  // namespace strata::inline workloads
