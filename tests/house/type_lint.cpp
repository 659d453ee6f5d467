#include "tests/house/type_lint.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "tests/house/house_files.h"

namespace strata {
namespace {

/// Where the comment or literal that begins at `at` ends; `at` if none does.
std::size_t endOfOther(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view what, std::size_t from) {
    const std::size_t found = text.find(what, from);
    return found == text.npos ? text.size() : found + what.size();
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) return behind("*/", at + 2);
  if (rest.starts_with("R\"")) {
    const std::size_t open = text.find('(', at);
    return behind(")" + std::string(text.substr(at + 2, open - at - 2)) + "\"", open);
  }
  const char quote = text[at];
  const bool digit = at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1]));  // 1'000
  if (quote != '"' && (quote != '\'' || digit)) return at;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote || text[i] == '\n')
      return i + 1;
  }
  return text.size();
}

/// Comments, literals and preprocessor lines as spaces; lines stay where they are.
std::string codeOnly(std::string_view text) {
  std::string code(text);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (code[i] != '\n') code[i] = ' ';
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = endOfOther(text, at);
    blank(at, end);
    at = std::max(end, at + 1);
  }
  bool continued = false;
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    const std::size_t first = code.find_first_not_of(" \t", begin);
    const bool directive = continued || (first < end && code[first] == '#');
    continued = directive && end > begin && code[end - 1] == '\\';
    if (directive) blank(begin, end);
    begin = end + 1;
  }
  return code;
}

/// What an opening brace begins, from the words since the statement before it.
struct Opened {
  enum class Kind { Namespace, Type, Other } kind = Kind::Other;
  std::string name;  ///< of a namespace without a name: empty
};

/// "strata" of "strata::inline base": what stands in it is found without naming it, so two of one name would compete.
std::string withoutInline(const std::string& name) {
  return name.substr(0, name.find("::inline "));
}

Opened opened(const std::string& head) {
  static const std::regex kNamespace(
      R"re(\s*(?:inline\s+)?namespace\s*((?:inline\s+)?[\w:]*(?:::inline\s+\w+)?)\s*)re");
  static const std::regex kType(
      R"re(\s*(?:template\s*<[\s\S]*>\s*)?(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+(?:\[\[[^\]]*\]\]\s*|(?:alignas|STRATA_\w+)\((?:[^()]|\([^()]*\))*\)\s*)*([\w:]+)(?:\s+final)?\s*(?::[^:][\s\S]*)?)re");
  constexpr std::size_t kLongest = 1000;  // a list of values, not a type
  std::smatch match;
  if (head.size() > kLongest) return {};
  if (std::regex_match(head, match, kNamespace)) return {Opened::Kind::Namespace, withoutInline(match[1])};
  if (std::regex_match(head, match, kType)) return {Opened::Kind::Type, match[1]};
  return {};
}

/// The scopes that are open at a place of a file.
class Scopes {
 public:
  void open(Opened scope) { m_open.push_back(std::move(scope)); }
  void close() {
    if (!m_open.empty()) m_open.pop_back();
  }
  /// Before a name that others can see; nullopt where nobody can.
  std::optional<std::string> prefix() const {
    std::string path;
    for (const Opened& scope : m_open) {
      if (scope.kind == Opened::Kind::Other || scope.name.empty()) return std::nullopt;
      path += scope.name + "::";
    }
    return path;
  }

 private:
  std::vector<Opened> m_open;
};

}  // namespace

std::string roomNamespaceOf(std::string_view text) {
  static const std::regex kOpened(R"re((?:^|\n)namespace (strata(?:::[\w :]+)?) \{)re");
  const std::string code = codeOnly(text);
  std::string room;
  for (std::sregex_iterator at(code.begin(), code.end(), kOpened), end; at != end; ++at) room = (*at)[1];
  return room;
}

std::vector<NamedType> typesOf(std::string_view text, const std::string& file) {
  const std::string code = codeOnly(text);
  std::vector<NamedType> types;
  Scopes scopes;
  std::string head;
  int line = 1;
  for (const char c : code) {
    if (c == '\n') ++line;
    if (c == '{') {
      Opened scope = opened(head);
      const auto prefix = scopes.prefix();
      if (scope.kind == Opened::Kind::Type && prefix) types.push_back({*prefix + scope.name, file, line});
      scopes.open(std::move(scope));
    } else if (c == '}') {
      scopes.close();
    }
    if (c == '{' || c == '}' || c == ';')
      head.clear();
    else
      head += c;
  }
  return types;
}

std::vector<NamedType> typesUnder(const std::filesystem::path& root) {
  std::vector<NamedType> all;
  for (const HouseFile& file : houseFiles(root)) {
    if (file.path.starts_with("kernels/compat/")) continue;
    const auto found = typesOf(file.text, file.path);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::vector<NamedType> standTwice(std::vector<NamedType> types) {
  std::map<std::string, std::set<std::string>> files;
  for (const NamedType& type : types) files[type.name].insert(type.file);
  std::erase_if(types, [&](const NamedType& type) { return files[type.name].size() < 2; });
  std::ranges::stable_sort(types, {}, &NamedType::name);
  return types;
}

}  // namespace strata
