#include "kernels/operation/type_aliases.h"

#include <algorithm>

#include "kernels/operation/code_words.h"

namespace strata::inline operation {
namespace {

// Longer or more is nothing that somebody wrote.
constexpr std::size_t kLongestAlias = 256, kLongestType = 64, kMostAliases = 1000;

/// Words, pointers and scopes only.
bool isSimple(std::string_view type) {
  return std::ranges::all_of(
      type, [](char letter) { return isWordLetter(letter) || isSpace(letter) || letter == '*' || letter == ':'; });
}

}  // namespace

TypeAliases::TypeAliases(std::string_view code) {
  int depth = 0;
  bool isTemplate = false;
  for (std::size_t at = 0; at < code.size() && m_types.size() < kMostAliases; ++at) {
    depth += code[at] == '{' ? 1 : code[at] == '}' ? -1 : 0;
    if (code[at] == ';' || code[at] == '}') isTemplate = false;
    const std::string_view word = wordAt(code, at);
    if (word.empty()) continue;
    at += word.size() - 1;
    isTemplate = isTemplate || word == "template";
    if (depth != 0 || isTemplate || (word != "typedef" && word != "using")) continue;
    std::string_view said = code.substr(at + 1, kLongestAlias);
    said = said.substr(0, said.find(';'));
    if (said.size() == kLongestAlias) continue;
    if (word == "typedef") {
      const std::string tidy = tidied(said);
      const auto name = std::ranges::find_if_not(tidy.rbegin(), tidy.rend(), isWordLetter).base();
      add({name, tidy.end()}, {tidy.begin(), name});
    } else if (const std::size_t equals = said.find('='); equals != said.npos) {
      add(tidied(said.substr(0, equals)), said.substr(equals + 1));
    }
  }
}

void TypeAliases::add(std::string_view name, std::string_view type) {
  const std::string meant = resolved(tidied(type));
  if (name.empty() || wordAt(name, 0) != name || meant.empty() || meant.size() > kLongestType || !isSimple(meant))
    return;
  const auto [known, isNew] = m_types.emplace(name, meant);
  if (!isNew && known->second != meant) known->second.clear();
}

std::string TypeAliases::resolved(const std::string& declaration) const {
  for (std::size_t at = 0; at < declaration.size(); ++at) {
    const std::string_view word = wordAt(declaration, at);
    if (word.empty()) continue;
    if (const auto alias = m_types.find(word); alias != m_types.end() && !alias->second.empty())
      return std::string(declaration).replace(at, word.size(), alias->second);
    at += word.size() - 1;
  }
  return declaration;
}

}  // namespace strata::inline operation
