#include "engine/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace strata {
namespace {

Result<std::unique_ptr<int>> make(bool works) {
  if (!works) return Error{ErrorCode::Io, "no luck", Storey::Driver};
  return std::make_unique<int>(7);
}

Result<int> twice(bool works) {
  STRATA_ASSIGN(auto pointer, make(works));
  return *pointer * 2;
}

Result<void> check(bool works) {
  STRATA_TRY(twice(works));
  return {};
}

TEST(Result, AssignTakesTheValue) {
  const auto result = twice(true);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value(), 14);
}

TEST(Result, ErrorsPassThroughWhole) {
  const auto result = check(false);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Io);
  EXPECT_EQ(result.error().message, "no luck");
  EXPECT_EQ(result.error().storey, Storey::Driver);
  EXPECT_TRUE(check(true).ok());
}

}  // namespace
}  // namespace strata
