#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline modelfile {

/// Text to token ids and back. Immutable; safe to use from any thread.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// Ids of `text`, any bytes. `begin`: put the begin token in front, where this model was trained with one
  /// (`expectsBegin`). Control tokens spelled out in the text are text.
  virtual std::vector<int> encode(std::string_view text, bool begin) const = 0;
  /// The bytes that `token` stands for after `previous` (-1: nothing before it): the space that encode puts in front of
  /// a text is taken away again, control tokens are empty. One token may be a part of a UTF-8 character.
  virtual std::string decode(int token, int previous) const = 0;
  /// The entry of the vocabulary as a person reads it: always UTF-8, never empty; bytes as <0x0A>.
  virtual std::string text(int token) const = 0;

  virtual std::size_t size() const = 0;
  virtual std::optional<int> begin() const = 0;
  virtual std::optional<int> end() const = 0;
  virtual bool expectsBegin() const = 0;
};

}  // namespace strata::inline modelfile
