#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/lens/code_pieces.h"

namespace strata::inline lens {

/// The pieces of a text without its comments: what is read of them stands by index.
using CodePieces = std::vector<CodePiece>;
CodePieces codeOf(std::string_view text);

/// First and last piece of an argument; of an empty one `last` is before `first`.
struct CodeArgument {
  std::size_t first = 0, last = 0;
};

/// A name with arguments in parentheses.
struct CodeCall {
  std::size_t name = 0, open = 0, close = 0;
  std::vector<CodeArgument> arguments;
};

/// The call whose name is piece `name`; none: no "(" follows, or it is not closed within some thousand pieces.
std::optional<CodeCall> callAt(const CodePieces& pieces, std::size_t name);

/// Whether the piece is there and is the word or mark.
bool isAt(const CodePieces& pieces, std::size_t index, std::string_view word);
/// The same of the piece before.
bool isBefore(const CodePieces& pieces, std::size_t index, std::string_view word);

/// `NAME = …` and `#define NAME …`: where the value begins; 0: it is neither.
std::size_t valueAt(const CodePieces& pieces, std::size_t name);
/// The whole number that is all of that value; none: it is none, or more.
std::optional<std::uint64_t> constantAt(const CodePieces& pieces, std::size_t name);

/// The text of an argument as it stands; empty for an empty one.
std::string_view argumentText(std::string_view text, const CodePieces& pieces, const CodeArgument& argument);

}  // namespace strata::inline lens
