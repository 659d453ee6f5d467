#include "engine/base/shipped.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace strata {
namespace {

TEST(ShippedDocument, IsNamedWhereItLiesElseAsTheSourcesHaveIt) {
  const auto folder = shippedFolder("models").parent_path().parent_path() / "doc" / "strata";
  EXPECT_EQ(shippedDocument("none-of-this-name.md"), "docs/none-of-this-name.md");
  const auto document = folder / "own-kernels.md";
  EXPECT_TRUE(std::filesystem::exists(document)) << "linked there as the build is configured";
  EXPECT_EQ(shippedDocument("own-kernels.md"), document.string());
}

}  // namespace
}  // namespace strata
