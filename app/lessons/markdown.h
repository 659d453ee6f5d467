#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata::inline lessons {

/// A piece of a paragraph.
struct MarkdownSpan {
  std::string text;
  bool strong = false, emphasis = false, code = false;
  std::string link;  ///< where it leads: "kind:measured", "word:warp"; empty: nowhere
  friend bool operator==(const MarkdownSpan&, const MarkdownSpan&) = default;
};

struct MarkdownBlock {
  enum class Kind : std::uint8_t { Paragraph, Item, Code, Heading, Picture };
  Kind kind = Kind::Paragraph;
  int depth = 0;                    ///< of Item: 1 outermost
  int number = 0;                   ///< of Item in a numbered list; 0: none
  std::vector<MarkdownSpan> spans;  ///< of Picture the words that stand for it
  std::string file;                 ///< of Picture
  friend bool operator==(const MarkdownBlock&, const MarkdownBlock&) = default;
};

/// CommonMark as md4c reads it; HTML is text. Rules are left out. A picture ends its paragraph; what follows
/// begins another one.
std::vector<MarkdownBlock> parseMarkdown(std::string_view text);
/// Files of the pictures that a text wants.
std::vector<std::string> picturesIn(std::string_view text);
std::string plainText(const std::vector<MarkdownBlock>& blocks);

}  // namespace strata::inline lessons
