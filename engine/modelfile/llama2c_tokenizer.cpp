#include "engine/modelfile/llama2c_tokenizer.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/sentence_piece.h"

namespace strata::inline modelfile {
namespace {

constexpr int kFirstByte = 3;

PieceKind kindOf(std::size_t id) {
  if (id == 0) return PieceKind::Unknown;
  return id < kFirstByte ? PieceKind::Control : PieceKind::Normal;
}

Result<Piece> readPiece(ByteCursor& cursor, std::size_t id, std::uint32_t longest) {
  STRATA_ASSIGN(const auto score, cursor.read<float>(fmt::format("score of token {}", id)));
  if (!std::isfinite(score)) return cursor.damaged(fmt::format("score of token {}", id), 4, "is not a number");
  STRATA_ASSIGN(const auto length, cursor.read<std::int32_t>(fmt::format("length of token {}", id)));
  if (length < 0 || static_cast<std::uint32_t>(length) > longest)
    return cursor.damaged(fmt::format("length of token {}", id), 4,
                          fmt::format("is {}, beyond the longest token's {}", length, longest));
  STRATA_ASSIGN(const auto text, cursor.takeText(static_cast<std::uint64_t>(length), fmt::format("token {}", id)));
  return Piece{std::string(text), score, kindOf(id)};
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> readLlama2cTokenizer(const MappedFile& file) {
  ByteCursor cursor(file.name(), file.bytes());
  STRATA_ASSIGN(const auto longest, cursor.read<std::uint32_t>("longest token"));
  SentencePieceVocabulary vocabulary{.spaceMark = " ", .unknown = 0, .begin = 1, .end = 2};
  while (cursor.left() > 0) {
    STRATA_ASSIGN(Piece piece, readPiece(cursor, vocabulary.pieces.size(), longest));
    vocabulary.pieces.push_back(std::move(piece));
  }
  if (vocabulary.pieces.size() < kFirstByte)
    return cursor.damaged("end", 0, "comes before the tokens for unknown, begin and end");
  if (vocabulary.pieces.size() >= kFirstByte + 256)
    for (int byte = 0; byte < 256; ++byte)
      vocabulary.pieces[static_cast<std::size_t>(kFirstByte + byte)].kind = PieceKind::Byte;
  return makeSentencePieceTokenizer(file.name(), std::move(vocabulary));
}

}  // namespace strata::inline modelfile
