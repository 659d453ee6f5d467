#include "app/lessons/markdown.h"

#include <md4c.h>

#include <fmt/format.h>

#include <algorithm>

namespace strata::inline lessons {
namespace {

struct Builder {
  std::vector<MarkdownBlock> blocks;
  std::vector<int> lists;  ///< number of the next item by depth; 0: bullets
  int strong = 0, emphasis = 0, code = 0, pictures = 0;
  std::string link;
  bool open = false;  ///< the last block takes text
  bool item = false;  ///< the next paragraph is an item's first

  void begin(MarkdownBlock::Kind kind) {
    if (kind == MarkdownBlock::Kind::Paragraph && item) kind = MarkdownBlock::Kind::Item;
    MarkdownBlock block;
    block.kind = kind;
    block.depth = static_cast<int>(lists.size());
    if (kind == MarkdownBlock::Kind::Item && !lists.empty() && lists.back() > 0) block.number = lists.back() - 1;
    blocks.push_back(std::move(block));
    open = true;
    item = false;
  }

  /// A paragraph that has no words yet becomes the picture.
  void beginPicture(std::string_view file) {
    if (++pictures > 1) return;
    if (!open || !blocks.back().spans.empty()) begin(MarkdownBlock::Kind::Picture);
    blocks.back().kind = MarkdownBlock::Kind::Picture;
    blocks.back().file = file;
  }
  void endPicture() {
    if (--pictures == 0) open = false;
  }

  void add(std::string_view text) {
    if (!open) text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return;
    if (!open) begin(MarkdownBlock::Kind::Paragraph);
    MarkdownSpan span{{}, strong > 0, emphasis > 0, code > 0, link};
    auto& spans = blocks.back().spans;
    const auto alike = [&](const MarkdownSpan& other) {
      return other.strong == span.strong && other.emphasis == span.emphasis && other.code == span.code &&
             other.link == span.link;
    };
    if (spans.empty() || !alike(spans.back())) spans.push_back(std::move(span));
    spans.back().text += text;
  }
};

Builder& builder(void* self) {
  return *static_cast<Builder*>(self);
}

int enterBlock(MD_BLOCKTYPE type, void* detail, void* self) {
  Builder& made = builder(self);
  switch (type) {
    case MD_BLOCK_UL: made.lists.push_back(0); break;
    case MD_BLOCK_OL:
      made.lists.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start) + 1);
      break;
    case MD_BLOCK_LI:
      made.item = true;
      made.open = false;
      break;
    case MD_BLOCK_H: made.begin(MarkdownBlock::Kind::Heading); break;
    case MD_BLOCK_CODE: made.begin(MarkdownBlock::Kind::Code); break;
    case MD_BLOCK_P: made.begin(MarkdownBlock::Kind::Paragraph); break;
    default: break;
  }
  return 0;
}

int leaveBlock(MD_BLOCKTYPE type, void*, void* self) {
  Builder& made = builder(self);
  if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) made.lists.pop_back();
  if (type == MD_BLOCK_LI && !made.lists.empty() && made.lists.back() > 0) ++made.lists.back();
  made.open = false;
  return 0;
}

int enterSpan(MD_SPANTYPE type, void* detail, void* self) {
  Builder& made = builder(self);
  if (type == MD_SPAN_STRONG) ++made.strong;
  if (type == MD_SPAN_EM) ++made.emphasis;
  if (type == MD_SPAN_CODE) ++made.code;
  if (type == MD_SPAN_A) {
    const auto* link = static_cast<MD_SPAN_A_DETAIL*>(detail);
    made.link.assign(link->href.text, link->href.size);
  }
  if (type == MD_SPAN_IMG) {
    const auto* picture = static_cast<MD_SPAN_IMG_DETAIL*>(detail);
    made.beginPicture({picture->src.text, picture->src.size});
  }
  return 0;
}

int leaveSpan(MD_SPANTYPE type, void*, void* self) {
  Builder& made = builder(self);
  if (type == MD_SPAN_STRONG) --made.strong;
  if (type == MD_SPAN_EM) --made.emphasis;
  if (type == MD_SPAN_CODE) --made.code;
  if (type == MD_SPAN_A) made.link.clear();
  if (type == MD_SPAN_IMG) made.endPicture();
  return 0;
}

int addText(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
  Builder& made = builder(self);
  if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR || (type == MD_TEXT_CODE && size == 1 && *text == '\n'))
    made.add(made.blocks.empty() || made.blocks.back().kind != MarkdownBlock::Kind::Code ? " " : "\n");
  else if (type != MD_TEXT_NULLCHAR)
    made.add({text, size});
  return 0;
}

}  // namespace

std::vector<MarkdownBlock> parseMarkdown(std::string_view text) {
  Builder made;
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML;
  parser.enter_block = enterBlock;
  parser.leave_block = leaveBlock;
  parser.enter_span = enterSpan;
  parser.leave_span = leaveSpan;
  parser.text = addText;
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &made);
  return made.blocks;
}

std::vector<std::string> picturesIn(std::string_view text) {
  std::vector<std::string> files;
  for (const MarkdownBlock& block : parseMarkdown(text))
    if (block.kind == MarkdownBlock::Kind::Picture) files.push_back(block.file);
  return files;
}

std::string plainText(const std::vector<MarkdownBlock>& blocks) {
  std::string text;
  for (const MarkdownBlock& block : blocks) {
    if (!text.empty()) text += '\n';
    if (block.kind == MarkdownBlock::Kind::Item) text += block.number > 0 ? fmt::format("{}. ", block.number) : "- ";
    for (const MarkdownSpan& span : block.spans)
      text += span.link.starts_with("kind:") ? fmt::format("({})", span.text) : span.text;
  }
  return text;
}

}  // namespace strata::inline lessons
