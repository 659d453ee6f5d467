#include "engine/modelfile/byte_level_bpe.h"

#include <fmt/format.h>

#include <array>

#include "engine/modelfile/byte_letters.h"
#include "engine/modelfile/text_pieces.h"

namespace strata::inline modelfile {
namespace {

class ByteLevelTokenizer : public Tokenizer {
 public:
  /// `bytes`: what each piece stands for; `letters`: the id of each byte.
  ByteLevelTokenizer(ByteLevelVocabulary vocabulary, std::vector<std::string> bytes, std::array<int, 256> letters)
      : m_vocabulary(std::move(vocabulary)), m_bytes(std::move(bytes)), m_letters(letters) {
    for (std::size_t id = 0; id < m_bytes.size(); ++id)
      if (m_vocabulary.pieces[id].kind == PieceKind::UserDefined) m_added.add(m_bytes[id], static_cast<int>(id));
    for (std::size_t id = 0; m_vocabulary.wholeWords && id < m_bytes.size(); ++id)
      if (m_vocabulary.pieces[id].kind == PieceKind::Normal) m_words.try_emplace(m_bytes[id], static_cast<int>(id));
    m_rule = [this](const Symbol& left, const Symbol& right) { return m_vocabulary.merges.find(left, right); };
  }

  std::vector<int> encode(std::string_view text, bool begin) const override {
    std::vector<int> ids;
    if (begin && expectsBegin()) ids.push_back(*m_vocabulary.begin);
    for (const Fragment& fragment : m_added.split(text)) {
      if (fragment.token >= 0)
        ids.push_back(fragment.token);
      else if (m_vocabulary.prefixSpace && !fragment.text.starts_with(' '))
        encodePlain(" " + std::string(fragment.text), ids);
      else
        encodePlain(fragment.text, ids);
    }
    return ids;
  }

  std::string decode(int token, int previous) const override {
    if (!known(token) || kindOf(token) == PieceKind::Control) return {};
    const std::string& bytes = m_bytes[static_cast<std::size_t>(token)];
    const bool first = previous < 0 || (previous == m_vocabulary.begin && expectsBegin());
    return first && m_vocabulary.prefixSpace && bytes.starts_with(' ') ? bytes.substr(1) : bytes;
  }

  std::string text(int token) const override {
    return known(token) ? readable(m_bytes[static_cast<std::size_t>(token)]) : fmt::format("<{}>", token);
  }

  std::size_t size() const override { return m_bytes.size(); }
  std::optional<int> begin() const override { return m_vocabulary.begin; }
  std::optional<int> end() const override { return m_vocabulary.end; }
  bool expectsBegin() const override { return m_vocabulary.expectsBegin && m_vocabulary.begin; }

 private:
  bool known(int token) const { return token >= 0 && static_cast<std::size_t>(token) < m_bytes.size(); }
  PieceKind kindOf(int token) const { return m_vocabulary.pieces[static_cast<std::size_t>(token)].kind; }

  void encodePlain(std::string_view text, std::vector<int>& ids) const {
    for (const std::string_view word : splitWords(text, m_vocabulary.words)) {
      if (const auto whole = m_words.find(word); whole != m_words.end()) {
        ids.push_back(whole->second);
        continue;
      }
      std::vector<Symbol> symbols;
      for (std::size_t i = 0; i < word.size(); ++i)
        symbols.push_back({word.substr(i, 1), m_letters[static_cast<unsigned char>(word[i])]});
      for (const Symbol& symbol : mergeSymbols(symbols, m_rule)) ids.push_back(symbol.id);
    }
  }

  ByteLevelVocabulary m_vocabulary;
  std::vector<std::string> m_bytes;
  std::array<int, 256> m_letters;
  std::unordered_map<std::string_view, int> m_words;  ///< empty unless whole words are taken
  AddedTokens m_added;
  MergeRule m_rule;
};

}  // namespace

Result<std::shared_ptr<const Tokenizer>> makeByteLevelTokenizer(const std::string& file,
                                                                ByteLevelVocabulary vocabulary) {
  const auto refused = [&](std::string what) { return Error{ErrorCode::Usage, fmt::format("{}: {}", file, what)}; };
  const auto size = static_cast<std::int64_t>(vocabulary.pieces.size());
  for (const auto& id : {vocabulary.begin, vocabulary.end})
    if (id && (*id < 0 || *id >= size))
      return refused(fmt::format("token {} is named as begin or end, but there are {}", *id, size));
  std::vector<std::string> bytes;
  for (const Piece& piece : vocabulary.pieces) {
    const auto spelled = piece.kind == PieceKind::Normal ? bytesOfLetters(piece.text) : piece.text;
    if (!spelled)
      return refused(fmt::format("token {} ({}) is not written in byte letters", bytes.size(), readable(piece.text)));
    bytes.push_back(*spelled);
  }
  const MergeReader ids(vocabulary.pieces);
  std::array<int, 256> letters{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    letters[byte] = ids.idOf(letterOf(static_cast<unsigned char>(byte)));
    if (letters[byte] < 0) return refused(fmt::format("the vocabulary has no token for the byte 0x{:02X}", byte));
  }
  return std::shared_ptr<const Tokenizer>(
      std::make_shared<ByteLevelTokenizer>(std::move(vocabulary), std::move(bytes), letters));
}

MergeReader::MergeReader(const std::vector<Piece>& pieces) {
  for (std::size_t id = 0; id < pieces.size(); ++id) m_ids.try_emplace(pieces[id].text, static_cast<int>(id));
}

int MergeReader::idOf(std::string_view piece) const {
  const auto found = m_ids.find(piece);
  return found == m_ids.end() ? -1 : found->second;
}

bool MergeReader::add(std::string_view left, std::string_view right) {
  const int a = idOf(left), b = idOf(right), merged = idOf(std::string(left).append(right));
  if (a < 0 || b < 0 || merged < 0) return false;
  m_merges.add(a, b, merged);
  return true;
}

bool MergeReader::add(std::string_view pair) {
  const std::size_t space = pair.find(' ', 1);
  return space != std::string_view::npos && add(pair.substr(0, space), pair.substr(space + 1));
}

}  // namespace strata::inline modelfile
