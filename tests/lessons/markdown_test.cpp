#include "app/lessons/markdown.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(Markdown, ReadsParagraphsListsAndMarks) {
  const auto blocks =
      parseMarkdown("A *warp* of **32**\nlanes, `x + y`.\n\n- one\n- two\n  - three\n\n3. four\n4. five\n");
  ASSERT_EQ(blocks.size(), 6u);
  EXPECT_EQ(plainText({blocks[0]}), "A warp of 32 lanes, x + y.");
  EXPECT_TRUE(blocks[0].spans[1].emphasis);
  EXPECT_TRUE(blocks[0].spans[3].strong);
  EXPECT_TRUE(blocks[0].spans[5].code);
  EXPECT_EQ(blocks[1].kind, MarkdownBlock::Kind::Item);
  EXPECT_EQ(blocks[3].depth, 2);
  EXPECT_EQ(blocks[4].number, 3);
  EXPECT_EQ(blocks[5].number, 4);
}

TEST(Markdown, AValueCarriesItsKind) {
  const auto blocks = parseMarkdown("It is **4 ms** [measured](kind:measured).");
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].spans[3].link, "kind:measured");
  EXPECT_EQ(plainText(blocks), "It is 4 ms (measured).");
}

TEST(Markdown, APictureStandsByItselfWithItsWords) {
  const auto blocks = parseMarkdown("See ![a *warp*](figures/warp.png) and\nread on.\n\n![](grid.png)\n");
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(plainText({blocks[0]}), "See ");
  EXPECT_EQ(blocks[1].kind, MarkdownBlock::Kind::Picture);
  EXPECT_EQ(blocks[1].file, "figures/warp.png");
  EXPECT_EQ(plainText({blocks[1]}), "a warp");
  EXPECT_EQ(plainText({blocks[2]}), "and read on.");
  EXPECT_EQ(blocks[3].kind, MarkdownBlock::Kind::Picture);
  EXPECT_TRUE(blocks[3].spans.empty());
  EXPECT_EQ(picturesIn("![a](b.png)\n\n`![c](d.png)`"), std::vector<std::string>{"b.png"});
}

TEST(Markdown, HtmlIsText) {
  EXPECT_EQ(plainText(parseMarkdown("<b onclick=\"x\">bold</b>")), "<b onclick=\"x\">bold</b>");
}

TEST(Markdown, NothingIsNothing) {
  EXPECT_TRUE(parseMarkdown("").empty());
  EXPECT_EQ(plainText(parseMarkdown("\n\n---\n")), "");
}

}  // namespace
}  // namespace strata
