#include "engine/modelfile/word_split.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>

namespace strata::inline modelfile {
namespace {

enum class Class { Letter, Number, Space, Other };

struct Character {
  std::size_t begin, length;
  Class type;
};

/// Unicode's White_Space.
bool isSpace(utf8proc_int32_t codePoint, utf8proc_category_t category) {
  if (codePoint < 0x100)
    return codePoint == 0x20 || (codePoint >= 9 && codePoint <= 13) || codePoint == 0x85 || codePoint == 0xa0;
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

Class classOf(utf8proc_int32_t codePoint) {
  const utf8proc_category_t category = utf8proc_category(codePoint);
  if (isSpace(codePoint, category)) return Class::Space;
  switch (category) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO: return Class::Letter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO: return Class::Number;
    default: return Class::Other;
  }
}

std::vector<Character> charactersOf(std::string_view text) {
  std::vector<Character> characters;
  for (std::size_t at = 0; at < text.size(); at += characters.back().length) {
    utf8proc_int32_t codePoint = 0;
    const auto left = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size() - at, 4));
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at), left, &codePoint);
    if (length > 0)
      characters.push_back({at, static_cast<std::size_t>(length), classOf(codePoint)});
    else
      characters.push_back({at, 1, Class::Other});
  }
  return characters;
}

/// Bytes of the contraction that the text begins with, 0 for none.
std::size_t contraction(std::string_view text) {
  for (const std::string_view each : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (text.starts_with(each)) return each.size();
  return 0;
}

/// Cuts characters [first, last) of `text` as the regular expression does.
class Splitter {
 public:
  Splitter(std::string_view text, const std::vector<Character>& characters, std::vector<std::string_view>& words)
      : m_text(text), m_characters(characters), m_words(words) {}

  void split(std::size_t first, std::size_t last) {
    m_last = last;
    while (first < last) {
      const std::size_t next = endOfWord(first);
      m_words.push_back(m_text.substr(offset(first), offset(next) - offset(first)));
      first = next;
    }
  }

 private:
  std::size_t offset(std::size_t index) const {
    return index == m_characters.size() ? m_text.size() : m_characters[index].begin;
  }

  std::size_t endOfRun(std::size_t index) const {
    const Class type = m_characters[index].type;
    while (index < m_last && m_characters[index].type == type) ++index;
    return index;
  }

  std::size_t endOfWord(std::size_t index) const {
    const std::size_t end = offset(m_last), at = offset(index);
    if (const std::size_t bytes = contraction(m_text.substr(at, end - at))) return index + bytes;
    if (m_characters[index].type != Class::Space) return endOfRun(index);
    const std::size_t run = endOfRun(index);
    if (run == m_last) return run;
    if (run - index > 1) return run - 1;  // its last space may belong to the word that follows
    return m_text[at] == ' ' ? endOfRun(run) : run;
  }

  std::string_view m_text;
  const std::vector<Character>& m_characters;
  std::vector<std::string_view>& m_words;
  std::size_t m_last = 0;
};

}  // namespace

std::vector<std::string_view> splitWords(std::string_view text, bool digitsAlone) {
  const std::vector<Character> characters = charactersOf(text);
  std::vector<std::string_view> words;
  Splitter splitter(text, characters, words);
  std::size_t first = 0;
  for (std::size_t i = 0; digitsAlone && i < characters.size(); ++i) {
    if (characters[i].type != Class::Number) continue;
    splitter.split(first, i);
    splitter.split(i, i + 1);
    first = i + 1;
  }
  splitter.split(first, characters.size());
  return words;
}

}  // namespace strata::inline modelfile
