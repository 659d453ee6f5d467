#include "engine/modelfile/word_split.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <string>

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

char asSmall(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Bytes of the contraction that the text begins with, 0 for none.
std::size_t contraction(std::string_view text, bool anyCase) {
  std::string begin(text.substr(0, 3));
  if (anyCase) std::ranges::transform(begin, begin.begin(), asSmall);
  for (const std::string_view each : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (begin.starts_with(each)) return each.size();
  return 0;
}

/// Cuts characters [first, last) of `text` as the regular expression does.
class Splitter {
 public:
  Splitter(std::string_view text, WordRule rule, const std::vector<Character>& characters,
           std::vector<std::string_view>& words)
      : m_text(text), m_llama3(rule == WordRule::Llama3), m_characters(characters), m_words(words) {}

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

  bool is(std::size_t index, Class type) const { return index < m_last && m_characters[index].type == type; }

  bool endsLine(std::size_t index) const {
    return index < m_last && (m_text[offset(index)] == '\n' || m_text[offset(index)] == '\r');
  }

  std::size_t endOfRun(std::size_t index) const {
    const Class type = m_characters[index].type;
    while (is(index, type)) ++index;
    return index;
  }

  std::size_t endOfWord(std::size_t index) const {
    const std::size_t end = offset(m_last), at = offset(index);
    if (const std::size_t bytes = contraction(m_text.substr(at, end - at), m_llama3)) return index + bytes;
    return m_llama3 ? endOfLlama3Word(index) : endOfGpt2Word(index);
  }

  std::size_t endOfLlama3Word(std::size_t index) const {
    const Class type = m_characters[index].type;
    if (type == Class::Letter) return endOfRun(index);
    if (type == Class::Number) return std::min(endOfRun(index), index + 3);
    if (!endsLine(index) && is(index + 1, Class::Letter)) return endOfRun(index + 1);
    if (type == Class::Other) return endOfMarks(index);
    if (m_text[offset(index)] == ' ' && is(index + 1, Class::Other)) return endOfMarks(index + 1);
    const std::size_t run = endOfRun(index);
    for (std::size_t line = run; line > index; --line)
      if (endsLine(line - 1)) return line;
    return run == m_last || run - index == 1 ? run : run - 1;
  }

  /// Of a run of what is neither letter, number nor space, with the ends of lines behind it.
  std::size_t endOfMarks(std::size_t index) const {
    index = endOfRun(index);
    while (endsLine(index)) ++index;
    return index;
  }

  std::size_t endOfGpt2Word(std::size_t index) const {
    const std::size_t at = offset(index);
    if (m_characters[index].type != Class::Space) return endOfRun(index);
    const std::size_t run = endOfRun(index);
    if (run == m_last) return run;
    if (run - index > 1) return run - 1;  // its last space may belong to the word that follows
    return m_text[at] == ' ' ? endOfRun(run) : run;
  }

  std::string_view m_text;
  bool m_llama3;
  const std::vector<Character>& m_characters;
  std::vector<std::string_view>& m_words;
  std::size_t m_last = 0;
};

}  // namespace

std::vector<std::string_view> splitWords(std::string_view text, WordRule rule) {
  const std::vector<Character> characters = charactersOf(text);
  std::vector<std::string_view> words;
  Splitter splitter(text, rule, characters, words);
  std::size_t first = 0;
  for (std::size_t i = 0; rule == WordRule::Gpt2DigitsAlone && i < characters.size(); ++i) {
    if (characters[i].type != Class::Number) continue;
    splitter.split(first, i);
    splitter.split(i, i + 1);
    first = i + 1;
  }
  splitter.split(first, characters.size());
  return words;
}

}  // namespace strata::inline modelfile
