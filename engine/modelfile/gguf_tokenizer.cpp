#include "engine/modelfile/gguf_tokenizer.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/modelfile/byte_level_bpe.h"
#include "engine/modelfile/sentence_piece.h"

namespace strata::inline modelfile {
namespace {

constexpr const char* kTokens = "tokenizer.ggml.tokens";
constexpr const char* kScores = "tokenizer.ggml.scores";
constexpr const char* kTypes = "tokenizer.ggml.token_type";
constexpr const char* kMerges = "tokenizer.ggml.merges";
constexpr std::int64_t kNoToken = 0xffffffff;

Result<PieceKind> kindOf(const GgufFile& gguf, std::int64_t number) {
  switch (number) {
    case 1: return PieceKind::Normal;
    case 2: return PieceKind::Unknown;
    case 3: return PieceKind::Control;
    case 4: return PieceKind::UserDefined;
    case 5: return PieceKind::Control;  // unused
    case 6: return PieceKind::Byte;
    default: return gguf.damaged(kTypes, fmt::format("has the unknown type {}", number));
  }
}

Result<void> readScores(const GgufFile& gguf, std::vector<Piece>& pieces) {
  STRATA_ASSIGN(const auto scores, gguf.numbers(kScores));
  if (scores.size() != pieces.size())
    return gguf.damaged(kScores, fmt::format("has {} values for {} tokens", scores.size(), pieces.size()));
  for (std::size_t id = 0; id < scores.size(); ++id) {
    if (!std::isfinite(scores[id])) return gguf.damaged(kScores, fmt::format("has no number for token {}", id));
    pieces[id].score = scores[id];
  }
  return {};
}

Result<std::vector<Piece>> readPieces(const GgufFile& gguf) {
  STRATA_ASSIGN(const auto texts, gguf.texts(kTokens));
  std::vector<Piece> pieces;
  for (const std::string_view text : texts) pieces.push_back({std::string(text)});
  if (!gguf.has(kTypes)) return pieces;
  STRATA_ASSIGN(const auto types, gguf.integers(kTypes));
  if (types.size() != pieces.size())
    return gguf.damaged(kTypes, fmt::format("has {} values for {} tokens", types.size(), pieces.size()));
  for (std::size_t id = 0; id < types.size(); ++id) {
    STRATA_ASSIGN(pieces[id].kind, kindOf(gguf, types[id]));
  }
  return pieces;
}

/// An id that may be absent: no key, or all ones.
Result<std::optional<int>> readId(const GgufFile& gguf, std::string_view name, std::optional<int> fallback) {
  const std::string key = fmt::format("tokenizer.ggml.{}_token_id", name);
  if (!gguf.has(key)) return fallback;
  STRATA_ASSIGN(const auto id, gguf.integer(key));
  if (id == kNoToken || id == -1) return std::optional<int>{};
  if (id < 0 || id > kNoToken / 2) return gguf.damaged(key, fmt::format("is {}", id));
  return std::optional(static_cast<int>(id));
}

Result<std::shared_ptr<const Tokenizer>> makeSentencePiece(const GgufFile& gguf) {
  SentencePieceVocabulary vocabulary{.spaceMark = std::string(kSpaceMark)};
  STRATA_ASSIGN(vocabulary.pieces, readPieces(gguf));
  STRATA_TRY(readScores(gguf, vocabulary.pieces));
  STRATA_ASSIGN(vocabulary.unknown, readId(gguf, "unknown", 0));
  STRATA_ASSIGN(vocabulary.begin, readId(gguf, "bos", 1));
  STRATA_ASSIGN(vocabulary.end, readId(gguf, "eos", 2));
  STRATA_ASSIGN(vocabulary.expectsBegin, gguf.flagOr("tokenizer.ggml.add_bos_token", true));
  STRATA_ASSIGN(vocabulary.prefixSpace, gguf.flagOr("tokenizer.ggml.add_space_prefix", true));
  return makeSentencePieceTokenizer(gguf.file->name(), std::move(vocabulary));
}

std::optional<WordRule> wordRuleOfPre(std::string_view pre) {
  if (pre == "gpt-2") return WordRule::Gpt2;
  if (pre == "smollm") return WordRule::Gpt2DigitsAlone;
  if (pre == "llama-bpe" || pre == "llama3" || pre == "llama-v3") return WordRule::Llama3;
  return std::nullopt;
}

Result<std::shared_ptr<const Tokenizer>> makeByteLevel(const GgufFile& gguf) {
  STRATA_ASSIGN(const auto architecture, gguf.textOr("general.architecture", ""));
  STRATA_ASSIGN(const auto cut, gguf.textOr("tokenizer.ggml.pre", architecture == "gpt2" ? "gpt-2" : "none"));
  const std::optional<WordRule> words = wordRuleOfPre(cut);
  if (!words)
    return gguf.unsupported("tokenizer.ggml.pre",
                            fmt::format("is {}; only gpt-2, smollm and llama-bpe are supported", cut));
  const bool llama3 = *words == WordRule::Llama3;  // by which llama.cpp decides both
  ByteLevelVocabulary vocabulary{.words = *words, .wholeWords = llama3};
  STRATA_ASSIGN(vocabulary.pieces, readPieces(gguf));
  for (Piece& piece : vocabulary.pieces)
    if (piece.kind == PieceKind::Unknown || piece.kind == PieceKind::Byte) piece.kind = PieceKind::Control;
  MergeReader merges(vocabulary.pieces);
  STRATA_ASSIGN(const auto pairs, gguf.texts(kMerges));
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (!merges.add(pairs[i])) return gguf.damaged(kMerges, fmt::format("has as number {} a pair of no tokens", i));
  vocabulary.merges = merges.take();
  STRATA_ASSIGN(vocabulary.begin, readId(gguf, "bos", std::nullopt));
  STRATA_ASSIGN(vocabulary.end, readId(gguf, "eos", std::nullopt));
  STRATA_ASSIGN(vocabulary.expectsBegin, gguf.flagOr("tokenizer.ggml.add_bos_token", llama3));
  STRATA_ASSIGN(vocabulary.prefixSpace, gguf.flagOr("tokenizer.ggml.add_space_prefix", false));
  return makeByteLevelTokenizer(gguf.file->name(), std::move(vocabulary));
}

}  // namespace

Result<std::vector<int>> readGgufEnds(const GgufFile& gguf) {
  std::vector<int> ends;
  for (const char* name : {"eos", "eot", "eom"}) {
    STRATA_ASSIGN(const auto id, readId(gguf, name, std::nullopt));
    if (id) ends.push_back(*id);
  }
  return ends;
}

Result<std::shared_ptr<const Tokenizer>> makeGgufTokenizer(const GgufFile& gguf) {
  if (!gguf.has("tokenizer.ggml.model"))
    return gguf.unsupported("tokenizer.ggml.model", "is missing: the file has no tokenizer");
  STRATA_ASSIGN(const auto model, gguf.textOr("tokenizer.ggml.model", ""));
  if (model == "llama") return makeSentencePiece(gguf);
  if (model == "gpt2") return makeByteLevel(gguf);
  return gguf.unsupported("tokenizer.ggml.model", fmt::format("is {}; only llama and gpt2 are supported", model));
}

}  // namespace strata::inline modelfile
