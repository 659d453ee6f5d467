#include "engine/base/storey.h"

#include <gtest/gtest.h>

#include <set>

namespace strata {
namespace {

TEST(Storey, TableIsIndexedByTheEnum) {
  for (std::size_t i = 0; i < storeys().size(); ++i) EXPECT_EQ(static_cast<std::size_t>(storeys()[i].storey), i);
}

TEST(Storey, KeysAndColoursAreDistinct) {
  std::set<std::string_view> keys;
  std::set<int> colors;
  for (const StoreyInfo& info : storeys()) {
    keys.insert(info.key);
    colors.insert(info.color.r << 16 | info.color.g << 8 | info.color.b);
  }
  EXPECT_EQ(keys.size(), storeys().size());
  EXPECT_EQ(colors.size(), storeys().size());
}

TEST(Storey, KeysReadBack) {
  for (const StoreyInfo& info : storeys()) EXPECT_EQ(storeyFromKey(info.key), info.storey);
  EXPECT_EQ(storeyFromKey("cellar"), std::nullopt);
}

}  // namespace
}  // namespace strata
