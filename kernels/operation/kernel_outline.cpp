#include "kernels/operation/kernel_outline.h"

#include <algorithm>
#include <utility>

#include "engine/base/code_types.h"
#include "kernels/operation/code_words.h"
#include "kernels/operation/type_aliases.h"

namespace strata::inline operation {
namespace {

// What is longer or more is no text that somebody wrote: reading one takes little time whatever it is.
constexpr std::size_t kLongestKernel = std::size_t{8} * 1024, kLongestVariable = 1024, kMostNames = 1000;

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
    } else if (letter == '\\' && (in == In::String || in == In::Letter)) {
      code[i] = ' ';
      if (++i < text.size() && text[i] != '\n') code[i] = ' ';
      continue;
    } else if ((in == In::Block && letter == '/' && text[i - 1] == '*') || (in == In::String && letter == '"') ||
               (in == In::Letter && letter == '\'')) {
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

/// Of "const unsigned int", "__align__(16) float4"; 0: not known.
std::size_t bytesOfType(std::string_view type) {
  if (const std::size_t align = type.rfind(')'); align != std::string_view::npos) type.remove_prefix(align + 1);
  const CodeType* tells = nullptr;
  for (std::size_t at = 0; at < type.size(); ++at) {
    if (isSpace(type[at])) continue;
    const std::string_view word = wordAt(type, at);
    const CodeType* const known = codeTypeOf(word);
    const bool adds = word == "const" || word == "volatile" || word == "signed" || word == "static";
    if (word.empty() || (!known && !adds)) return 0;
    tells = ofBoth(tells, known);
    at += word.size() - 1;
  }
  return tells ? tells->bytes : 0;
}

/// A variable whose name ends at a place, where brackets may stand.
void addShared(KernelOutline& outline, const KernelOutline::DynamicShared& declared, std::string_view code,
               std::size_t at) {
  KernelOutline::Shared variable{declared.name, bytesOfType(declared.type), 0};
  Reader reader(code.substr(0, std::min(code.size(), at + kLongestVariable)), at);
  for (; reader.letter() == '['; reader.skipSpace(), ++variable.dimensions) reader.brackets('[', ']');
  const auto known = std::ranges::find(outline.shared, variable.name, &KernelOutline::Shared::name);
  if (known == outline.shared.end())
    outline.shared.push_back(std::move(variable));
  else if (*known != variable)
    known->elementBytes = 0;
}

/// "extern __shared__ float tile[]", its words in any order.
void addSharedVariables(KernelOutline& outline, std::string_view code, const TypeAliases& aliases) {
  std::vector<KernelOutline::DynamicShared>& all = outline.dynamicShared;
  for (std::size_t at = code.find(kShared); at != std::string_view::npos && outline.shared.size() < kMostNames;
       at = code.find(kShared, at + 1)) {
    const std::size_t length = code.substr(at, kLongestVariable).find_first_of("[;");
    if (length == std::string_view::npos) continue;
    const std::size_t begin = beginOfDeclaration(code, at, ";{}", kLongestVariable);
    std::string declared = tidied(code.substr(begin, at + length - begin));
    const bool isExtern = takeWord(declared, kExtern);
    if (!takeWord(declared, kShared)) continue;
    const std::size_t space = declared.find_last_of(" *&)");
    if (space == std::string::npos) continue;
    std::string type = aliases.resolved(tidied(std::string_view(declared).substr(0, space + 1)));
    KernelOutline::DynamicShared variable{std::move(type), declared.substr(space + 1)};
    addShared(outline, variable, code, at + length);
    const bool isDynamic = isExtern && code[at + length] == '[';
    if (isDynamic && std::ranges::find(all, variable.name, &KernelOutline::DynamicShared::name) == all.end())
      all.push_back(std::move(variable));
  }
}

}  // namespace

KernelOutline outlineOf(std::string_view text) {
  const std::string code = codeOnly(text);
  const TypeAliases aliases(code);
  KernelOutline outline;
  addKernels(outline, code, aliases);
  addSharedVariables(outline, code, aliases);
  std::erase_if(outline.shared, [](const KernelOutline::Shared& one) { return one.elementBytes == 0; });
  return outline;
}

}  // namespace strata::inline operation
