#include "app/lessons/lesson_line.h"

#include <algorithm>
#include <cctype>

#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline lessons {
namespace {

constexpr std::size_t kLongestValue = 40;  // of what a mistaken key has behind it; more is a line of text

/// "colour" of "colour: red"; empty: the line does not begin so.
std::string_view wordBeforeColon(std::string_view line) {
  const auto colon = std::min(line.find(':'), line.size());
  return colon < line.size() && isName(line.substr(0, colon)) ? line.substr(0, colon) : std::string_view();
}

/// The one of `keys` that a line begins with in capital letters; empty: none.
std::string capitalKey(std::string_view line, std::span<const std::string> keys) {
  const std::string_view word = line.substr(0, std::min(line.find(':'), line.size()));
  if (word.size() == line.size() || isName(word)) return {};
  const auto key = std::ranges::find(keys, lowered(word));
  return key == keys.end() ? std::string() : *key;
}

bool inFence(std::string_view text) {
  bool inside = false;
  for (; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1))
    inside ^= text.starts_with("```");
  return inside;
}

}  // namespace

bool isText(std::string_view line) {
  return std::ranges::none_of(line, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 ? byte != '\t' && byte != '\r' : byte == 0x7f;
  });
}

bool isName(std::string_view text) {
  return !text.empty() && text.size() <= 40 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  }) && !(text.front() >= '0' && text.front() <= '9');
}

bool hasWord(std::string_view text, std::string_view name) {
  const auto belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !belongs(text[at - 1])) && (end == text.size() || !belongs(text[end]))) return true;
  }
  return false;
}

std::string asSentence(std::string words) {
  if (!words.ends_with('.') && !words.ends_with('?')) words += '.';
  return words;
}

std::string_view strangeKey(std::string_view line, std::string_view before) {
  const std::string_view word = wordBeforeColon(line);
  if (word.empty() || inFence(before)) return {};
  const std::string_view rest = line.substr(word.size() + 1), value = trimmed(rest);
  if (!rest.empty() && rest.front() != ' ') return {};
  const bool sentence = value.size() > kLongestValue || value.find_last_of(".!?,;:)") + 1 == value.size();
  const bool begins = before.empty() || before.ends_with("\n\n");
  return begins || !sentence ? word : std::string_view();
}

std::string misspeltKey(std::string_view line, std::span<const std::string> keys) {
  if (std::string key = capitalKey(line, keys); !key.empty()) return key;
  const std::string_view word = wordBeforeColon(line);
  return word.size() < 4 ? std::string() : nearestName(word, keys);
}

}  // namespace strata::inline lessons
