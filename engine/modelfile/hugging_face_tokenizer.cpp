#include "engine/modelfile/hugging_face_tokenizer.h"

#include <fmt/format.h>

#include "engine/modelfile/byte_level_bpe.h"
#include "engine/modelfile/json_text.h"
#include "engine/modelfile/sentence_piece.h"
#include "engine/modelfile/tokenizer_json.h"

namespace strata::inline modelfile {
namespace {

using Json = nlohmann::json;

class TokenizerReader {
 public:
  TokenizerReader(std::string file, const Json& json)
      : m_file(std::move(file)), m_root(m_file, json), m_model(m_file, *m_root.find("model")) {}

  Result<std::shared_ptr<const Tokenizer>> read(std::optional<std::int64_t> begin, std::optional<std::int64_t> end) {
    STRATA_TRY(checkModel());
    STRATA_ASSIGN(m_cuts, readWordCuts(m_root));
    STRATA_TRY(readVocabulary());
    STRATA_TRY(readAddedTokens());
    STRATA_ASSIGN(MergeTable merges, readMerges());
    readEnds(begin, end);
    if (m_cuts.byteLevel)
      return makeByteLevelTokenizer(m_file, {.pieces = std::move(m_pieces),
                                             .merges = std::move(merges),
                                             .words = m_cuts.words,
                                             .wholeWords = m_wholeWords,
                                             .prefixSpace = m_cuts.prefixSpace,
                                             .expectsBegin = m_expectsBegin,
                                             .begin = m_begin,
                                             .end = m_end});
    if (m_wholeWords) return m_model.unsupported("ignore_merges", "is set without byte letters");
    STRATA_TRY(prepareByteFallback());
    STRATA_ASSIGN(const auto unknown, m_model.textOr("unk_token", ""));
    return makeSentencePieceTokenizer(m_file, {.pieces = std::move(m_pieces),
                                               .merges = std::move(merges),
                                               .spaceMark = std::string(kSpaceMark),
                                               .prefixSpace = m_cuts.prefixSpace,
                                               .ownSpaceIsPrefix = m_cuts.ownSpaceIsPrefix,
                                               .expectsBegin = m_expectsBegin,
                                               .unknown = idOf(unknown),
                                               .begin = m_begin,
                                               .end = m_end});
  }

 private:
  /// Nothing that would change the result is passed over.
  Result<void> checkModel() {
    STRATA_ASSIGN(const auto type, m_model.textOr("type", "BPE"));
    if (type != "BPE") return m_model.unsupported("model.type", fmt::format("is {}; only BPE is supported", type));
    for (const std::string_view key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
      STRATA_ASSIGN(const auto text, m_model.textOr(key, ""));
      if (!text.empty()) return m_model.unsupported(key, "is set");
    }
    STRATA_ASSIGN(m_wholeWords, m_model.flagOr("ignore_merges", false));
    return {};
  }

  Result<void> readVocabulary() {
    const Json* vocabulary = m_model.find("vocab");
    if (!vocabulary || !vocabulary->is_object()) return m_model.damaged("model.vocab", "is missing");
    const Json* added = m_root.find("added_tokens");
    m_pieces.resize(vocabulary->size() + (added && added->is_array() ? added->size() : 0));
    m_taken.resize(m_pieces.size());
    for (const auto& [text, id] : vocabulary->items()) STRATA_TRY(enter(text, id, PieceKind::Normal));
    return {};
  }

  Result<void> enter(const std::string& text, const Json& id, PieceKind kind) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= m_pieces.size())
      return m_model.damaged("vocabulary", fmt::format("has no id below {} for '{}'", m_pieces.size(), text));
    const auto place = id.get<std::size_t>();
    if (m_taken[place] && m_pieces[place].text != text)
      return m_model.damaged("vocabulary", fmt::format("has the id {} twice", place));
    m_pieces[place] = {.text = text, .kind = kind};
    m_taken[place] = true;
    return {};
  }

  Result<void> readAddedTokens() {
    const Json* added = m_root.find("added_tokens");
    for (const Json& token : added && added->is_array() ? *added : Json::array()) {
      const JsonFields fields(m_file, token);
      const Json* id = fields.find("id");
      STRATA_ASSIGN(const auto content, fields.textOr("content", ""));
      STRATA_ASSIGN(const auto special, fields.flagOr("special", false));
      if (!id || content.empty()) return fields.damaged("added_tokens", "has an entry without id or content");
      if (!special) STRATA_TRY(checkPlain(fields));
      STRATA_TRY(enter(content, *id, special ? PieceKind::Control : PieceKind::UserDefined));
    }
    for (std::size_t id = 0; id < m_pieces.size(); ++id)  // ids that nobody has
      if (!m_taken[id]) m_pieces[id].kind = PieceKind::Control;
    while (!m_taken.empty() && !m_taken.back()) {
      m_taken.pop_back();
      m_pieces.pop_back();
    }
    return {};
  }

  /// An added token that is found in any text must be found as it is.
  Result<void> checkPlain(const JsonFields& token) const {
    for (const std::string_view key : {"single_word", "lstrip", "rstrip"}) {
      STRATA_ASSIGN(const auto set, token.flagOr(key, false));
      if (set) return token.unsupported("added_tokens", fmt::format("has an ordinary token with {}", key));
    }
    if (!m_cuts.byteLevel) return token.unsupported("added_tokens", "has an ordinary token beside byte fallback");
    return {};
  }

  /// "left right" or ["left", "right"].
  static bool addMerge(MergeReader& merges, const Json& pair) {
    if (pair.is_string()) return merges.add(pair.get_ref<const std::string&>());
    return pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string() &&
           merges.add(pair[0].get_ref<const std::string&>(), pair[1].get_ref<const std::string&>());
  }

  Result<MergeTable> readMerges() {
    const Json* list = m_model.find("merges");
    if (!list || !list->is_array()) return m_model.damaged("model.merges", "is missing");
    MergeReader merges(m_pieces);
    for (std::size_t i = 0; i < list->size(); ++i)
      if (!addMerge(merges, (*list)[i]))
        return m_model.damaged("model.merges", fmt::format("has as number {} a pair of no tokens", i));
    return merges.take();
  }

  std::optional<int> idOf(std::string_view text) const {
    for (std::size_t id = 0; id < m_pieces.size() && !text.empty(); ++id)
      if (m_pieces[id].text == text) return static_cast<int>(id);
    return std::nullopt;
  }

  void readEnds(std::optional<std::int64_t> begin, std::optional<std::int64_t> end) {
    const auto there = [this](std::optional<std::int64_t> id) { return id && *id < std::ssize(m_pieces); };
    if (there(begin)) m_begin = static_cast<int>(*begin);
    if (there(end)) m_end = static_cast<int>(*end);
    if (const auto first = idOf(firstOfTemplate(m_root))) {
      m_begin = first;
      m_expectsBegin = true;
    }
    for (const char* usual : {"<s>", "<|endoftext|>"})
      if (!m_begin) m_begin = idOf(usual);
    for (const char* usual : {"</s>", "<|endoftext|>"})
      if (!m_end) m_end = idOf(usual);
  }

  Result<void> prepareByteFallback() {
    STRATA_ASSIGN(const auto fallback, m_model.flagOr("byte_fallback", false));
    STRATA_ASSIGN(const auto fused, m_model.flagOr("fuse_unk", false));
    if (!fallback && fused) return m_model.unsupported("fuse_unk", "is set without byte fallback");
    for (Piece& piece : m_pieces)
      if (fallback && piece.kind == PieceKind::Normal && isByteName(piece.text)) piece.kind = PieceKind::Byte;
    return {};
  }

  std::string m_file;
  JsonFields m_root, m_model;
  WordCuts m_cuts;
  std::vector<Piece> m_pieces;
  std::vector<bool> m_taken;
  std::optional<int> m_begin, m_end;
  bool m_expectsBegin = false, m_wholeWords = false;
};

}  // namespace

Result<std::shared_ptr<const Tokenizer>> readHuggingFaceTokenizer(const MappedFile& file,
                                                                  std::optional<std::int64_t> begin,
                                                                  std::optional<std::int64_t> end) {
  const std::string name = file.name();
  STRATA_ASSIGN(const Json json, parseJson(name, file.text()));
  const JsonFields fields(name, json);
  if (!fields.find("model")) return fields.damaged("model", "is missing");
  return TokenizerReader(name, json).read(begin, end);
}

}  // namespace strata::inline modelfile
