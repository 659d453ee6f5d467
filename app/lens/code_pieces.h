#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace strata::inline lens {

/// What a piece of C++ is. A header's name stands in its quotes or angle brackets; a string with its prefix and quotes.
enum class CodePieceKind : std::uint8_t { Word, Number, Quoted, HeaderName, Comment, Mark };

/// Refers to the text it was read from. Blanks and continued lines' backslashes are no pieces.
struct CodePiece {
  CodePieceKind kind = CodePieceKind::Mark;
  std::string_view text;
  std::size_t at = 0;        ///< where it begins in the whole text
  int line = 1;              ///< where it begins
  bool directive = false;    ///< in a line of the preprocessor
  std::size_t closedBy = 0;  ///< of CodePieces: of an opening bracket, where the closing one stands; 0: nowhere

  bool is(std::string_view word) const { return text == word && kind != CodePieceKind::Quoted; }
  bool operator==(const CodePiece&) const = default;
};

/// All pieces of a text, in order. Any bytes will do: what no rule of C++ knows is a mark of one byte, what does not
/// end ends with the text.
std::vector<CodePiece> codePieces(std::string_view text);

/// Digits of C++, with their suffix; none: a fraction, or too large.
std::optional<std::uint64_t> wholeNumber(const CodePiece& piece);

/// Whether the letter can stand within a name.
bool isNameLetter(char letter);

}  // namespace strata::inline lens
