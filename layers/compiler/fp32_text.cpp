#include "layers/compiler/fp32_text.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace strata::inline compiler {
namespace {

bool isName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Behind the bracket that closes the one at `open`.
std::size_t behindBracket(std::string_view text, std::size_t open) {
  int deep = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++deep;
    if ((text[i] == ')' || text[i] == ']') && --deep == 0) return i + 1;
  }
  return text.size();
}

std::string_view nameAt(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && isName(text[end])) ++end;
  return text.substr(begin, end - begin);
}

/// Without comments, blanks, indices, and what heads a loop or a condition; an exchange of lanes becomes a name. Empty
/// where anything else is called.
std::string plainArithmetic(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.size(), text.find('\n', i));
    } else if (text[i] == '[') {
      i = behindBracket(text, i);
    } else if (isName(text[i])) {
      const std::string_view name = nameAt(text, i);
      i += name.size();
      const std::size_t next = std::min(text.size(), text.find_first_not_of(" \n", i));
      const bool bracket = text.substr(next, 1) == "(";
      const bool head = name == "for" || name == "if" || name == "while";
      if (bracket && !head && !name.starts_with("__shfl_")) return {};
      if (bracket) i = behindBracket(text, next);
      if (!head) plain.append(plain.empty() || !isName(plain.back()) ? "" : " ").append(name);
    } else {
      if (std::isspace(static_cast<unsigned char>(text[i])) == 0) plain += text[i];
      ++i;
    }
  }
  return plain;
}

/// Of one assignment without its semicolon.
std::uint32_t resultsOf(std::string_view assignment) {
  const std::size_t sign = assignment.find('=');
  if (sign == std::string_view::npos || sign == 0) return 0;
  std::uint32_t products = assignment[sign - 1] == '*' ? 1 : 0;
  std::uint32_t sums = assignment[sign - 1] == '+' || assignment[sign - 1] == '-' ? 1 : 0;
  const std::string_view value = assignment.substr(sign + 1);
  for (std::size_t i = 1; i < value.size(); ++i) {
    const bool binary = isName(value[i - 1]) || value[i - 1] == ')';
    if (binary && value[i] == '*') ++products;
    if (binary && (value[i] == '+' || value[i] == '-')) ++sums;
  }
  return std::max(products, sums);
}

}  // namespace

std::uint32_t fp32Results(std::string_view statement) {
  const std::string plain = plainArithmetic(statement);
  if (plain.find_first_of("/?") != std::string::npos) return 0;
  std::uint32_t results = 0;
  for (std::string_view rest = plain; !rest.empty();) {
    const std::string_view each = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), each.size() + 1));
    results += resultsOf(each);
  }
  return results;
}

}  // namespace strata::inline compiler
