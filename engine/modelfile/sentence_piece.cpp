#include "engine/modelfile/sentence_piece.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "engine/modelfile/text_pieces.h"

namespace strata::inline modelfile {
namespace {

/// The byte of "<0x0A>".
std::optional<unsigned char> byteOf(std::string_view text) {
  if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return std::nullopt;
  unsigned char byte = 0;
  const auto [end, error] = std::from_chars(text.data() + 3, text.data() + 5, byte, 16);
  return error == std::errc{} && end == text.data() + 5 ? std::optional(byte) : std::nullopt;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  if (what == with || what.empty()) return std::string(text);
  std::string result;
  for (std::size_t found = text.find(what); found != std::string_view::npos; found = text.find(what)) {
    result.append(text.substr(0, found)).append(with);
    text.remove_prefix(found + what.size());
  }
  return result.append(text);
}

class SentencePieceTokenizer : public Tokenizer {
 public:
  explicit SentencePieceTokenizer(SentencePieceVocabulary vocabulary) : m_vocabulary(std::move(vocabulary)) {
    m_byteIds.fill(-1);
    for (std::size_t i = 0; i < m_vocabulary.pieces.size(); ++i) enter(m_vocabulary.pieces[i], static_cast<int>(i));
    m_rule = [this](const Symbol& left, const Symbol& right) {
      return m_vocabulary.merges ? m_vocabulary.merges->find(left, right) : byScore(left, right);
    };
  }

  bool knowsEveryByte() const { return std::find(m_byteIds.begin(), m_byteIds.end(), -1) == m_byteIds.end(); }

  std::vector<int> encode(std::string_view text, bool begin) const override {
    std::vector<int> ids;
    if (begin && m_vocabulary.expectsBegin && m_vocabulary.begin) ids.push_back(*m_vocabulary.begin);
    for (const Fragment& fragment : m_added.split(text)) {
      if (fragment.token >= 0)
        ids.push_back(fragment.token);
      else
        encodePlain(fragment.text, ids);
    }
    return ids;
  }

  std::string decode(int token, int previous) const override {
    const Piece* piece = pieceOf(token);
    if (!piece || piece->kind == PieceKind::Control) return {};
    if (piece->kind == PieceKind::Byte) return std::string(1, static_cast<char>(*byteOf(piece->text)));
    std::string text = replaced(piece->text, m_vocabulary.spaceMark, " ");
    const bool first = previous < 0 || previous == m_vocabulary.begin;
    if (first && m_vocabulary.prefixSpace && text.starts_with(' ')) text.erase(0, 1);
    return text;
  }

  std::string text(int token) const override {
    const Piece* piece = pieceOf(token);
    if (!piece) return fmt::format("<{}>", token);
    std::string_view shown = piece->text;
    if (piece->kind == PieceKind::Control)  // llama2.c has line ends around <s>
      while (shown.size() > 1 && (shown.front() == '\n' || shown.back() == '\n'))
        shown = shown.front() == '\n' ? shown.substr(1) : shown.substr(0, shown.size() - 1);
    return readable(replaced(shown, m_vocabulary.spaceMark, " "));
  }

  std::size_t size() const override { return m_vocabulary.pieces.size(); }
  std::optional<int> begin() const override { return m_vocabulary.begin; }
  std::optional<int> end() const override { return m_vocabulary.end; }
  bool expectsBegin() const override { return m_vocabulary.expectsBegin && m_vocabulary.begin; }

 private:
  void enter(const Piece& piece, int id) {
    if (piece.kind == PieceKind::UserDefined) m_added.add(replaced(piece.text, m_vocabulary.spaceMark, " "), id);
    if (piece.kind == PieceKind::Byte) {
      if (const auto byte = byteOf(piece.text)) m_byteIds[*byte] = id;
    } else if (piece.kind != PieceKind::Control) {
      m_ids.try_emplace(piece.text, id);
    }
  }

  const Piece* pieceOf(int token) const {
    const bool known = token >= 0 && static_cast<std::size_t>(token) < m_vocabulary.pieces.size();
    return known ? &m_vocabulary.pieces[static_cast<std::size_t>(token)] : nullptr;
  }

  int idOf(std::string_view text) const {
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? -1 : found->second;
  }

  std::optional<Merge> byScore(const Symbol& left, const Symbol& right) const {
    const int id = idOf({left.text.data(), left.text.size() + right.text.size()});
    if (id < 0) return std::nullopt;
    return Merge{-static_cast<double>(m_vocabulary.pieces[static_cast<std::size_t>(id)].score), id};
  }

  void encodePlain(std::string_view text, std::vector<int>& ids) const {
    std::string marked = replaced(text, " ", m_vocabulary.spaceMark);
    const bool begun = m_vocabulary.ownSpaceIsPrefix && marked.starts_with(m_vocabulary.spaceMark);
    if (m_vocabulary.prefixSpace && !begun) marked.insert(0, m_vocabulary.spaceMark);
    std::vector<Symbol> symbols;
    for (std::string_view left = marked; !left.empty(); left.remove_prefix(symbols.back().text.size())) {
      const std::string_view character = left.substr(0, characterLength(left));
      symbols.push_back({character, idOf(character)});
    }
    for (const Symbol& symbol : mergeSymbols(symbols, m_rule)) {
      if (symbol.id >= 0)
        ids.push_back(symbol.id);
      else
        spell(symbol.text, ids);
    }
  }

  void spell(std::string_view character, std::vector<int>& ids) const {
    bool spelled = true;
    for (const char byte : character) spelled = spelled && m_byteIds[static_cast<unsigned char>(byte)] >= 0;
    if (!spelled) return ids.push_back(*m_vocabulary.unknown);
    for (const char byte : character) ids.push_back(m_byteIds[static_cast<unsigned char>(byte)]);
  }

  SentencePieceVocabulary m_vocabulary;
  std::unordered_map<std::string_view, int> m_ids;  // views of m_vocabulary's texts
  std::array<int, 256> m_byteIds{};
  AddedTokens m_added;
  MergeRule m_rule;
};

}  // namespace

bool isByteName(std::string_view text) {
  return byteOf(text).has_value();
}

Result<std::shared_ptr<const Tokenizer>> makeSentencePieceTokenizer(const std::string& file,
                                                                    SentencePieceVocabulary vocabulary) {
  const auto refused = [&](std::string what) { return Error{ErrorCode::Usage, fmt::format("{}: {}", file, what)}; };
  const auto size = static_cast<std::int64_t>(vocabulary.pieces.size());
  for (const auto& id : {vocabulary.unknown, vocabulary.begin, vocabulary.end})
    if (id && (*id < 0 || *id >= size))
      return refused(fmt::format("token {} is named as begin, end or unknown, but there are {}", *id, size));
  for (std::size_t id = 0; id < vocabulary.pieces.size(); ++id)
    if (vocabulary.pieces[id].kind == PieceKind::Byte && !byteOf(vocabulary.pieces[id].text))
      return refused(
          fmt::format("token {} should be a byte such as <0x0A>, and is {}", id, readable(vocabulary.pieces[id].text)));
  const bool hasUnknown = vocabulary.unknown.has_value();
  auto tokenizer = std::make_shared<SentencePieceTokenizer>(std::move(vocabulary));
  if (!hasUnknown && !tokenizer->knowsEveryByte())
    return refused("the vocabulary has neither a token for every byte nor one for unknown characters");
  return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

}  // namespace strata::inline modelfile
