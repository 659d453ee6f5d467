#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "layers/workloads/common/roofs.h"

namespace strata {
namespace {

namespace fs = std::filesystem;

// The file's name is that of a folder.
TEST(RoofKeeper, AFolderInItsPlaceIsSaidWhereRoofsAreKept) {
  std::string folder = (fs::temp_directory_path() / "strata-roofs-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const RoofKeeper keeper{fs::path(folder)};
  EXPECT_FALSE(keeper.kept(DeviceInfo()));
  EXPECT_FALSE(keeper.seemsWritable());
  const auto kept = keeper.keep(DeviceInfo(), {.bytesPerSecond = 1, .flops = 1});
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().code, ErrorCode::Io);
  EXPECT_NE(kept.error().message.find(folder + ": Is a directory"), std::string::npos) << kept.error().message;
  EXPECT_NE(kept.error().message.find("XDG_CACHE_HOME"), std::string::npos) << kept.error().message;
  fs::remove(folder);
}

}  // namespace
}  // namespace strata
