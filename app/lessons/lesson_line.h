#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// What a line of a lesson's file is, and which lines of a text look like keys.

namespace strata::inline lessons {

/// Printable UTF-8 and nothing that a terminal or a page would take for a command.
bool isText(std::string_view line);
/// Small letters, digits and _, as formulas, questions and keys are named.
bool isName(std::string_view text);
/// Whether that name stands in a text, and not as a part of another.
bool hasWord(std::string_view text, std::string_view name);
/// What a text is a number of, all of it.
template <class Number>
std::optional<Number> wholeNumber(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// With the sign that ends one.
std::string asSentence(std::string words);

/// A key that no page has: a small word, a colon and something short that is no sentence, or where a text begins;
/// `before` is what stands above it. An indented block and a fenced one are code. Empty: the line is text.
std::string_view strangeKey(std::string_view line, std::string_view before);
/// The one of `keys` that a line of text begins with, but for a slip of the fingers or capital letters; empty: it
/// begins with none.
std::string misspeltKey(std::string_view line, std::span<const std::string> keys);

}  // namespace strata::inline lessons
