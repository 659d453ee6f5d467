#include "app/lens/code_pieces.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace strata::inline lens {
namespace {

bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// Longer marks first. `>>>` ends a launch's configuration.
constexpr std::array<std::string_view, 24> kMarks{
    "<<<", ">>>", "<<=", ">>=", "::", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "->",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

class Reader {
 public:
  explicit Reader(std::string_view text) : m_text(text) {}

  std::vector<CodePiece> pieces() {
    while (m_at < m_text.size())
      if (!skipBlank()) takePiece();
    return std::move(m_pieces);
  }

 private:
  char letter(std::size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }
  bool here(std::string_view word) const { return m_text.substr(m_at).starts_with(word); }

  /// The length of the end of a line at a place; 0: there is none.
  std::size_t lineEnd(std::size_t at) const {
    if (letter(at) == '\n') return 1;
    return letter(at) == '\r' && letter(at + 1) == '\n' ? 2 : 0;
  }

  /// The length of a backslash and the end of a line behind it; 0: the line is not continued here.
  std::size_t continued(std::size_t at) const {
    const std::size_t end = letter(at) == '\\' ? lineEnd(at + 1) : 0;
    return end > 0 ? end + 1 : 0;
  }

  bool skipBlank() {
    if (const std::size_t both = continued(m_at); both > 0) {
      m_at += both;
      ++m_line;
      return true;
    }
    const char blank = letter(m_at);
    if (blank == '\n') {
      ++m_line;
      m_directive = m_include = false;
      m_lineBegins = true;
    } else if (blank != ' ' && blank != '\t' && blank != '\r' && blank != '\f' && blank != '\v') {
      return false;
    }
    ++m_at;
    return true;
  }

  void take(CodePieceKind kind, std::size_t end) {
    const std::string_view piece = m_text.substr(m_at, end - m_at);
    if (kind == CodePieceKind::Mark && piece == "#" && m_lineBegins) m_directive = true;
    m_pieces.push_back({kind, piece, m_at, m_line, m_directive});
    m_line += static_cast<int>(std::ranges::count(piece, '\n'));
    m_at = end;
    if (kind == CodePieceKind::Comment) return;
    m_include = m_directive && kind == CodePieceKind::Word && (piece == "include" || piece == "include_next");
    m_lineBegins = false;
  }

  void takePiece() {
    const char first = letter(m_at);
    if (here("//")) return take(CodePieceKind::Comment, lineCommentEnd());
    if (here("/*")) return take(CodePieceKind::Comment, endBehind("*/", m_at + 2));
    if (m_include && (first == '<' || first == '"')) return take(CodePieceKind::HeaderName, headerEnd());
    if (const std::size_t end = quotedEnd(); end > m_at) return take(CodePieceKind::Quoted, end);
    if (isDigit(first) || (first == '.' && isDigit(letter(m_at + 1)))) return take(CodePieceKind::Number, numberEnd());
    if (isNameLetter(first)) return take(CodePieceKind::Word, wordEnd(m_at));
    for (const std::string_view mark : kMarks)
      if (here(mark)) return take(CodePieceKind::Mark, m_at + mark.size());
    take(CodePieceKind::Mark, m_at + 1);
  }

  std::size_t endBehind(std::string_view what, std::size_t from) const {
    const std::size_t found = m_text.find(what, from);
    return found == std::string_view::npos ? m_text.size() : found + what.size();
  }

  std::size_t lineCommentEnd() const {
    std::size_t at = m_at;
    while (at < m_text.size() && lineEnd(at) == 0) at += std::max<std::size_t>(1, continued(at));
    return std::min(at, m_text.size());
  }

  std::size_t headerEnd() const {
    const char close = letter(m_at) == '<' ? '>' : '"';
    std::size_t at = m_at + 1;
    while (at < m_text.size() && m_text[at] != close && lineEnd(at) == 0) ++at;
    return letter(at) == close ? at + 1 : at;
  }

  std::size_t wordEnd(std::size_t at) const {
    while (at < m_text.size() && isNameLetter(m_text[at])) ++at;
    return at;
  }

  std::size_t numberEnd() const {
    std::size_t at = m_at;
    for (; at < m_text.size(); ++at) {
      const char each = m_text[at], before = at > m_at ? m_text[at - 1] : '\0';
      const bool sign = (each == '+' || each == '-') &&
                        (before == 'e' || before == 'E' || before == 'p' || before == 'P') &&
                        !(before == 'e' || before == 'E' ? isHex() : false);
      const bool parted = each == '\'' && isNameLetter(letter(at + 1));
      if (!isNameLetter(each) && each != '.' && !sign && !parted) break;
    }
    return at;
  }

  bool isHex() const { return letter(m_at) == '0' && (letter(m_at + 1) == 'x' || letter(m_at + 1) == 'X'); }

  /// The end of a string or character literal that begins here, with its prefix; here: none begins.
  std::size_t quotedEnd() const {
    std::size_t quote = m_at;
    for (const std::string_view prefix : {"u8", "u", "U", "L"})
      if (here(prefix)) {
        quote += prefix.size();
        break;
      }
    const bool raw = letter(quote) == 'R' && letter(quote + 1) == '"';
    if (raw) return rawEnd(quote + 2);
    const char close = letter(quote);
    if (close != '"' && close != '\'') return m_at;
    for (std::size_t at = quote + 1; at < m_text.size(); ++at) {
      if (m_text[at] == '\\')
        at += continued(at) > 0 ? continued(at) - 1 : 1;
      else if (m_text[at] == close)
        return at + 1;
      else if (lineEnd(at) > 0)
        return at;
    }
    return m_text.size();
  }

  /// Of a raw string whose delimiter begins at a place; where none can, the quote's own end.
  std::size_t rawEnd(std::size_t at) const {
    const std::size_t open = m_text.find('(', at);
    if (open == std::string_view::npos || open - at > 16) return at;
    return endBehind(")" + std::string(m_text.substr(at, open - at)) + "\"", open);
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_line = 1;
  bool m_directive = false, m_include = false, m_lineBegins = true;
  std::vector<CodePiece> m_pieces;
};

}  // namespace

bool isNameLetter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || isDigit(letter) || letter == '_' ||
         letter == '$' || static_cast<unsigned char>(letter) >= 0x80;
}

std::optional<std::uint64_t> wholeNumber(const CodePiece& piece) {
  if (piece.kind != CodePieceKind::Number) return std::nullopt;
  std::string digits(piece.text);
  std::erase(digits, '\'');
  while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) digits.pop_back();
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  const std::string_view rest = std::string_view(digits).substr(hex ? 2 : 0);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, hex ? 16 : 10);
  const bool whole = error == std::errc{} && end == rest.data() + rest.size();
  return whole ? std::optional(value) : std::nullopt;
}

std::vector<CodePiece> codePieces(std::string_view text) {
  return Reader(text).pieces();
}

}  // namespace strata::inline lens
