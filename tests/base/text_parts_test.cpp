#include "engine/base/text_parts.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(TextParts, ASentenceBeginsWithACapital) {
  EXPECT_EQ(withCapital("requests are counted"), "Requests are counted");
  EXPECT_EQ(withCapital("GPUs"), "GPUs");
  EXPECT_EQ(withCapital("32 lanes"), "32 lanes");
  EXPECT_EQ(withCapital("ältere"), "ältere") << "of a to z alone: others are several bytes";
  EXPECT_EQ(withCapital(""), "");
}

TEST(TextParts, TheFirstLineOfAMessageEndsWithoutColon) {
  EXPECT_EQ(firstLineOf("mine.cu does not compile:\nmine.cu:1:1: error: no"), "mine.cu does not compile");
  EXPECT_EQ(firstLineOf("alone:"), "alone:") << "nothing follows that it announces";
  EXPECT_EQ(firstLineOf("\nbelow"), "");
}

}  // namespace
}  // namespace strata
