#include "layers/workloads/kernel/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/base/text_parts.h"

namespace strata::inline workloads {
namespace {

bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool isNameLetter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' || isDigit(letter);
}

std::optional<FoldText::Kind> foldKind(std::string_view name) {
  if (name == "sum") return FoldText::Kind::Sum;
  if (name == "max") return FoldText::Kind::Max;
  if (name == "min") return FoldText::Kind::Min;
  return std::nullopt;
}

/// Of "k < n, A[i][k]"; nullopt where it is not of this form.
std::optional<FoldText> foldOf(FoldText::Kind kind, std::string_view arguments, bool whole) {
  const std::vector<std::string> parts = argumentsIn(arguments);
  if (parts.size() != 2) return std::nullopt;
  const std::string_view counter = nameAt(parts[0]);
  const std::string_view rest = trimmed(std::string_view(parts[0]).substr(counter.size()));
  if (counter.empty() || !rest.starts_with('<') || rest.starts_with("<=")) return std::nullopt;
  return FoldText{kind, std::string(counter), std::string(trimmed(rest.substr(1))), parts[1], whole};
}

class Splitter {
 public:
  Splitter(std::string_view text, bool whole) : m_text(text), m_rest(trimmed(text)), m_whole(whole) {}

  Result<FormulaText> split() {
    while (!m_rest.empty()) {
      const char letter = m_rest.front();
      if (isDigit(letter) || letter == '.')
        takeNumber();
      else if (const std::string_view name = nameAt(m_rest); !name.empty())
        takeName(name);
      else
        takeSign(letter);
      if (m_open < 0) break;
    }
    if (m_open != 0) return Error{ErrorCode::Usage, "its brackets do not match"};
    m_made.places.push_back(place());
    return std::move(m_made);
  }

 private:
  /// Where the rest begins in the text.
  std::size_t place() const {
    return m_rest.empty() ? m_text.size() : static_cast<std::size_t>(m_rest.data() - m_text.data());
  }

  void put(char letter, std::size_t from) {
    m_made.arithmetic += letter;
    m_made.places.push_back(from);
  }

  void take(std::size_t letters) {
    for (; letters > 0; --letters) {
      put(m_rest.front(), place());
      m_rest.remove_prefix(1);
    }
  }

  /// 2.5e-3, without the suffix that C++ has for its type.
  void takeNumber() {
    std::size_t length = 0;
    const auto skip = [&](auto is) {
      while (length < m_rest.size() && is(m_rest[length])) ++length;
    };
    skip([](char c) { return isDigit(c) || c == '.'; });
    if (length < m_rest.size() && (m_rest[length] == 'e' || m_rest[length] == 'E')) {
      ++length;
      if (length < m_rest.size() && (m_rest[length] == '-' || m_rest[length] == '+')) ++length;
      skip(isDigit);
    }
    take(length);
    while (!m_rest.empty() && std::string_view("fFuUlL").find(m_rest.front()) != std::string_view::npos)
      m_rest.remove_prefix(1);
  }

  void takeName(std::string_view name) {
    const auto kind = foldKind(name);
    const std::size_t open = m_rest.find_first_not_of(" \t", name.size());
    if (!kind || open == std::string_view::npos || m_rest[open] != '(') return take(name.size());
    const std::size_t close = closingOf(m_rest, open);
    if (close == std::string_view::npos) return take(name.size());
    const auto fold = foldOf(*kind, m_rest.substr(open + 1, close - open - 1), m_whole || m_indices > 0);
    if (!fold) return take(name.size());
    for (const char letter : foldName(m_made.folds.size()) + "()") put(letter, place());
    m_made.folds.push_back(*fold);
    m_rest.remove_prefix(close + 1);
  }

  void takeSign(char sign) {
    const std::size_t from = place();
    m_rest.remove_prefix(1);
    m_open += sign == '(' || sign == '[' ? 1 : sign == ')' || sign == ']' ? -1 : 0;
    if (sign == '[') {
      ++m_indices;
      sign = '(';
    } else if (sign == ']') {
      const bool another = trimmed(m_rest).starts_with('[');
      sign = another ? ',' : ')';
      if (another) {
        m_rest.remove_prefix(m_rest.find('[') + 1);
        ++m_open;
      } else {
        --m_indices;
      }
    } else if (sign == '/' && (m_whole || m_indices > 0)) {
      sign = kWholeDivision;
    }
    put(sign, from);
  }

  std::string_view m_text, m_rest;
  bool m_whole;
  int m_open = 0, m_indices = 0;
  FormulaText m_made;
};

}  // namespace

std::string foldName(std::size_t index) {
  return fmt::format("fold_{}_", index);
}

Result<FormulaText> splitFormula(std::string_view text, bool whole) {
  return Splitter(text, whole).split();
}

std::string inNotation(std::string words, int position, const FormulaText& of) {
  std::ranges::replace(words, kWholeDivision, '/');
  const std::string said = fmt::format("position {}", position);
  const std::size_t at = words.rfind(said), index = static_cast<std::size_t>(std::max(position, 0));
  if (at != std::string::npos && index < of.places.size())
    words.replace(at, said.size(), fmt::format("position {}", of.places[index] + 1));
  return words;
}

std::vector<std::string> argumentsIn(std::string_view text) {
  std::vector<std::string> parts;
  if (trimmed(text).empty()) return parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char letter = i < text.size() ? text[i] : ',';
    if (letter == '(' || letter == '[' || letter == '{') ++depth;
    if (letter == ')' || letter == ']' || letter == '}') --depth;
    if (letter != ',' || (depth > 0 && i < text.size())) continue;
    parts.emplace_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

std::size_t closingOf(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string_view nameAt(std::string_view text) {
  if (text.empty() || isDigit(text.front())) return {};
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, isNameLetter) - text.begin()));
}

}  // namespace strata::inline workloads
