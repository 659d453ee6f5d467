#include "kernels/operation/kernel_outline.h"

#include <algorithm>
#include <cctype>

namespace strata::inline operation {
namespace {

bool isWordLetter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool isSpace(char letter) {
  return std::isspace(static_cast<unsigned char>(letter)) != 0;
}

/// The text with blanks for comments, strings and preprocessor lines; every letter stays where it is.
std::string codeOnly(std::string_view text) {
  enum class In { Code, Line, Block, String, Letter, Directive } in = In::Code;
  std::string code(text);
  bool lineBegins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (in == In::Code) {
      if (letter == '/' && next == '/') in = In::Line;
      if (letter == '/' && next == '*') in = In::Block;
      if (letter == '"') in = In::String;
      if (letter == '\'') in = In::Letter;
      if (letter == '#' && lineBegins) in = In::Directive;
      if (in == In::Code) {
        lineBegins = letter == '\n' || (lineBegins && isSpace(letter));
        continue;
      }
    } else if ((in == In::Line || in == In::Directive) && letter == '\n') {
      const bool goesOn = in == In::Directive && i > 0 && text[i - 1] == '\\';
      if (!goesOn) in = In::Code, lineBegins = true;
    } else if (in == In::Block && letter == '/' && text[i - 1] == '*') {
      in = In::Code;
    } else if (letter == '\\' && (in == In::String || in == In::Letter)) {
      code[i] = ' ';
      if (++i < text.size() && text[i] != '\n') code[i] = ' ';
      continue;
    } else if ((in == In::String && letter == '"') || (in == In::Letter && letter == '\'')) {
      in = In::Code;
    }
    if (letter != '\n') code[i] = ' ';
  }
  return code;
}

/// Reads words and brackets of code.
class Reader {
 public:
  explicit Reader(std::string_view code, std::size_t at = 0) : m_code(code), m_at(at) {}

  bool ended() const { return m_at >= m_code.size(); }
  char letter() const { return ended() ? '\0' : m_code[m_at]; }
  std::size_t at() const { return m_at; }
  void skipSpace() {
    while (!ended() && isSpace(letter())) ++m_at;
  }
  void skipOne() {
    if (!ended()) ++m_at;
  }
  /// The word here, empty if there is none.
  std::string_view word() {
    skipSpace();
    const std::size_t begin = m_at;
    while (!ended() && isWordLetter(letter())) ++m_at;
    return m_code.substr(begin, m_at - begin);
  }
  /// What stands in the brackets that open here.
  std::string_view brackets(char open, char close) {
    const std::size_t begin = m_at + 1;
    int depth = 0;
    for (; !ended(); ++m_at) {
      if (letter() == open) ++depth;
      if (letter() == close && --depth == 0) break;
    }
    const std::string_view inside = m_code.substr(std::min(begin, m_at), m_at - std::min(begin, m_at));
    skipOne();
    return inside;
  }

 private:
  std::string_view m_code;
  std::size_t m_at = 0;
};

/// In one line, without blanks around.
std::string tidied(std::string_view text) {
  std::string tidy;
  for (const char letter : text) {
    if (!isSpace(letter)) {
      tidy += letter;
    } else if (!tidy.empty() && tidy.back() != ' ') {
      tidy += ' ';
    }
  }
  while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
  return tidy;
}

std::vector<std::string> splitParameters(std::string_view list) {
  std::vector<std::string> parameters;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char letter = i < list.size() ? list[i] : ',';
    if (letter == '<' || letter == '(' || letter == '[') ++depth;
    if (letter == '>' || letter == ')' || letter == ']') --depth;
    if (letter != ',' || (depth > 0 && i < list.size())) continue;
    if (std::string one = tidied(list.substr(begin, i - begin)); !one.empty() && one != "void")
      parameters.push_back(std::move(one));
    begin = i + 1;
  }
  return parameters;
}

/// Whether `template <…>` stands before a place, words of a declaration between.
bool isTemplateAt(std::string_view code, std::size_t at) {
  std::size_t end = code.find_last_of(";}", at);
  const std::string_view before = code.substr(end == std::string_view::npos ? 0 : end + 1, at - (end + 1));
  const std::size_t found = before.find("template");
  return found != std::string_view::npos && (found == 0 || !isWordLetter(before[found - 1]));
}

bool isWordAt(std::string_view code, std::size_t at, std::string_view word) {
  return (at == 0 || !isWordLetter(code[at - 1])) &&
         (at + word.size() >= code.size() || !isWordLetter(code[at + word.size()]));
}

/// The function whose __global__ ends before `at`.
OutlinedKernel kernelAt(std::string_view code, std::size_t at) {
  Reader reader(code, at);
  std::string_view word;
  for (;;) {
    const std::string_view next = reader.word();
    reader.skipSpace();
    if (next.empty()) return {};
    if (next.starts_with("__") && reader.letter() == '(') {  // __launch_bounds__(256)
      reader.brackets('(', ')');
      continue;
    }
    word = next;
    if (reader.letter() == '(') break;
  }
  return {std::string(word), false, splitParameters(reader.brackets('(', ')')), 0};
}

}  // namespace

const OutlinedKernel* KernelOutline::find(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &OutlinedKernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

KernelOutline outlineOf(std::string_view text) {
  constexpr std::string_view kGlobal = "__global__", kShared = "__shared__", kExtern = "extern";
  const std::string code = codeOnly(text);
  KernelOutline outline;
  for (std::size_t at = code.find(kGlobal); at != std::string::npos; at = code.find(kGlobal, at + 1)) {
    if (!isWordAt(code, at, kGlobal)) continue;
    OutlinedKernel kernel = kernelAt(code, at + kGlobal.size());
    if (kernel.name.empty() || outline.find(kernel.name)) continue;
    kernel.isTemplate = isTemplateAt(code, at);
    kernel.line = 1 + static_cast<int>(std::ranges::count(code.substr(0, at), '\n'));
    outline.kernels.push_back(std::move(kernel));
  }
  for (std::size_t at = code.find(kShared); at != std::string::npos; at = code.find(kShared, at + 1)) {
    const std::size_t statement = code.find_last_of(";{}", at) + 1;
    Reader before(code, statement);
    if (before.word() != kExtern) continue;
    const std::size_t end = code.find(';', at), bracket = code.find('[', at);
    if (end == std::string::npos || bracket > end) continue;
    const std::string declared =
        tidied(std::string_view(code).substr(at + kShared.size(), bracket - at - kShared.size()));
    const std::size_t space = declared.find_last_of(" *&)");
    if (space == std::string::npos) continue;
    std::string type = tidied(std::string_view(declared).substr(0, space + 1)), name = declared.substr(space + 1);
    if (std::ranges::find(outline.dynamicShared, name, &KernelOutline::DynamicShared::name) ==
        outline.dynamicShared.end())
      outline.dynamicShared.push_back({std::move(type), std::move(name)});
  }
  return outline;
}

}  // namespace strata::inline operation
