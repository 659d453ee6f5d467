#include "app/lens/code_pieces.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace strata {
namespace {

std::string shown(std::string_view text) {
  std::string all;
  for (const CodePiece& piece : codePieces(text)) {
    constexpr std::string_view kKinds[] = {"w", "n", "q", "h", "c", "m"};
    all.append(all.empty() ? "" : " ").append(kKinds[static_cast<std::size_t>(piece.kind)]);
    all.append(":").append(piece.text);
  }
  return all;
}

TEST(CodePieces, WordsNumbersAndMarks) {
  EXPECT_EQ(shown("a<<<b, 2>>>(c);"), "w:a m:<<< w:b m:, n:2 m:>>> m:( w:c m:) m:;");
  EXPECT_EQ(shown("x>>=1; y->z::w"), "w:x m:>>= n:1 m:; w:y m:-> w:z m::: w:w");
  EXPECT_EQ(shown("1'000u 0xffp-3f 1e+5 .5f 0xe+1"), "n:1'000u n:0xffp-3f n:1e+5 n:.5f n:0xe m:+ n:1");
}

TEST(CodePieces, StringsKeepWhatLooksLikeCode) {
  EXPECT_EQ(shown(R"(f("a // b", 'c', u8"\"d"))"), R"(w:f m:( q:"a // b" m:, q:'c' m:, q:u8"\"d" m:))");
  EXPECT_EQ(shown("R\"x(a)\" )x\" b"), "q:R\"x(a)\" )x\" w:b");
  EXPECT_EQ(shown("LR\"(one\ntwo)\" Lambda"), "q:LR\"(one\ntwo)\" w:Lambda");
  EXPECT_EQ(shown("\"open\nnext"), "q:\"open w:next") << "a string ends with its line";
  EXPECT_EQ(shown("\"a\\\nb\" c"), "q:\"a\\\nb\" w:c") << "unless a backslash continues it";
}

TEST(CodePieces, CommentsAreOnePieceEach) {
  EXPECT_EQ(shown("a // b \"c\nd"), "w:a c:// b \"c w:d");
  EXPECT_EQ(shown("a /* b\n// c */ d /* open"), "w:a c:/* b\n// c */ w:d c:/* open");
  EXPECT_EQ(shown("// one \\\nstill one\ntwo"), "c:// one \\\nstill one w:two");
}

TEST(CodePieces, HeadersAndDirectives) {
  EXPECT_EQ(shown("# include <a/b.h> // c\n#include \"d.h\"\nx < y"),
            "m:# w:include h:<a/b.h> c:// c m:# w:include h:\"d.h\" w:x m:< w:y");
  const auto pieces = codePieces("#define A \\\n  b\nc\r\n#if d\r\ne");
  for (const CodePiece& piece : pieces)
    EXPECT_EQ(piece.directive, piece.text != "c" && piece.text != "e") << piece.text;
  EXPECT_EQ(pieces[3].text, "b");
  EXPECT_EQ(pieces[3].line, 2);
  EXPECT_EQ(pieces.back().line, 5);
}

// Whatever comes, the pieces stand in order, do not overlap, and between them are only blanks.
TEST(CodePieces, AnyBytesAreTakenApartWithoutLoss) {
  std::mt19937 random(7);
  constexpr std::string_view kSome = "ab1\"'\\/*<>#()R\n\r \t,.xu8L=&:\xc3\xa4";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t length = random() % 60;
    for (std::size_t i = 0; i < length; ++i)
      text += round % 2 == 0 ? kSome[random() % kSome.size()] : static_cast<char>(random());
    std::size_t done = 0;
    int line = 1;
    for (const CodePiece& piece : codePieces(text)) {
      ASSERT_GE(piece.at, done) << text;
      ASSERT_FALSE(piece.text.empty());
      const std::string_view between = std::string_view(text).substr(done, piece.at - done);
      ASSERT_EQ(between.find_first_not_of(" \t\r\n\f\v\\"), std::string_view::npos) << text;
      ASSERT_EQ(std::string_view(text).substr(piece.at, piece.text.size()), piece.text);
      for (const char letter : between) line += letter == '\n' ? 1 : 0;
      ASSERT_EQ(piece.line, line) << text;
      for (const char letter : piece.text) line += letter == '\n' ? 1 : 0;
      done = piece.at + piece.text.size();
    }
    ASSERT_EQ(std::string_view(text).substr(done).find_first_not_of(" \t\r\n\f\v\\"), std::string_view::npos) << text;
  }
}

}  // namespace
}  // namespace strata
