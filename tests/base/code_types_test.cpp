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

TEST(CodeTypes, OfSeveralWordsOneTellsTheSizeInWhateverOrder) {
  const auto bytesOf = [](std::initializer_list<const char*> words) {
    const CodeType* tells = nullptr;
    for (const char* word : words) tells = ofBoth(tells, codeTypeOf(word));
    return tells ? tells->bytes : 0;
  };
  EXPECT_EQ(bytesOf({"unsigned", "short"}), 2u);
  EXPECT_EQ(bytesOf({"short", "unsigned", "int"}), 2u);
  EXPECT_EQ(bytesOf({"long", "unsigned", "int"}), 8u);
  EXPECT_EQ(bytesOf({"int", "unsigned", "long", "long"}), 8u);
  EXPECT_EQ(bytesOf({"char", "unsigned"}), 1u);
  EXPECT_EQ(bytesOf({"const", "unsigned"}), 4u);
  EXPECT_EQ(bytesOf({"const"}), 0u);
}

}  // namespace
}  // namespace strata
