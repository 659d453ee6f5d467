#include "engine/base/read_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/new_file.h"
#include "engine/base/temporary_file.h"

namespace strata {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(ReadFile, BytesAreAllThereOrAsManyAsWereAskedFor) {
  auto made = newTemporaryFile("read");
  ASSERT_TRUE(made.ok());
  const std::string path = made.value().file.path(), bytes = std::string(200'000, 'a') + '\0' + "end";
  ASSERT_TRUE(writeWholeFile(path, bytes).ok());
  const auto whole = readWholeFile(path);
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(whole.value(), bytes);
  EXPECT_EQ(readWholeFile(path, 70'000).value().size(), 70'000u);
  EXPECT_EQ(readWholeFile("/dev/zero", 10).value(), std::string(10, '\0')) << "it has no end";
}

TEST(ReadFile, AFolderIsNoFileAndIsSaid) {
  const auto read = readWholeFile("/");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::Io);
  EXPECT_THAT(read.error().message, AllOf(HasSubstr("Cannot read /: Is a directory"), HasSubstr("Name a file in it")));
  EXPECT_EQ(readIfThere("/"), "");
  EXPECT_EQ(readIfThere("/nowhere/at/all"), "");
}

}  // namespace
}  // namespace strata
