#include "engine/modelfile/word_split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Words as the regular expressions cut them, worked out by hand.

namespace strata::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string_view> llama3(std::string_view text) {
  return splitWords(text, WordRule::Llama3);
}

TEST(WordSplit, Llama3TakesOneMarkOrSpaceWithLetters) {
  EXPECT_THAT(llama3(""), IsEmpty());
  EXPECT_THAT(llama3("Hello, world!"), ElementsAre("Hello", ",", " world", "!"));
  EXPECT_THAT(llama3("(hello) \tx"), ElementsAre("(hello", ")", " ", "\tx"));
  EXPECT_THAT(llama3("!!hello ??what"), ElementsAre("!!", "hello", " ??", "what"));
  EXPECT_THAT(llama3("\nhello"), ElementsAre("\n", "hello"));
  EXPECT_THAT(llama3("été 日本語"), ElementsAre("été", " 日本語"));
  EXPECT_THAT(llama3("\xff\xfe"), ElementsAre("\xff\xfe"));
}

TEST(WordSplit, Llama3CutsContractionsOfEitherCase) {
  EXPECT_THAT(llama3("don't DON'T we'LL 'Re"), ElementsAre("don", "'t", " DON", "'T", " we", "'LL", " '", "Re"));
  EXPECT_THAT(llama3("'start"), ElementsAre("'s", "tart"));
  EXPECT_THAT(llama3("it'x"), ElementsAre("it", "'x"));
  EXPECT_THAT(splitWords("DON'T don't", WordRule::Gpt2), ElementsAre("DON", "'", "T", " don", "'t"));
}

TEST(WordSplit, Llama3TakesNumbersByThree) {
  EXPECT_THAT(llama3("1234567 89"), ElementsAre("123", "456", "7", " ", "89"));
  EXPECT_THAT(llama3("a1b"), ElementsAre("a", "1", "b"));
  EXPECT_THAT(llama3("½²Ⅷ٣4"), ElementsAre("½²Ⅷ", "٣4"));
  EXPECT_THAT(splitWords(" 1234", WordRule::Gpt2), ElementsAre(" 1234"));
  EXPECT_THAT(splitWords(" 12", WordRule::Gpt2DigitsAlone), ElementsAre(" ", "1", "2"));
}

TEST(WordSplit, Llama3EndsWordsWithLines) {
  EXPECT_THAT(llama3("end.\n\nNew"), ElementsAre("end", ".\n\n", "New"));
  EXPECT_THAT(llama3("a \n \n  b"), ElementsAre("a", " \n \n", " ", " b"));
  EXPECT_THAT(llama3("a\r\n\tb"), ElementsAre("a", "\r\n", "\tb"));
  EXPECT_THAT(llama3("!\n !"), ElementsAre("!\n", " !"));
}

TEST(WordSplit, Llama3LeavesTheLastSpaceToTheWordBehindIt) {
  EXPECT_THAT(llama3("a   b"), ElementsAre("a", "  ", " b"));
  EXPECT_THAT(llama3("a   1"), ElementsAre("a", "  ", " ", "1"));
  EXPECT_THAT(llama3("a   "), ElementsAre("a", "   "));
  EXPECT_THAT(llama3("a\u00a0\u00a0?"), ElementsAre("a", "\u00a0", "\u00a0", "?"));
}

}  // namespace
}  // namespace strata::test
