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

}  // namespace
}  // namespace strata
