#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/bpe_merge.h"
#include "engine/modelfile/tokenizer.h"

namespace strata::inline modelfile {

/// "▁", which SentencePiece writes for a space.
constexpr std::string_view kSpaceMark = "\u2581";

enum class PieceKind {
  Normal,
  Unknown,
  Control,      ///< never found in a text
  UserDefined,  ///< found in a text before anything else
  Byte,         ///< written <0x0A>, for characters the vocabulary lacks
};

struct Piece {
  std::string text;
  float score = 0;  ///< the higher, the earlier two neighbours become this piece
  PieceKind kind = PieceKind::Normal;
};

/// True for "<0x0A>".
bool isByteName(std::string_view text);

/// What a SentencePiece-style tokenizer knows; the id of a piece is its place.
struct SentencePieceVocabulary {
  std::vector<Piece> pieces = {};
  std::optional<MergeTable> merges = {};  ///< instead of scores: the pairs that may become one
  std::string spaceMark = {};             ///< how a piece writes a space
  bool prefixSpace = true;                ///< a text gets a space in front
  bool ownSpaceIsPrefix = false;          ///< but not before a space that it begins with
  bool expectsBegin = true;
  std::optional<int> unknown = std::nullopt, begin = std::nullopt, end = std::nullopt;
};

/// Characters of the text, those the vocabulary lacks as bytes or as unknown, merged by score. Refuses a vocabulary
/// that has neither all the bytes nor an unknown piece, and ids beyond it.
Result<std::shared_ptr<const Tokenizer>> makeSentencePieceTokenizer(const std::string& file,
                                                                    SentencePieceVocabulary vocabulary);

}  // namespace strata::inline modelfile
