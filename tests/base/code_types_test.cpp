#include "engine/base/code_types.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(CodeTypes, AreFoundByTheirWord) {
  ASSERT_TRUE(codeTypeOf("__hip_bfloat16"));
  EXPECT_EQ(codeTypeOf("__hip_bfloat16")->bytes, 2u);
  ASSERT_TRUE(codeTypeOf("float4"));
  EXPECT_TRUE(codeTypeOf("float4")->several);
  EXPECT_EQ(codeTypeOf("floats"), nullptr);
  EXPECT_EQ(codeTypeOf(""), nullptr);
}

TEST(CodeTypes, TheOneThatTellsTheSizeOfTwoIsFirst) {
  const auto* const tells = codeTypeOf("short");
  for (const char* other : {"int", "unsigned"}) EXPECT_LT(tells, codeTypeOf(other)) << other;
  EXPECT_LT(codeTypeOf("long"), codeTypeOf("int"));
  EXPECT_LT(codeTypeOf("char"), codeTypeOf("unsigned"));
}

}  // namespace
}  // namespace strata
