#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/bpe_merge.h"
#include "engine/modelfile/sentence_piece.h"
#include "engine/modelfile/tokenizer.h"
#include "engine/modelfile/word_split.h"

namespace strata::inline modelfile {

/// What a byte-level BPE tokenizer (GPT-2's kind) knows; the id of a piece is its place. Normal pieces are written in
/// byte letters, control and user-defined ones as they are.
struct ByteLevelVocabulary {
  std::vector<Piece> pieces = {};
  MergeTable merges = {};
  WordRule words = WordRule::Gpt2;
  bool wholeWords = false;   ///< a word that is a piece is that token, whatever the merges (ignore_merges)
  bool prefixSpace = false;  ///< a text that does not begin with a space gets one
  bool expectsBegin = false;
  std::optional<int> begin = std::nullopt, end = std::nullopt;
};

/// Words of the text, as bytes, merged in the order of the list. Refuses a vocabulary without a piece for each byte,
/// pieces in other letters, and ids beyond it.
Result<std::shared_ptr<const Tokenizer>> makeByteLevelTokenizer(const std::string& file,
                                                                ByteLevelVocabulary vocabulary);

/// The pairs of a merge list, in pieces' own spelling, looked up in a vocabulary of such pieces.
class MergeReader {
 public:
  explicit MergeReader(const std::vector<Piece>& pieces);
  int idOf(std::string_view piece) const;  ///< -1 if there is none
  /// Adds the pair; false if it, or what it becomes, is not in the vocabulary.
  bool add(std::string_view left, std::string_view right);
  /// Adds "left right".
  bool add(std::string_view pair);
  MergeTable take() { return std::move(m_merges); }

 private:
  std::unordered_map<std::string_view, int> m_ids;
  MergeTable m_merges;
};

}  // namespace strata::inline modelfile
