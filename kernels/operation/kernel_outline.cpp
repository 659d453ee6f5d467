#include "kernels/operation/kernel_outline.h"

#include <algorithm>

#include "kernels/operation/code_words.h"
#include "kernels/operation/type_aliases.h"

namespace strata::inline operation {
namespace {

// What is longer or more is no text that somebody wrote: reading one takes little time whatever it is.
constexpr std::size_t kLongestKernel = 8 * 1024, kLongestVariable = 1024, kMostNames = 1000;

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

/// Behind the last of some letters before a place: where the declaration there begins.
std::size_t beginOfDeclaration(std::string_view code, std::size_t at, std::string_view ends, std::size_t longest) {
  const std::size_t first = at > longest ? at - longest : 0;
  const std::size_t end = code.substr(first, at - first).find_last_of(ends);
  return end == std::string_view::npos ? first : first + end + 1;
}

/// Whether `template <…>` stands before a place, words of a declaration between.
bool isTemplateAt(std::string_view code, std::size_t at) {
  const std::size_t begin = beginOfDeclaration(code, at, ";}", kLongestKernel);
  const std::string_view before = code.substr(begin, at - begin);
  const std::size_t found = before.find("template");
  return found != std::string_view::npos && (found == 0 || !isWordLetter(before[found - 1]));
}

/// Takes a word out of a tidied text; false where it is not there.
bool takeWord(std::string& text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (isWordAt(text, at, word)) {
      text = tidied(text.erase(at, word.size()));
      return true;
    }
  return false;
}

/// The function whose __global__ ends before `at`.
OutlinedKernel kernelAt(std::string_view code, std::size_t at) {
  Reader reader(code.substr(0, std::min(code.size(), at + kLongestKernel)), at);
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

namespace {

constexpr std::string_view kGlobal = "__global__", kShared = "__shared__", kExtern = "extern";

void addKernels(KernelOutline& outline, std::string_view code, const TypeAliases& aliases) {
  int line = 1;
  std::size_t counted = 0;
  for (std::size_t at = code.find(kGlobal); at != std::string_view::npos && outline.kernels.size() < kMostNames;
       at = code.find(kGlobal, at + 1)) {
    line += static_cast<int>(std::ranges::count(code.substr(counted, at - counted), '\n'));
    counted = at;
    if (!isWordAt(code, at, kGlobal)) continue;
    OutlinedKernel kernel = kernelAt(code, at + kGlobal.size());
    if (kernel.name.empty() || outline.find(kernel.name)) continue;
    for (std::string& parameter : kernel.parameters) parameter = aliases.resolved(parameter);
    kernel.isTemplate = isTemplateAt(code, at);
    kernel.line = line;
    outline.kernels.push_back(std::move(kernel));
  }
}

/// "extern __shared__ float tile[]", its words in any order.
void addDynamicShared(KernelOutline& outline, std::string_view code, const TypeAliases& aliases) {
  std::vector<KernelOutline::DynamicShared>& all = outline.dynamicShared;
  for (std::size_t at = code.find(kShared); at != std::string_view::npos && all.size() < kMostNames;
       at = code.find(kShared, at + 1)) {
    const std::size_t length = code.substr(at, kLongestVariable).find_first_of("[;");
    if (length == std::string_view::npos || code[at + length] == ';') continue;
    const std::size_t begin = beginOfDeclaration(code, at, ";{}", kLongestVariable);
    std::string declared = tidied(code.substr(begin, at + length - begin));
    if (!takeWord(declared, kExtern) || !takeWord(declared, kShared)) continue;
    const std::size_t space = declared.find_last_of(" *&)");
    if (space == std::string::npos) continue;
    std::string type = aliases.resolved(tidied(std::string_view(declared).substr(0, space + 1)));
    std::string name = declared.substr(space + 1);
    if (std::ranges::find(all, name, &KernelOutline::DynamicShared::name) == all.end())
      all.push_back({std::move(type), std::move(name)});
  }
}

}  // namespace

KernelOutline outlineOf(std::string_view text) {
  const std::string code = codeOnly(text);
  const TypeAliases aliases(code);
  KernelOutline outline;
  addKernels(outline, code, aliases);
  addDynamicShared(outline, code, aliases);
  return outline;
}

}  // namespace strata::inline operation
