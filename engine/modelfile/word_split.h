#pragma once

#include <string_view>
#include <vector>

namespace strata::inline modelfile {

/// GPT-2's words, as a regular expression of others has them.
constexpr std::string_view kGpt2Words = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
/// Those of Llama 3.
constexpr std::string_view kLlama3Words = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3})"
                                          R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

/// Where a text is cut, so that no token crosses from one word into the next.
enum class WordRule {
  Gpt2,             ///< kGpt2Words
  Gpt2DigitsAlone,  ///< the same, after a cut before and after each digit
  Llama3,           ///< kLlama3Words
};

/// The pieces, one after the other, are the text.
std::vector<std::string_view> splitWords(std::string_view text, WordRule rule);

}  // namespace strata::inline modelfile
