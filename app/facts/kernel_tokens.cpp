#include "app/facts/kernel_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "app/canvas/color_math.h"

namespace strata::inline facts {
namespace {

constexpr std::array<std::string_view, 30> kKeywords{
    "if",       "else",     "for",           "while",   "do",     "return",    "const", "constexpr",
    "static",   "template", "typename",      "struct",  "using",  "namespace", "auto",  "switch",
    "case",     "break",    "continue",      "default", "inline", "class",     "enum",  "public",
    "operator", "sizeof",   "static_assert", "true",    "false",  "extern"};
constexpr std::array<std::string_view, 24> kTypes{"float",    "double",  "int",     "void",     "bool",     "char",
                                                  "unsigned", "long",    "short",   "size_t",   "half",     "__half",
                                                  "uint32_t", "int32_t", "uint8_t", "int8_t",   "float2",   "float4",
                                                  "int4",     "uint4",   "int64_t", "uint64_t", "uint16_t", "dim3"};
constexpr std::array<std::string_view, 6> kBuiltins{"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "std"};

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

CodeKind kindOfWord(std::string_view word) {
  const auto among = [&](const auto& list) { return std::ranges::find(list, word) != list.end(); };
  if (among(kKeywords)) return CodeKind::Keyword;
  if (among(kTypes)) return CodeKind::Type;
  return among(kBuiltins) || word.starts_with("__") ? CodeKind::Builtin : CodeKind::Plain;
}

/// The end of a word or number that begins at `at`; a number holds points, and signs behind an exponent.
std::size_t wordEnd(std::string_view line, std::size_t at) {
  const bool number = isDigit(line[at]);
  std::size_t end = at;
  while (end < line.size()) {
    const bool sign = (line[end] == '+' || line[end] == '-') && (line[end - 1] == 'e' || line[end - 1] == 'E');
    if (!isWord(line[end]) && !(number && (line[end] == '.' || (sign && end > at)))) break;
    ++end;
  }
  return end;
}

std::size_t quoteEnd(std::string_view line, std::size_t at) {
  for (std::size_t end = at + 1; end < line.size(); ++end) {
    if (line[end] == '\\')
      ++end;
    else if (line[end] == line[at])
      return end + 1;
  }
  return line.size();
}

/// The end of a comment of several lines whose words begin at `from`; npos if the line does not end it.
std::size_t commentEnd(std::string_view line, std::size_t from) {
  const std::size_t end = line.find("*/", from);
  return end == std::string_view::npos ? end : end + 2;
}

}  // namespace

std::vector<CodeSpan> codeSpans(std::string_view line, bool& inComment) {
  std::vector<CodeSpan> spans;
  std::size_t at = 0;
  const auto take = [&](std::size_t end, CodeKind kind) {
    const bool grows = !spans.empty() && spans.back().kind == kind && kind == CodeKind::Plain;
    if (grows)
      spans.back().text = line.substr(static_cast<std::size_t>(spans.back().text.data() - line.data()),
                                      end - at + spans.back().text.size());
    else if (end > at)
      spans.push_back({line.substr(at, end - at), kind});
    at = end;
  };
  const auto takeComment = [&](std::size_t words) {
    const std::size_t end = commentEnd(line, words);
    inComment = end == std::string_view::npos;
    take(std::min(end, line.size()), CodeKind::Comment);
  };
  if (inComment) takeComment(0);
  const std::size_t first = line.find_first_not_of(" \t");
  if (at == 0 && first != std::string_view::npos && line[first] == '#') {
    take(std::min(line.find("//"), line.size()), CodeKind::Directive);
  }
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with("//"))
      take(line.size(), CodeKind::Comment);
    else if (rest.starts_with("/*"))
      takeComment(at + 2);
    else if (rest.front() == '"' || rest.front() == '\'')
      take(quoteEnd(line, at), CodeKind::Quoted);
    else if (isDigit(rest.front()))
      take(wordEnd(line, at), CodeKind::Number);
    else if (isWord(rest.front()))
      take(wordEnd(line, at), kindOfWord(line.substr(at, wordEnd(line, at) - at)));
    else
      take(at + 1, CodeKind::Plain);
  }
  return spans;
}

Color chosenLineGround(const Theme& theme) {
  return mix(theme.well, theme.accent, 0.22f);
}

Color codeColor(const Theme& theme, CodeKind kind) {
  const auto readable = [&](Color color) { return readableOn(chosenLineGround(theme), readableOn(theme.well, color)); };
  const auto of = [&](Storey storey) { return readable(storeyInfo(storey).color); };
  switch (kind) {
    case CodeKind::Keyword: return of(Storey::Driver);
    case CodeKind::Type: return of(Storey::Runtime);
    case CodeKind::Builtin: return readable(theme.good);
    case CodeKind::Number: return of(Storey::Library);
    case CodeKind::Quoted: return of(Storey::Model);
    case CodeKind::Directive: return of(Storey::Framework);
    case CodeKind::Comment: return readable(theme.textDim);
    case CodeKind::Plain: break;
  }
  return theme.text;
}

}  // namespace strata::inline facts
